"""A generated site in a process of its own, which notes every fetch: `python -m tests.integration.faults.site`.

`/list/N` links to items; an item needs a login, some are busy at first, some are gone; `/done/N` follows them.
"""

import asyncio
import json
import math
import secrets
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parents[3]

BUSY_EVERY, GONE_EVERY = 20, 97
"""Every so-many-th item answers 503 once, and 404 always."""


def is_busy(number, place, size):
    return (number * size + place) % BUSY_EVERY == 7


def is_gone(number, place, size):
    return (number * size + place) % GONE_EVERY == 11


class Pages:
    """What there is, and what was asked for; *size* items a list."""

    def __init__(self, size, seconds):
        self.size, self.seconds = size, seconds
        self.fetches = []
        """(seconds, path, status, who) in the order of the answers."""
        self.was_busy = set()
        self.logins = set()
        self.under_way, self.most = Counter(), Counter()
        self.held = {}
        """By kind, or by kind and who asks, what its answers wait for."""
        self.begun, self.allowed, self.is_allowed = 0, math.inf, asyncio.Condition()

    async def answer(self, path, headers):
        """Status, further headers and text."""
        kind, _, rest = path.removeprefix("/").partition("/")
        kinds = (kind, f"{kind}/{headers.get('user-agent')}")
        for each in kinds:
            self.under_way[each] += 1
            self.most[each] = max(self.most[each], self.under_way[each])
        try:
            await asyncio.sleep(self.seconds)
            for each in kinds:
                if each in self.held:
                    await self.held[each].wait()
            async with self.is_allowed:
                await self.is_allowed.wait_for(lambda: self.begun < self.allowed)
                self.begun += 1
        finally:
            for each in kinds:
                self.under_way[each] -= 1
        status, more, text = self.make(kind, rest, headers)
        self.fetches.append((time.time(), path, status, headers.get("user-agent", "")))
        return status, more, text

    def make(self, kind, rest, headers):
        if kind == "login":
            name = secrets.token_hex(8)
            self.logins.add(name)
            return 200, f"Set-Cookie: login={name}; Path=/\r\n", "<h1>welcome</h1>"
        if kind == "list":
            return 200, "", "".join(f"<a href='/item/{rest}-{place}'>{place}</a>" for place in range(self.size))
        if kind == "walk":
            links = [2 * int(rest) + 1, 2 * int(rest) + 2]
            return 200, "", f"<h1>{rest}</h1>" + "".join(f"<a href='/walk/{at}'>{at}</a>" for at in links)
        if kind == "item":
            number, place = (int(part) for part in rest.split("-"))
            if not any(f"login={name}" in headers.get("cookie", "") for name in self.logins):
                return 403, "", "log in"
            if is_gone(number, place, self.size):
                return 404, "", "gone"
            if is_busy(number, place, self.size) and rest not in self.was_busy:
                self.was_busy.add(rest)
                return 503, "", "busy"
        return 200, "", f"<h1>{kind} {rest}</h1>"

    async def allow(self, count):
        async with self.is_allowed:
            self.allowed = count
            self.is_allowed.notify_all()

    async def steer(self, path):
        if path == "/_fetches":
            return json.dumps({"fetches": self.fetches, "most": self.most})
        if path == "/_count":
            return json.dumps(len(self.fetches))
        if path == "/_expire":
            self.logins.clear()
        elif path.startswith("/_hold/"):
            self.held[path.removeprefix("/_hold/")] = asyncio.Event()
        elif path.startswith("/_release/"):
            self.held.pop(path.removeprefix("/_release/")).set()
        elif path.startswith("/_allow/"):
            await self.allow(float(path.rpartition("/")[2]))
        return "null"


async def converse(pages, reader, writer):
    try:
        while True:
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            path = first.split(" ")[1]
            headers = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in lines if line}
            if path.startswith("/_"):
                status, more, text = 200, "", await pages.steer(path)
            else:
                status, more, text = await pages.answer(path, headers)
            head = f"HTTP/1.1 {status} Status\r\nContent-Type: text/html\r\nContent-Length: {len(text)}\r\n{more}\r\n"
            writer.write((head + text).encode())
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def serve(size, seconds):
    pages = Pages(size, seconds)
    server = await asyncio.start_server(lambda *streams: converse(pages, *streams), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    # It ends with whoever started it.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


class Site:
    """The site's process, as long as the `with` block."""

    def __init__(self, *, size=99, seconds=0.002):
        self.size = size
        self._command = [sys.executable, "-m", "tests.integration.faults.site", str(size), str(seconds)]

    def __enter__(self):
        self._process = subprocess.Popen(self._command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"
        self._open = build_opener(ProxyHandler({})).open
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

    def ask(self, path, **query):
        with self._open(self.url + path + ("?" + urlencode(query) if query else "")) as answer:
            return json.loads(answer.read())

    def count(self):
        """Fetches up to now."""
        return self.ask("/_count")

    def fetches(self):
        """(seconds, path, status, who) of each, and the most at once by kind: `item`, or `item/w2` of a worker."""
        told = self.ask("/_fetches")
        return [tuple(fetch) for fetch in told["fetches"]], told["most"]

    def expire(self):
        """No login counts any more."""
        self.ask("/_expire")

    def hold(self, kind):
        """Pages of a kind (`item`), or of a kind for one worker (`item/w2`), are not answered until `release`."""
        self.ask(f"/_hold/{kind}")

    def release(self, kind):
        self.ask(f"/_release/{kind}")

    def allow(self, count=math.inf):
        """So many fetches are answered in all, and no more until this is called again."""
        self.ask(f"/_allow/{count}")


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2])))
