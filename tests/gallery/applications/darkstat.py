"""darkstat, in C, as Debian packages it: hosts of a network and what they sent, in tables with an order and pages."""

from __future__ import annotations

import contextlib
import struct
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow, turn

HOSTS, PORTS = 94, 7
SERVER = "10.9.9.9"
_HEAD = 40
"""Bytes of the heads of IP and TCP."""


@contextlib.contextmanager
def darkstat(folder: Path) -> Iterator[Application]:
    """A network with a server and many hosts that sent something to it."""
    root = unpacked("darkstat", "darkstat", "libpcap0.8")
    libraries = {"LD_LIBRARY_PATH": str(next(root.rglob("libpcap.so*")).parent)}
    (folder / "sent.pcap").write_bytes(b"".join(packets()))
    program = root / "usr/sbin/darkstat"
    shared = ["--no-daemon", "--no-dns", "--no-lastseen", "--no-macs", "--chroot", folder, "--user", "root"]
    port = free_port(folder)
    own = ["-b", "127.0.0.1", "-p", str(port)]
    read = [program, "-r", folder / "sent.pcap", *own, *shared, "--export", "sent.db"]
    subprocess.run(read, check=True, capture_output=True, cwd=folder, env=libraries)
    serve = [program, "-i", "lo", "-f", "ip proto 99", *own, *shared, "--import", "sent.db"]
    url = f"http://127.0.0.1:{port}"
    with served(serve, f"{url}/hosts/", folder, libraries):
        yield Application(url, "", "", folder)


def host(number: int) -> str:
    return f"10.0.{number % 5}.{number + 1}"


def sent(number: int, port: int) -> int:
    """How many bytes a host sent from a port of its own."""
    return _HEAD + 50 + number * 17 % 600 + port * 31


def answered(number: int, port: int) -> int:
    return _HEAD + 20 + number * 29 % 700 + port * 13


def number_of(port: int) -> int:
    return 4000 + port * 11


def packets() -> Iterator[bytes]:
    """A file of libpcap."""
    yield struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1)
    for number in range(HOSTS):
        for port in range(PORTS):
            yield packet(host(number), SERVER, number_of(port), 80, sent(number, port))
            yield packet(SERVER, host(number), 80, number_of(port), answered(number, port))


def packet(source: str, target: str, from_port: int, to_port: int, size: int) -> bytes:
    ends = bytes(map(int, source.split("."))) + bytes(map(int, target.split(".")))
    ip = struct.pack(">BBHHHBBH", 0x45, 0, size, 1, 0, 64, 6, 0) + ends
    tcp = struct.pack(">HHIIBBHHH", from_port, to_port, 1, 1, 0x50, 0x10, 1024, 0, 0)
    frame = b"\x02\0\0\0\0\x01\x02\0\0\0\0\x02\x08\0" + ip + tcp + b"x" * (size - _HEAD)
    return struct.pack("<IIII", 1_740_000_000, 0, len(frame), len(frame)) + frame


async def hosts(page: Page, _: Application, order: str) -> None:
    await follow(page, "a:text-is('hosts')")
    await follow(page, f"th a:text-is('{order}')")
    await turn(page, "a:has-text('next page')")


async def ports(page: Page, _: Application, address: str) -> None:
    await follow(page, "a:text-is('hosts')")
    await follow(page, f"a:text-is('{address}')")


def _counted(number: int) -> str:
    return f"{number:,}"


def of_all(_: Application, order: str) -> Sequence[Row]:
    """Address, bytes in, out and both."""
    rows = []
    for number in range(HOSTS):
        out, into = (sum(count(number, port) for port in range(PORTS)) for count in (sent, answered))
        rows.append((host(number), _counted(into), _counted(out), _counted(into + out)))
    into, out = (sum(count(n, port) for n in range(HOSTS) for port in range(PORTS)) for count in (sent, answered))
    return [*rows, (SERVER, _counted(into), _counted(out), _counted(into + out))]


def of_host(_: Application, address: str) -> Sequence[Row]:
    """Port, bytes in, out and both."""
    number = next(each for each in range(HOSTS) if host(each) == address)
    own = [(number_of(port), answered(number, port), sent(number, port)) for port in range(PORTS)]
    return [(str(port), _counted(into), _counted(out), _counted(into + out)) for port, into, out in own]


EXHIBIT = Exhibit(
    "darkstat",
    "a network in C",
    darkstat,
    (
        Workflow("hosts", hosts, ({"order": "In"}, {"order": "Out"}), {"order": "Total"}, of_all),
        Workflow("ports", ports, ({"address": host(66)}, {"address": host(22)}), {"address": host(65)}, of_host),
    ),
)
