"""Recordings built by hand, and what sources derive from them."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar
from urllib.parse import urlencode

from scrapy_bt.core.inference.blackboard.facts import Fact
from scrapy_bt.core.inference.blackboard.source import KnowledgeSource, Post
from scrapy_bt.core.inference.findings import Finding, Noise, Step
from scrapy_bt.core.inference.steps.series import Series
from scrapy_bt.core.samples.traffic import Answer, Element, Event, Exchange, Recording, Sent

SITE = "https://shop.test"
AnyFinding = TypeVar("AnyFinding")


def answer(
    url: str,
    body: str | bytes | Any = "",
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    cookies: Mapping[str, str] | None = None,
) -> Answer:
    """An answer: a text is HTML, other data is JSON."""
    kind = "text/html; charset=utf-8" if isinstance(body, str) else "application/octet-stream"
    if not isinstance(body, (str, bytes)):
        kind, body = "application/json", json.dumps(body)
    pairs = {"Content-Type": kind, **(headers or {})}
    set_cookies = tuple(("Set-Cookie", f"{name}={value}; Path=/") for name, value in (cookies or {}).items())
    data = body.encode() if isinstance(body, str) else body
    return Answer(status, url, (*pairs.items(), *set_cookies), data)


def ask(
    path: str,
    body: str | bytes | Any = "",
    *,
    method: str = "",
    form: Mapping[str, str] | None = None,
    data: Any = None,
    sends: Mapping[str, str] | None = None,
    cookies: Mapping[str, str] | None = None,
    gives: Mapping[str, str] | None = None,
    sets: Mapping[str, str] | None = None,
    status: int = 200,
    kind: str = "document",
    at: float = -1.0,
    seconds: float = 0.1,
    hops: Sequence[Exchange] = (),
    lands: str = "",
) -> Exchange:
    """An exchange: *form* or *data* (JSON) is what is sent, *sends* and *gives* are headers, *sets* cookies."""
    url = path if "://" in path else SITE + path
    headers = list((sends or {}).items())
    content = None
    if form is not None:
        headers.append(("Content-Type", "application/x-www-form-urlencoded"))
        content = urlencode(form).encode()
    elif data is not None:
        headers.append(("Content-Type", "application/json"))
        content = json.dumps(data).encode()
    if cookies:
        headers.append(("Cookie", "; ".join(f"{name}={value}" for name, value in cookies.items())))
    sent = Sent(method or ("GET" if content is None else "POST"), url, tuple(headers), content)
    given = answer(lands or url, body, status=status, headers=gives, cookies=sets)
    return Exchange(0, sent, given, at, seconds, kind, hops=tuple(hops))


def web_token(claims: Mapping[str, Any]) -> str:
    """A JSON Web Token."""
    parts = (json.dumps(part).encode() for part in ({"alg": "HS256"}, claims))
    return ".".join((*(urlsafe_b64encode(part).decode().rstrip("=") for part in parts), "c2lnbmF0dXJl"))


def record(*exchanges: Exchange, events: Iterable[Event] = (), name: str = "first") -> Recording:
    """A recording of these exchanges, one second apart where no time is given."""
    placed = [
        replace(exchange, index=index, started=1_700_000_000.0 + (index if exchange.started < 0 else exchange.started))
        for index, exchange in enumerate(exchanges)
    ]
    return Recording(name, tuple(placed), tuple(replace(event, at=1_700_000_000.0 + event.at) for event in events))


def series(*exchanges: Exchange, first: int = 0, again: Sequence[int] = ()) -> Series:
    """Exchanges that are the pages of a series, at the steps from *first* on; *again*: those of its second page."""
    return Series(0, tuple(enumerate(exchanges, first)), dict.fromkeys(again, first + 1))


def list_page(number: int) -> str:
    """The three rows of a page of a list, which name its number."""
    rows = "".join(
        f'<li class="row"><b class="name">r{number}{place}</b><i class="size">{place}{number}</i></li>'
        for place in "abc"
    )
    return f'<ul class="rows">{rows}</ul>'


def linked_page(number: int, *, last: int = 9) -> Exchange:
    """A page of a list, with links to the pages before and after it."""
    before = f'<li class="previous"><a href="/list/{number - 1}/">back</a></li>' if number > 1 else ""
    after = f'<li class="next"><a href="/list/{number + 1}/">on</a></li>' if number < last else ""
    return ask(f"/list/{number}/", f"{list_page(number)}<ol>{before}{after}</ol>")


def event(
    at: float, type_: str, tag: str = "input", value: str | None = None, *, text: str = "", **attributes: str
) -> Event:
    """Something that the person did; underscores at the end of names of attributes are cut."""
    own = {name.rstrip("_"): given for name, given in attributes.items()}
    label = own.pop("label", "")
    url, url_after = own.pop("url", f"{SITE}/"), own.pop("url_after", "")
    path = own.pop("path", f"body > form > {tag}")
    return Event(at, type_, url, Element(tag, path, own, text, label), value, url_after=url_after)


class Known:
    """A blackboard that refutes nothing."""

    def __init__(self, recordings: Sequence[Recording]) -> None:
        self.recordings = tuple(recordings)
        self.all: list[Fact] = []
        self._known: set[Finding] = set()

    def facts(self, kind: type[Any]) -> list[Fact]:
        return [fact for fact in self.all if isinstance(fact.finding, kind)]

    def findings(self, kind: type[AnyFinding]) -> list[AnyFinding]:
        return [fact.finding for fact in self.all if isinstance(fact.finding, kind)]

    def exchange(self, step: int, recording: int) -> Exchange | None:
        for known in self.findings(Step):
            if known.number == step:
                index = known.exchanges[recording]
                return None if index is None else self.recordings[recording].exchanges[index]
        return None

    def is_refuted(self, finding: Finding) -> bool:
        return False

    def post(self, post: Post, source: str = "test") -> bool:
        """Keep a finding; false if it is known."""
        if post.finding in self._known:
            return False
        self._known.add(post.finding)
        self.all.append(Fact(len(self.all), post.finding, source, post.why, post.because))
        return True

    def tell(self, *findings: Finding) -> Known:
        """Keep findings that a test gives."""
        for finding in findings:
            self.post(Post(finding, "given"))
        return self


def infer(
    recordings: Sequence[Recording], *sources: KnowledgeSource, rounds: int = 5, known: Known | None = None
) -> Known:
    """What sources derive, each in turn, until nothing new comes."""
    known = known or Known(recordings)
    for _ in range(rounds):
        fresh = [
            known.post(post, source.name)
            for source in sources
            if source.applies(known.recordings)
            for post in list(source.derive(known))
        ]
        if not any(fresh):
            return known
    raise AssertionError(f"no end after {rounds} rounds")


def noise(known: Known, recording: int = 0) -> set[int]:
    """The exchanges of a recording that are noise."""
    return {found.exchange for found in known.findings(Noise) if found.recording == recording}
