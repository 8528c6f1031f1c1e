"""A site behind four proxies, in one process: it refuses two of them in one section and is slow for one in another.

Each proxy is a port of its own. A list page shows links to items of three sections and to the next list; what has to be
known of delays and refusals is measured here, where it cannot depend on who asks. `python -m benchmarks.dispatch_site`
prints the ports and takes orders as lines: `open` lets lists be answered, `counts` prints them.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from typing import Any

WORKERS, LISTS, ITEMS = 4, 10, 24
"""Proxies, list pages, and links to items on each."""
SECTIONS = ("open", "guarded", "media")
REFUSED, SLOWED = {0, 1}, 2
"""Proxies that are refused in `guarded`, and the one that `media` is slow for."""
USUAL, SLOW, REFUSAL, BETWEEN_LISTS = 0.4, 4.0, 0.1, 2.0
"""Seconds."""

_PATH = re.compile(rb"GET (?:http://[^/ ]+)?/(\w+)/(\d+)")


class Site:
    """What was listed, answered and refused."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.listed: dict[tuple[str, int], float] = {}
        self.delays: dict[tuple[str, int], float] = {}
        self.refused = 0
        self.begun = self.ended = 0.0

    async def answer(self, proxy: int, section: str, number: int) -> tuple[int, bytes]:
        """Status and page of a request that came through a proxy."""
        if section == "list":
            return 200, await self._list(number)
        if section == "guarded" and proxy in REFUSED:
            await asyncio.sleep(REFUSAL)
            self.refused += 1
            return 403, b"refused"
        await asyncio.sleep(SLOW if section == "media" and proxy == SLOWED else USUAL)
        now = time.monotonic()
        self.delays.setdefault((section, number), now - self.listed.get((section, number), now))
        self.ended = now
        return 200, b"<h1>item</h1>"

    def counts(self) -> dict[str, Any]:
        """Mean and p95 of the delays from a link's list to its page, refusals, pages, and the seconds of the crawl.

        A page that was given up counts as late as the last one.
        """
        late = [self.ended - listed for link, listed in self.listed.items() if link not in self.delays]
        delays = sorted([*self.delays.values(), *late]) or [0.0]
        return {
            "mean": sum(delays) / len(delays),
            "p95": delays[int(0.95 * (len(delays) - 1))],
            "refused": self.refused,
            "pages": len(self.delays),
            "seconds": self.ended - self.begun,
        }

    async def _list(self, number: int) -> bytes:
        await self.opened.wait()
        self.begun = self.begun or time.monotonic()
        await asyncio.sleep(BETWEEN_LISTS)
        items = [(SECTIONS[at % len(SECTIONS)], number * ITEMS + at) for at in range(ITEMS)]
        now = time.monotonic()
        self.listed.update(dict.fromkeys(items, now))
        links = [f"/{section}/{item}" for section, item in items]
        if number + 1 < LISTS:
            links.insert(0, f"/list/{number + 1}")
        return "".join(f'<a href="{link}">{link}</a>' for link in links).encode()


async def serve() -> None:
    """Until the input ends."""
    site = Site()
    ports = []
    for proxy in range(WORKERS):

        async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, proxy: int = proxy) -> None:
            try:
                while head := await reader.readuntil(b"\r\n\r\n"):
                    found = _PATH.match(head)
                    status, page = (
                        (404, b"") if found is None else await site.answer(proxy, found[1].decode(), int(found[2]))
                    )
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
            site.opened.set()
        print(json.dumps(site.counts()), flush=True)


if __name__ == "__main__":
    asyncio.run(serve())
