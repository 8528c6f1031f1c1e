"""What recordings of a real browser have beside the workflow: a page loaded anew, data of others, lost content."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from urllib.parse import urlsplit

from scrapy_bt.core.samples.traffic import Answer, Exchange, Recording, Sent

Disturbance = Callable[[Recording, int], Recording]
"""Changes a recording; takes its number, too."""


def loaded_anew(recording: Recording, number: int) -> Recording:
    """The last page or data of the first recording is asked for once more."""
    last = recording.exchanges[-1]
    return (
        recording if number else _numbered(recording, *recording.exchanges, replace(last, started=last.started + 0.6))
    )


def beside_others(recording: Recording, number: int) -> Recording:
    """After each request, a script of somebody else reports, and asks which features are on."""
    random = Random(number)
    mixed = []
    for exchange in recording.exchanges:
        at = exchange.started
        report = json.dumps({"cid": random.randrange(10**12), "url": exchange.sent.url, "ts": at}).encode()
        flags = json.dumps({"flags": [{"name": f"feature {n}", "on": bool(random.randrange(2))} for n in range(6)]})
        mixed += [
            exchange,
            _others(f"https://stats.example/collect?_p={random.randrange(10**9)}", at + 0.06, b"", sends=report),
            _others(f"https://flags.example/flags.json?u={random.randrange(10**9)}", at + 0.07, flags.encode()),
        ]
    return _numbered(recording, *mixed)


def visited_elsewhere(recording: Recording, number: int) -> Recording:
    """In the second recording somebody looks at a page of the site that has nothing to do with it."""
    if not number:
        return recording
    *before, last = recording.exchanges
    site = "{0.scheme}://{0.netloc}".format(urlsplit(last.sent.url))
    page = b"<title>About us</title><h1>About us</h1><ul><li>Our shop</li><li>Our people</li><li>Jobs</li></ul>"
    return _numbered(recording, *before, _others(f"{site}/about-us", last.started - 0.4, page, is_page=True), last)


def first_lost(recording: Recording, number: int) -> Recording:
    """In the first recording the browser has not kept the content of the first page."""
    first, *behind = recording.exchanges
    lost = replace(first, answer=first.answer and replace(first.answer, body=None))
    return recording if number else _numbered(recording, lost, *behind)


def login_lost(recording: Recording, _: int) -> Recording:
    """The browser has not kept what the login was answered, as Chrome does when the next page is opened."""
    exchanges = (
        replace(each, answer=replace(each.answer, body=None)) if each.sent.method == "POST" and each.answer else each
        for each in recording.exchanges
    )
    return _numbered(recording, *exchanges)


def first_cut_off(recording: Recording, number: int) -> Recording:
    """The first recording's file ends in the middle."""
    return recording if number else replace(_begun(recording), is_cut=True)


def first_left_early(recording: Recording, number: int) -> Recording:
    """Whoever made the first recording stopped before the end."""
    return recording if number else _begun(recording)


def _begun(recording: Recording) -> Recording:
    return replace(recording, exchanges=recording.exchanges[:1])


def _others(url: str, at: float, body: bytes, *, sends: bytes | None = None, is_page: bool = False) -> Exchange:
    kind = "text/html" if is_page else "application/json" if body else "text/plain"
    sent = Sent("GET" if sends is None else "POST", url, (("Accept", "*/*"),), sends)
    answer = Answer(200 if body else 204, url, (("Content-Type", kind),), body)
    return Exchange(0, sent, answer, at, 0.05, "document" if is_page else "xhr")


def _numbered(recording: Recording, *exchanges: Exchange) -> Recording:
    return replace(recording, exchanges=tuple(replace(each, index=index) for index, each in enumerate(exchanges)))
