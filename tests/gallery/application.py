"""A real application that runs in a process of its own, as long as a `with` block."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.waiting import wait_until

INSTALLED = Path(os.environ.get("GALLERY", Path(__file__).parents[2] / ".tox" / "applications"))
"""Where what comes from PyPI and Debian is installed: once for a checkout."""


class NotInstallableError(Exception):
    """What an application needs cannot be had on this machine; it says what and why."""


@dataclass(frozen=True)
class Application:
    """Where it is, and who may log in."""

    url: str
    """Without a slash at its end."""
    user: str
    secret: str
    folder: Path


def free_port(folder: Path) -> int:
    """A port that nothing listens at; the same again for a folder, so that recordings can be looked at once more."""
    note = folder.parent / f"{folder.name}.port"
    for wanted in (int(note.read_text()) if note.exists() else 0, 0):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", wanted))
            note.write_text(str(port := int(probe.getsockname()[1])))
            return port
    raise NotInstallableError("no port is free")


def installed(name: str, *requirements: str) -> Path:
    """The `bin` folder of an environment of its own with these packages of PyPI.

    Raises `NotInstallableError` where they cannot be had.
    """

    def install(place: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--clear", place], check=True)
        _have_installed("PyPI", [place / "bin" / "pip", "install", "-q", *requirements], requirements)

    return _once(name, requirements, install) / "bin"


def installed_from_npm(name: str, overrides: Mapping[str, str] | None = None, **versions: str) -> Path:
    """The folder of commands of packages of npm, by their versions.

    *overrides* are versions of what these need, where the wanted ones cannot be had. Raises `NotInstallableError`.
    """
    told = json.dumps({"dependencies": versions, "overrides": overrides or {}})

    def install(place: Path) -> None:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        if shutil.which("npm") is None:
            raise NotInstallableError(f"{', '.join(versions)} are packages of npm, and there is no npm")
        (place / "package.json").write_text(told)
        _have_installed("npm", ["npm", "install", "--no-audit", "--no-fund", "--prefix", place], list(versions))

    return _once(name, [told], install) / "node_modules" / ".bin"


def with_dependencies(pattern: str, *packages: str) -> list[str]:
    """These packages of Debian, and what they need whose names match *pattern*, for `unpacked`."""
    if shutil.which("apt-cache") is None:
        raise NotInstallableError(f"{', '.join(packages)} are packages of Debian, and there is no apt-cache")
    left_out = [f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")]
    asking = ["apt-cache", "depends", "--recurse", *left_out, *packages]
    found = subprocess.run(asking, check=True, capture_output=True, text=True).stdout
    return sorted({line for line in found.splitlines() if re.match(pattern, line)} | {*packages})


def unpacked(name: str, *packages: str) -> Path:
    """The root of a tree of files with these packages of Debian, which are downloaded and not installed.

    Raises `NotInstallableError` where they cannot be had.
    """

    def install(place: Path) -> None:
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        if shutil.which("apt-get") is None:
            raise NotInstallableError(f"{', '.join(packages)} are packages of Debian, and there is no apt-get")
        with tempfile.TemporaryDirectory() as downloads:
            _have_installed("Debian", ["apt-get", "-q", "download", *packages], packages, downloads)
            for package in Path(downloads).glob("*.deb"):
                _have_installed("Debian", ["dpkg-deb", "-x", package, place], packages)

    return _once(name, packages, install)


def copied(folder: Path, place: Path) -> None:
    """Copy a folder of what was unpacked, with files in place of links; links to what is not there are left out."""
    subprocess.run(["cp", "-rL", folder, place], check=False, capture_output=True)


def _once(name: str, wanted: Sequence[str], install: Callable[[Path], None]) -> Path:
    """The folder of that name, filled the first time that these things are wanted."""
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (INSTALLED / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers of pytest may want it
        place, done = INSTALLED / name, INSTALLED / f"{name}.done"
        if not done.exists() or done.read_text() != "\n".join(wanted):
            install(place)
            done.write_text("\n".join(wanted))
        return place


def _have_installed(source: str, command: Sequence[str | Path], wanted: Sequence[str], folder: str = ".") -> None:
    installing = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder)
    if installing.returncode:
        said = installing.stderr.strip().splitlines() or [f"{command[0]} failed"]
        raise NotInstallableError(f"{', '.join(wanted)} cannot be had from {source}: {said[-1]}")


@contextlib.contextmanager
def served(
    command: Sequence[str | Path], url: str, folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a server, from when it answers at *url* until the block ends; what it says is in `server.log`."""
    with running(command, folder, environment) as process:
        _wait(process, url, folder)
        yield


@contextlib.contextmanager
def running(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] | None = None, log: str = "server.log"
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program until the block ends, and whatever it has started, such as a database that a server needs."""
    with (folder / log).open("wb") as said:
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def _wait(process: subprocess.Popen[bytes], url: str, folder: Path) -> None:
    wait_until(lambda: process.poll() is not None or _answers(url), pause=0.1)
    if process.poll() is None:
        return
    said = (folder / "server.log").read_text(errors="replace")[-2000:]
    raise RuntimeError(f"{process.args} does not answer at {url}:\n{said}")
