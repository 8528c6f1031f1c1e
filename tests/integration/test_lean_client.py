"""The lean client over a long time and against servers that others wrote."""

import asyncio
import gc
import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler

from scrapy_bt.engine.http.handler import LeanDownloadHandler
from scrapy_bt.testing.ports import pick_port
from tests.scripted import END, RESET, answer, scripted

REQUESTS = int(os.environ.get("CLIENT_REQUESTS", "2000"))
"""100,000 in the long variant."""
APACHE = shutil.which("apache2")
CONF = """
ServerName h.test
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/errors
DocumentRoot {folder}
KeepAlive On
KeepAliveTimeout 1
LoadModule mpm_event_module {modules}/mod_mpm_event.so
LoadModule authz_core_module {modules}/mod_authz_core.so
LoadModule deflate_module {modules}/mod_deflate.so
LoadModule filter_module {modules}/mod_filter.so
LoadModule dir_module {modules}/mod_dir.so
AddOutputFilterByType DEFLATE text/html
<Location /packed>
  SetOutputFilter DEFLATE
</Location>
"""
MODULES = Path("/usr/lib/apache2/modules")


def make_handler():
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False})
    return LeanDownloadHandler.from_crawler(crawler)


def count_objects():
    gc.collect()
    return len(gc.get_objects()), sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_nothing_is_left_of_many_requests_whatever_becomes_of_them():
    """Objects and open files, by the end, are those of a tenth of the way."""
    chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    kinds = [
        *[answer(b"x" * 5000)] * 12,
        chunked + b"3\r\nabc\r\n0\r\n\r\n",
        [b"HTTP/1.1 200 OK\r\n\r\nopen", END],
        [chunked + b"3\r\nab", END],
        [b"nonsense\r\n\r\n", END],
        [RESET],
        answer(b"bye", b"Connection: close"),
    ]

    async def crawl():
        handler = make_handler()
        seen = []
        async with scripted(*kinds * (REQUESTS // len(kinds)), answer()) as site:

            async def ask(number):
                try:
                    await handler.download_request(Request(site.url(f"/{number}"), meta={"download_timeout": 150}))
                except Exception as error:  # noqa: BLE001  # which they are is shown elsewhere
                    return type(error).__name__
                return "response"

            outcomes = set()
            for begin in range(0, REQUESTS, 20):
                outcomes |= set(await asyncio.gather(*map(ask, range(begin, begin + 20))))
                site.requests.clear()
                if begin in (REQUESTS // 10, REQUESTS - 20):
                    await asyncio.sleep(0.05)
                    seen.append(count_objects())
        await handler.close()
        return seen, outcomes

    (early, late), outcomes = asyncio.run(crawl())
    assert outcomes == {"response", "DownloadFailedError", "ResponseDataLossError"}
    # A script is a list of the test, not of the client: they become fewer.
    assert late[0] - early[0] < 1000
    assert late[1] - early[1] < 50


@pytest.fixture
def apache(tmp_path):
    if APACHE is None or not MODULES.is_dir():
        pytest.skip("Apache is not installed")
    port = pick_port()
    tmp_path.chmod(0o755)
    (tmp_path / "conf").write_text(CONF.format(port=port, folder=tmp_path, modules=MODULES))
    (tmp_path / "page.html").write_text("<p>page</p>" * 1000)
    (tmp_path / "packed").write_text("text" * 1000)
    with subprocess.Popen([APACHE, "-f", str(tmp_path / "conf"), "-DFOREGROUND"], stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(port, process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def wait_for(port, process):
    while not is_listening(port):
        assert process.poll() is None, "Apache did not start"


def is_listening(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def test_apache_is_understood(apache):
    async def crawl():
        handler = make_handler()
        ask = handler.download_request
        page = await ask(Request(f"{apache}/page.html"))
        packed = await ask(Request(f"{apache}/packed", headers={"Accept-Encoding": "gzip"}))
        head = await ask(Request(f"{apache}/page.html", method="HEAD"))
        missing = await ask(Request(f"{apache}/none"))
        same = await ask(Request(f"{apache}/page.html", headers={"If-None-Match": page.headers["ETag"]}))
        part = await ask(Request(f"{apache}/page.html", headers={"Range": "bytes=0-9"}))
        refused = await ask(Request(f"{apache}/page.html", method="DELETE"))
        await asyncio.sleep(1.5)  # Apache ends the connection meanwhile
        again = await ask(Request(f"{apache}/page.html"))
        await handler.close()
        return page, packed, head, missing, same, part, refused, again

    page, packed, head, missing, same, part, refused, again = asyncio.run(crawl())
    assert page.body == again.body == b"<p>page</p>" * 1000
    assert (packed.headers["Content-Encoding"], len(packed.body) < 4000) == (b"gzip", True)
    assert (head.body, head.headers["Content-Length"]) == (b"", b"11000")
    assert (missing.status, same.status, same.body) == (404, 304, b"")
    assert (part.status, part.body, refused.status) == (206, page.body[:10], 405)
