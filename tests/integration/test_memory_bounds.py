"""What strangers send is bounded in memory: each runs in a child process, whose peak is measured."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

MOST = 512 * 1024
"""KiB above the idle process."""

CHILD = """
import sys

def peak():
    with open("/proc/self/status") as file:
        return int(next(line for line in file if line.startswith("VmHWM")).split()[1])

{imports}
idle = peak()
try:
    {act}
except SystemExit:
    pass
print("KIB", peak() - idle)
"""

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is told by Linux")


def grown(imports: str, act: str, folder: Path) -> int:
    """By how many KiB the peak of a process grows while it does something."""
    code = CHILD.format(imports=imports, act=act)
    done = subprocess.run([sys.executable, "-c", code], check=False, cwd=folder, capture_output=True, text=True)
    told = [line for line in done.stdout.splitlines() if line.startswith("KIB ")]
    assert told, done.stderr[-2_000:]
    assert "Traceback" not in done.stderr, done.stderr[-2_000:]
    return int(told[-1].split()[1])


def zeros(coding: str) -> bytes:
    """Gigabytes of zeros, in a few kilobytes."""
    if coding == "gzip":
        machine = zlib.compressobj(1, wbits=31)
        return b"".join(machine.compress(bytes(1 << 24)) for _ in range(64)) + machine.flush()
    if coding == "br":
        brotli = pytest.importorskip("brotli")
        machine = brotli.Compressor(quality=5)
        return b"".join(machine.process(bytes(1 << 24)) for _ in range(128)) + bytes(machine.finish())
    zstd = pytest.importorskip("backports.zstd")
    machine = zstd.ZstdCompressor()
    return b"".join(machine.compress(bytes(1 << 24)) for _ in range(128)) + bytes(machine.flush())


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_a_body_of_a_recording_that_expands_without_end(tmp_path, coding) -> None:
    entry = {
        "startedDateTime": "2026-01-01T00:00:00Z",
        "request": {"method": "GET", "url": "https://shop.test/"},
        "response": {
            "status": 200,
            "headers": [{"name": "Content-Encoding", "value": coding}, {"name": "Content-Type", "value": "text/html"}],
            "content": {"encoding": "base64", "text": base64.b64encode(zeros(coding)).decode()},
        },
    }
    (tmp_path / "a.har").write_text(json.dumps({"log": {"entries": [entry] * 3}}))
    imports = "from pathlib import Path\nfrom scrapy_bt.capture.har import read_har"
    act = 'print(read_har(Path("a.har")).problems)'
    assert grown(imports, act, tmp_path) < MOST


@pytest.mark.parametrize("pattern", ["(?R)", "(a|(?R)b)", "(?P<n>x(?&n))", "(x(?1))"])
def test_a_pattern_that_calls_itself(tmp_path, pattern) -> None:
    imports = (
        "from scrapy_bt.core.regex.patterns import compile_pattern\nfrom scrapy_bt.errors import BTError\n"
        "def search():\n    try:\n        compile_pattern(PATTERN).findall('ab' * 100_000)\n"
        f"    except BTError as error:\n        print(error)\nPATTERN = {pattern!r}"
    )
    assert grown(imports, "search()", tmp_path) < MOST


class Endless(BaseHTTPRequestHandler):
    """`/endless`: a page without an end; `/bomb`: two gigabytes of zeros, packed."""

    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        with suppress(OSError):
            self.send_response(200 if self.path != "/robots.txt" else 404)
            self.send_header("Content-Type", "text/html")
            if self.path == "/bomb":
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            if self.path == "/bomb":
                self.wfile.write(zeros("gzip"))
            for _ in range(3_000 if self.path == "/endless" else 0):
                self.wfile.write(b"<p>more " * (1 << 17))

    def log_message(self, *args: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endless)
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("page", ["endless", "bomb"])
def test_a_page_of_a_crawl_without_an_end(tmp_path, site, page) -> None:
    (tmp_path / "a.bt").write_text(f'main :: and {{ :page  :title }}\npage :: visit "{site}/{page}"\n'
                                   'title :: item { title = css "p::text" }\n')  # fmt: skip
    imports = "from scrapy.cmdline import execute\nfrom scrapy_bt.crawl.spiders import TreeSpider"
    act = 'execute(["scrapy", "bt", "run", "a.bt", "-s", "RETRY_ENABLED=False", "-s", "LOG_LEVEL=INFO"])'
    assert grown(imports, act, tmp_path) < MOST


def test_an_endless_page_of_which_a_rule_is_suggested(tmp_path, site) -> None:
    imports = "from scrapy.cmdline import execute\nfrom scrapy_bt.commands.rules import suggest"
    act = f'execute(["scrapy", "bt", "rules", "suggest", "{site}/endless", "--take", "more"])'
    assert grown(imports, act, tmp_path) < MOST
