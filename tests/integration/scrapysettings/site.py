"""A site that shows what it was asked, and answers in every way that a setting is about."""

from __future__ import annotations

import gzip
import threading
from dataclasses import dataclass
from email.message import Message
from urllib.parse import parse_qs, urlsplit

from tests.serving import Handler


@dataclass(frozen=True)
class Asked:
    """One request."""

    path: str
    headers: Message
    client: str
    tls: tuple[str, str] | None
    """Version and cipher."""


class Log:
    """What was asked since the start of a crawl, and the most requests at once."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.run = 0
        self.reset()

    def reset(self) -> None:
        with self.changed:
            self.asked: list[Asked] = []
            self.busy = self.most = self.held = 0
            self.robots = "User-agent: *\nDisallow:\n"

    def end(self) -> None:
        """Let go who still waits."""
        with self.changed:
            self.run += 1
            self.changed.notify_all()


LOG = Log()


class Site(Handler):
    """Every page has its path in `<p>`."""

    def do_GET(self) -> None:  # noqa: N802 - the name that http.server calls
        address = urlsplit(self.path)
        tls = (self.connection.version(), self.connection.cipher()[0]) if hasattr(self.connection, "cipher") else None
        with LOG.changed:
            LOG.asked.append(Asked(self.path, self.headers, self.client_address[0], tls))
        name = address.path.strip("/").replace(".", "_")
        reply = getattr(self, f"_at_{name}", None)
        if address.path.startswith("/status/"):
            self.answer(int(address.path.rpartition("/")[2]), "<p>status</p>")
        elif reply is not None:
            reply(parse_qs(address.query))
        else:
            self._page()

    def _page(self, *headers: tuple[str, str]) -> None:
        self.answer(200, f"<p>{urlsplit(self.path).path}</p>", *headers)

    def _at_robots_txt(self, query: dict[str, list[str]]) -> None:
        self.answer(200, LOG.robots, kind="text/plain")

    def _at_cookie(self, query: dict[str, list[str]]) -> None:
        self._page(("Set-Cookie", "a=b; Path=/"))

    def _at_cached(self, query: dict[str, list[str]]) -> None:
        self._page(("Cache-Control", query.get("control", ["max-age=1000"])[0]))

    def _at_moved(self, query: dict[str, list[str]]) -> None:
        self.answer(302, "<p>moved</p>", ("Location", "/moved_again"))

    def _at_moved_again(self, query: dict[str, list[str]]) -> None:
        self.answer(302, "<p>moved again</p>", ("Location", "/there"))

    def _at_refresh(self, query: dict[str, list[str]]) -> None:
        self.answer(200, '<meta http-equiv="refresh" content="3; url=/there"><p>refresh</p>')

    def _at_noscript(self, query: dict[str, list[str]]) -> None:
        text = '<noscript><meta http-equiv="refresh" content="0; url=/there"></noscript><p>noscript</p>'
        self.answer(200, text)

    def _at_packed(self, query: dict[str, list[str]]) -> None:
        if "gzip" in self.headers.get("Accept-Encoding", ""):
            self.answer(200, gzip.compress(b"<p>packed</p>", mtime=0), ("Content-Encoding", "gzip"))
        else:
            self.answer(200, "<p>plain</p>")

    def _at_large(self, query: dict[str, list[str]]) -> None:
        self.answer(200, "<p>large</p>" + " " * 5000)

    def _at_rows(self, query: dict[str, list[str]]) -> None:
        self.answer(200, "".join(f"<p>{number}</p>" for number in range(6)))

    def _at_short(self, query: dict[str, list[str]]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"<p>short</p>")
        self.close_connection = True

    def _at_never(self, query: dict[str, list[str]]) -> None:
        with LOG.changed:
            run = LOG.run
            LOG.changed.wait_for(lambda: LOG.run != run)

    def _at_held(self, query: dict[str, list[str]]) -> None:
        """Answers when as many requests are here as `of` says, so that they are sent together or never."""
        of = int(query["of"][0])
        with LOG.changed:
            run = LOG.run
            LOG.busy += 1
            LOG.held += 1
            LOG.most = max(LOG.most, LOG.busy)
            together = -(-LOG.held // of) * of
            LOG.changed.notify_all()
            LOG.changed.wait_for(lambda: LOG.held >= together or LOG.run != run)
            LOG.busy -= 1
        self._page()
