"""Pages that go wrong on purpose."""

from __future__ import annotations

import math
from collections import Counter

from scrapy_bt.testing.site.exchange import Ask, Reply, send_to, show
from scrapy_bt.testing.site.markup import frame
from scrapy_bt.testing.site.sections.section import Section, message_reply, not_found, page_number

MOST = 100

ABOUT = (
    ("500-until/2?key=a", "fails with 500 the first two times for each key, then works"),
    ("429?key=a", "answers 429 with Retry-After until it was left alone that long, then works; each key apart"),
    ("timeout", "accepts the request and says nothing for a long time"),
    ("404", "is not there"),
    ("empty", "is there, but the element <code>p.result</code> that all working pages here have is missing"),
    ("drop", "closes the connection without an answer"),
    ("redirect/3", "works after three redirects"),
    ("status/418", "answers with the status code you name, from 200 to 599"),
)


class TroubleSection(Section):
    """One path for each thing that goes wrong; all methods are treated alike."""

    names = ("trouble",)
    summary = (
        'Pages that <a href="/trouble/">go wrong on purpose</a>: errors that pass, too many requests, silence, closed '
        "connections, redirects, an element that is missing, and any status code."
    )

    def __init__(self) -> None:
        self.fixed = {"/trouble/": show(_write_index())}
        self._failures: Counter[tuple[str, int]] = Counter()
        self._asked_first: dict[str, float] = {}

    def answer(self, ask: Ask) -> Reply:
        match ask.parts[1:]:
            case ("500-until", times):
                return self._fail_at_first(ask, times)
            case ("429",):
                return self._want_patience(ask)
            case ("timeout",):
                late = _work(f"This answer took {ask.settings.hang_seconds:g} seconds.")
                return Reply(late.body, work=ask.settings.hang_seconds)
            case ("empty",):
                return show(frame("Empty", "<h1>Empty</h1>\n<p>All is well, but what you look for is not here.</p>"))
            case ("drop",):
                return Reply(drops=True)
            case ("redirect", text):
                return _redirect(ask, text)
            case ("status", text):
                return _answer_status(ask, text)
            case _:
                return self.refuse(ask)

    def reset(self) -> None:
        self._failures.clear()
        self._asked_first.clear()

    def _fail_at_first(self, ask: Ask, text: str) -> Reply:
        times = 0 if text == "0" else page_number(text, pages=MOST)
        if times is None:
            return not_found(ask)
        key = (ask.query.get("key", ""), times)
        if self._failures[key] < times:
            self._failures[key] += 1
            return message_reply("Server error", f"Failure {self._failures[key]} of {times}.", status=500)
        return _work(f"It works after {times} failures.")

    def _want_patience(self, ask: Ask) -> Reply:
        since = self._asked_first.setdefault(ask.query.get("key", ""), ask.now)
        left = since + ask.settings.retry_after - ask.now
        if left <= 0:
            return _work("Thank you for waiting.")
        # The header knows whole seconds only, and a client that waits them must not come too early.
        headers = {"Retry-After": str(math.ceil(left))}
        return message_reply("Too many requests", f"Come back in {left:.1f} seconds.", status=429, headers=headers)


def _redirect(ask: Ask, text: str) -> Reply:
    if text == "0":
        return _work("The last redirect led here.")
    times = page_number(text, pages=MOST)
    return send_to(f"/trouble/redirect/{times - 1}") if times else not_found(ask)


def _answer_status(ask: Ask, text: str) -> Reply:
    status = page_number(text, pages=599)
    if status is None or status < 200:
        return not_found(ask)
    if status in (204, 304):
        return Reply(status=status)
    if status == 200:
        return _work("This is status 200.")
    return message_reply(f"Status {status}", f"This is status {status}, as asked.", status=status)


def _work(text: str) -> Reply:
    return show(frame("It works", f'<h1>It works</h1>\n<p class="result">{text}</p>'))


def _write_index() -> str:
    rows = "\n".join(
        f'<tr><td><a href="/trouble/{path}">/trouble/{path}</a></td><td>{meaning}</td></tr>' for path, meaning in ABOUT
    )
    table = f'<table id="troubles">\n{rows}\n</table>'
    return frame("TroubleSection", f"<h1>Trouble</h1>\n<p>Pages that work have a <code>p.result</code>.</p>\n{table}")
