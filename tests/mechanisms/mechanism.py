"""What a mechanism declares: a site, how it is browsed, what is true; and the browser that records it."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from scrapy_bt.core.samples.traffic import Answer, Element, Event, Headers, Recording, Sent
from tests.pure_site import BROWSER, Browser, Site, cookies_of, over_http

SITE = "https://site.test"
Row = tuple[str, ...]
"""The texts that one record has to hold, each as the whole of a field."""


@dataclass(frozen=True)
class Mechanism:
    """*browse* and *records* take the entries of an input as keyword arguments; *serve* makes a site with its state."""

    name: str
    serve: Callable[[], Site]
    browse: Callable[..., None]
    inputs: tuple[Mapping[str, Any], ...]
    other: Mapping[str, str]
    """What the tree is run with; its entries are matched to arguments by what was recorded for them."""
    records: Callable[..., Sequence[Row]]


@dataclass(frozen=True)
class Asked:
    """A request as a site reads it."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    form: Mapping[str, list[str]]
    data: Any
    cookies: Mapping[str, str]
    sent: Sent

    def one(self, name: str, default: str = "") -> str:
        """A field of the query or of the form."""
        return ((self.query.get(name) or self.form.get(name)) or [default])[0]

    def header(self, name: str) -> str:
        return self.sent.header(name) or ""


def read(sent: Sent) -> Asked:
    parts = urlsplit(sent.url)
    body = (sent.body or b"").decode()
    is_json = "json" in (sent.header("content-type") or "")
    return Asked(
        sent.method,
        parts.path,
        parse_qs(parts.query, keep_blank_values=True),
        {} if is_json else parse_qs(body, keep_blank_values=True),
        _parsed(body) if is_json else None,
        cookies_of(sent),
        sent,
    )


def _parsed(body: str) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def as_site(answer: Callable[[Asked], Answer]) -> Site:
    return lambda sent: answer(read(sent))


def html(body: str, *, status: int = 200, head: str = "", cookies: Mapping[str, str] | None = None) -> Answer:
    headers = (("Content-Type", "text/html; charset=utf-8"), *_set(cookies))
    page = f"<!doctype html><html><head><title>Practice</title>{head}</head><body>{body}</body></html>"
    return Answer(status, "", headers, page.encode())


def data(value: Any, *, status: int = 200, headers: Headers = (), cookies: Mapping[str, str] | None = None) -> Answer:
    kind = (("Content-Type", "application/json"), *headers, *_set(cookies))
    return Answer(status, "", kind, json.dumps(value).encode())


def _set(cookies: Mapping[str, str] | None) -> Headers:
    return tuple(("Set-Cookie", f"{name}={value}; Path=/") for name, value in (cookies or {}).items())


def options(names: Sequence[str]) -> str:
    return "".join(f'<option value="{name}">{name}</option>' for name in names)


