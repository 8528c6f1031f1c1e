"""Four proxies before the practice site, in one process, each of which the site treats in its own way.

Each proxy is a port. Pages of links are made here, and what has to be known of delays and refusals is measured here,
where it cannot depend on who asks. `python -m benchmarks.dispatch_site SITE TREATMENT` prints the ports and takes
orders as lines: `open` lets pages of links be answered, `counts` prints what was measured, `late` does so when the last
worker is to come.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from typing import Any
from urllib.parse import urlsplit

from benchmarks.dispatch_treatments import BY_NAME, HOSTS, LINKS, SECTIONS, WORKERS, Treatment

SLOW, REFUSAL = 4.0, 0.1
"""Seconds."""
_PATH = re.compile(rb"GET http://([^/ ]+)(/(?:plain/)?(\w+)/(\d+)/\S*)")
_FEWEST = 3
"""Pages that each section of the practice site has at least."""


class Proxies:
    """What was listed, answered and refused."""

    def __init__(self, site: str, treatment: Treatment) -> None:
        self._site, self._treatment = urlsplit(site), treatment
        self.opened = asyncio.Event()
        self.listed: dict[str, float] = {}
        self.delays: dict[str, float] = {}
        self.refused = 0
        self.begun = self.ended = 0.0

    async def answer(self, proxy: int, request: re.Match[bytes]) -> tuple[int, bytes]:
        """Status and page of a request that came through a proxy."""
        host, path, section, number = (part.decode() for part in request.groups())
        if section == "links":
            return 200, await self._links(int(number))
        if self._treatment.is_refused(proxy, host, section, time.time() - self.begun):
            await asyncio.sleep(REFUSAL)
            self.refused += 1
            return 403, b"refused"
        if self._treatment.is_slow(proxy, host, section):
            await asyncio.sleep(SLOW)
        status, page = await self._fetch(path)
        url, now = f"http://{host}{path}", time.time()
        self.delays.setdefault(url, now - self.listed.get(url, now))
        self.ended = now
        return status, page

    def counts(self) -> dict[str, Any]:
        """Mean and p95 of the delays from a link to its page, refusals, pages, and the seconds of the crawl.

        A page that was given up counts as late as the last one. Beside these when each link was shown.
        """
        late = [self.ended - listed for link, listed in self.listed.items() if link not in self.delays]
        delays = sorted([*self.delays.values(), *late]) or [0.0]
        return {
            "mean": sum(delays) / len(delays),
            "p95": delays[int(0.95 * (len(delays) - 1))],
            "refused": self.refused,
            "given up": len(late),
            "seconds": self.ended - self.begun,
            "listed": sorted(self.listed.values()),
        }

    async def _links(self, number: int) -> bytes:
        await self.opened.wait()
        self.begun = self.begun or time.time()
        due = self._treatment.due
        await asyncio.sleep(max(0.0, self.begun + due[number] - time.time()))
        urls = [_url(number * LINKS + at) for at in range(LINKS)]
        now = time.time()
        self.listed.update((url, now) for url in urls if url not in self.listed)
        if number + 1 < len(due):
            urls.insert(0, f"http://{HOSTS[0]}/links/{number + 1}/")
        return "".join(f'<a href="{url}">{url}</a>' for url in urls).encode()

    async def _fetch(self, path: str) -> tuple[int, bytes]:
        reader, writer = await asyncio.open_connection(self._site.hostname, self._site.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self._site.netloc}\r\nConnection: close\r\n\r\n".encode())
        head, _, page = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        return int(head.split()[1]), page


def _url(number: int) -> str:
    host, section = HOSTS[number % len(HOSTS)], SECTIONS[number // len(HOSTS) % len(SECTIONS)]
    return f"http://{host}/plain/{section}/{number % _FEWEST}/?number={number}"


async def serve(site: str, treatment: str) -> None:
    """Until the input ends."""
    proxies = Proxies(site, BY_NAME[treatment])
    ports = []
    for proxy in range(WORKERS):

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, proxy: int = proxy) -> None:
            try:
                while head := await reader.readuntil(b"\r\n\r\n"):
                    found = _PATH.match(head)
                    status, page = (404, b"") if found is None else await proxies.answer(proxy, found)
                    writer.write(
                        b"HTTP/1.1 %d X\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % (status, len(page))
                        + page
                    )
                    await writer.drain()
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()

        server = await asyncio.start_server(talk, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
    print(json.dumps(ports), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        if line.strip() == "open":
            proxies.opened.set()
        if line.strip() == "late":
            await asyncio.sleep(BY_NAME[treatment].late)
        print(json.dumps(proxies.counts()), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