class Visitor(Browser):
    """A browser that says where it comes from, as browsers do, and whose scripts ask for data."""

    def __init__(self, site: Site = over_http, name: str = "recording", *, base: str = SITE) -> None:
        super().__init__(site, name, base=base)
        self._page = ""
        self._events: list[Event] = []
        self._screen: Answer | None = None
        self._credentials = ""

    def sign_in(self, name: str, secret: str, *, in_address: bool = False) -> None:
        """Answer the browser's own dialog, or write both into the address, where headers are not told."""
        if in_address:
            self._base = self._base.replace("://", f"://{quote(name, safe='')}:{quote(secret, safe='')}@")
        else:
            self._credentials = b64encode(f"{name}:{secret}".encode()).decode()

    def visit(self, path: str, **query: Any) -> Answer:
        """Open a page: type its address, or follow a link."""
        asked = f"?{urlencode(query, doseq=True)}" if query else ""
        return self._open(Sent("GET", self._absolute(path + asked), self._with({}, "navigate")))

    def submit(self, path: str, /, **form: Any) -> Answer:
        """Send a form."""
        headers = self._with({"Content-Type": "application/x-www-form-urlencoded"}, "navigate")
        return self._open(Sent("POST", self._absolute(path), headers, urlencode(form, doseq=True).encode()))

    def fetch(self, path: str, method: str = "", *, send: Any = None, **headers: str) -> Answer:
        """What a script of the page asks for; *send*: JSON, or a form as bytes."""
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        body = None
        if send is not None:
            kind = "application/x-www-form-urlencoded" if isinstance(send, bytes) else "application/json"
            own = {"Content-Type": kind, **own}
            body = send if isinstance(send, bytes) else json.dumps(send).encode()
        method = method or ("GET" if body is None else "POST")
        return self._visit(Sent(method, self._absolute(path), self._with(own, "cors"), body), "xhr")

    def now(self) -> int:
        """Milliseconds since the epoch, as a script reads its clock."""
        return 1_700_000_000_000 + 1000 * len(self._exchanges) + 7

    def forget(self) -> None:
        """Leave the last page before the browser has kept its content."""
        last = self._exchanges[-1]
        self._exchanges[-1] = replace(last, answer=replace(last.answer, body=None))

    def type(self, name: str, text: str) -> None:
        """Fill a field of the page."""
        at = 1_700_000_000.5 + len(self._exchanges)
        element = Element("input", f"body > input[name={name}]", {"name": name, "type": "text"})
        self._events.append(Event(at, "change", self._page, element, text))

    def act(self, event: Event) -> None:
        """What else a person does."""
        self._events.append(event)

    def choose(self, name: str, value: str, text: str, *, asks: bool = False) -> None:
        """Choose an entry of a list of choices, which says *text*; it may be that this *asks* for something."""
        at = (1_699_999_999.5 if asks else 1_700_000_000.5) + len(self._exchanges)
        element = Element("select", f"body select[name={name}]", {"name": name}, text)
        self._events.append(Event(at, "change", self._page, element, value))

    def tick(self, value: str, label: str) -> None:
        """Tick a box, which a label stands beside."""
        at = 1_699_999_999.5 + len(self._exchanges)
        element = Element("input", "body > label > input", {"type": "checkbox", "value": value}, label=label)
        self._events.append(Event(at, "click", self._page, element, value, around=(label,)))

    def pick(self, name: str, value: str, label: str) -> None:
        """Choose one of several buttons, which is called *label*."""
        at = 1_700_000_000.5 + len(self._exchanges)
        attributes = {"name": name, "type": "radio", "value": value}
        element = Element("input", f"body input[name={name}][value={value}]", attributes, "", label)
        self._events.append(Event(at, "change", self._page, element, value))

    def click(self, address: str, text: str) -> Answer:
        """Follow a link of the page."""
        at = 1_699_999_999.5 + len(self._exchanges)
        element = Element("a", f'body a[href="{address}"]', {"href": address}, text)
        self._events.append(Event(at, "click", self._page, element))
        return self.visit(address)

    def show(self, address: str, text: str, *, seen: bool = True) -> None:
        """Click a link whose page a script shows at its address; one that is left at once is not *seen*."""
        at, before = 1_699_999_999.5 + len(self._exchanges), self._page
        element = Element("a", f'body a[href="{address}"]', {"href": address}, text)
        self._events.append(Event(at, "click", before, element))
        if seen:
            self.visit(address)
        self._events.append(Event(at + 0.1, "navigate", before, url_after=self._absolute(address)))
        if not seen:
            self._events.append(Event(at + 0.2, "navigate", self._absolute(address), url_after=before))

    def press(
        self, text: str, *, asks: bool = False, around: tuple[str, ...] = (), tag: str = "div", style: str = ""
    ) -> None:
        """Click what a script makes clickable, and *asks* for something, or for nothing; *around*: the texts in it."""
        at = (1_699_999_999.5 if asks else 1_700_000_000.5) + len(self._exchanges)
        element = Element(tag, f"body {tag}", {"class": "entry", "style": style}, text)
        self._events.append(Event(at, "click", self._page, element, around=around))

    def leave(self, body: str) -> None:
        """Leave what a script has made of the page on the screen."""
        self._screen = replace(html(body), url=self._page)

    def recording(self) -> Recording:
        return replace(super().recording(), events=tuple(self._events), screen=self._screen)

    @property
    def jar(self) -> dict[str, str]:
        return self._client.jar

    def _open(self, sent: Sent) -> Answer:
        answer = self._visit(sent, "document")
        self._page = answer.url
        return answer

    def _absolute(self, path: str) -> str:
        return path if "://" in path else self._base + path

    def _with(self, own: Mapping[str, str], mode: str) -> Headers:
        headers = [pair for pair in BROWSER if pair[0] != "Sec-Fetch-Mode"] + [("Sec-Fetch-Mode", mode)]
        if self._page:
            headers.append(("Referer", self._page))
        if self._credentials:
            headers.append(("Authorization", f"Basic {self._credentials}"))
        return (*headers, *own.items())


def told(answer: Answer) -> Any:
    """The JSON of an answer."""
    return json.loads(answer.body or b"null")


@dataclass(frozen=True)
class Thing:
    """Something that is sold."""

    number: int
    kind: str
    title: str
    price: str
    tags: tuple[str, ...] = field(default=())


KINDS = ("lamp", "rope", "kettle")
COLOURS = ("red", "green", "blue", "white")
_WORDS = [
    "amber",
    "brisk",
    "calm",
    "dusty",
    "early",
    "faint",
    "grand",
    "humble",
    "ivory",
    "jolly",
    "keen",
    "lunar",
    "mellow",
    "noble",
    "olive",
    "proud",
    "quiet",
]


def things(kind: str = "", count: int = 23) -> list[Thing]:
    """The same each time."""
    return [
        Thing(
            1000 + 97 * number + 13 * place,
            each,
            f"{_WORDS[(number * 5 + place) % len(_WORDS)].title()} {each} {'of' if number % 2 else 'from'} "
            f"{_WORDS[(number * 7 + place * 3 + 1) % len(_WORDS)]} {number}",
            f"{3 + number * 1.25 + place:.2f}",
            (COLOURS[number % 4], COLOURS[(number // 4) % 4]),
        )
        for place, each in enumerate(KINDS)
        for number in range(count)
        if kind in ("", each)
    ]


def rows_of(found: Sequence[Thing]) -> list[Row]:
    return [(thing.title, thing.price) for thing in found]


def of_kind(word: str = "", **_: Any) -> list[Row]:
    return rows_of(things(word))
