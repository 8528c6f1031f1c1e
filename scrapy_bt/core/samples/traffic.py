"""What a recording holds: HTTP exchanges and browser events, in the order of time (recording.md, "Samples")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Headers = tuple[tuple[str, str], ...]
"""Names as they were sent, in their order; a name may come more than once."""

_NO_LISTS = frozenset(
    {
        *("age", "authorization", "content-disposition", "content-length", "content-location", "content-type", "date"),
        *("etag", "expires", "last-modified", "location", "referer", "retry-after", "server", "set-cookie"),
    }
)
"""Headers that have one value; if one comes again, its first counts."""


class _Message:
    """What has headers."""

    headers: Headers

    def header(self, name: str) -> str | None:
        """The first header of that name, whatever its case."""
        return first_header(self.headers, name)


@dataclass(frozen=True)
class Sent(_Message):
    """A request. *body* none: it was not recorded, or there is none."""

    method: str
    url: str
    headers: Headers = ()
    body: bytes | None = None
    lists: frozenset[tuple[str, str]] = frozenset()
    """Where many values of one name are one list, and that name: (`query`, `id`), (`json`, `items[].id`)."""

    @property
    def identity(self) -> tuple[str, str, bytes | None]:
        """What two requests for the same have in common: all but their headers."""
        return self.method, self.url, self.body

    def __repr__(self) -> str:
        # What is secret stands in queries, headers and bodies; what is shown may come into a log.
        return f"<Sent {self.method} {_shown(self.url)}, {_size(self.body)}>"


@dataclass(frozen=True)
class Answer(_Message):
    """A response. *body*: decoded from its transfer and content codings; None if it was not recorded."""

    status: int
    url: str
    """Of the page itself: after redirects, where they were followed."""
    headers: Headers = ()
    body: bytes | None = None

    def __repr__(self) -> str:
        return f"<Answer {self.status} {_shown(self.url)}, {_size(self.body)}>"


@dataclass(frozen=True)
class Exchange:
    """A request with its answer; redirects that were followed are folded into one, with the last answer."""

    index: int
    """Its place in the recording, from 0."""
    sent: Sent
    answer: Answer | None = None
    """None: it was cancelled, or failed."""
    started: float = 0.0
    """Seconds since the epoch."""
    seconds: float = 0.0
    """From the start of the request to the end of the answer."""
    kind: str = ""
    """What the browser loaded it for, in the words of its developer tools (`document`, `xhr`, `image`, …), if known."""
    page: str = ""
    """Which page or tab it belongs to, if known."""
    hops: tuple[Exchange, ...] = ()
    """The redirects on the way to the answer, each with its own; the first sent what *sent* says."""


@dataclass(frozen=True)
class Element:
    """Where an event happened: the element and its place in the DOM."""

    tag: str
    path: str = ""
    """A CSS path from the root."""
    attributes: Mapping[str, str] = field(default_factory=dict)
    text: str = ""
    label: str = ""
    """What the page calls it: its `<label>`, placeholder or accessible name."""


@dataclass(frozen=True)
class Event:
    """Something that the person did."""

    at: float
    """Seconds since the epoch."""
    type: str
    """As the DOM calls it: `click`, `change`, `input`, `submit`, `keydown`, `paste`, `navigate`, …"""
    url: str = ""
    """Of the page on which it happened."""
    element: Element | None = None
    value: str | None = None
    """What the element held after it."""
    clipboard: str | None = None
    x: float | None = None
    y: float | None = None
    url_after: str = ""
    before: str = ""
    """The page's HTML before it, or the name of the file that holds it in the sample; empty if not recorded."""
    after: str = ""
    page: str = ""
    around: tuple[str, ...] = ()
    """The texts in the element, or in the nearest one around it that has some: no part of the file, but of its page."""


@dataclass(frozen=True)
class Problem:
    """What is not as it should be in a recording's file, and what was done about it."""

    where: str
    """As `shop.har: entry 17`."""
    message: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" + (f"; {self.advice}" if self.advice else "")


@dataclass(frozen=True)
class Recording:
    """One session of browsing."""

    name: str
    exchanges: tuple[Exchange, ...]
    """By the time at which they started."""
    events: tuple[Event, ...] = ()
    """By time; empty if none were recorded."""
    problems: tuple[Problem, ...] = ()
    screen: Answer | None = None
    """How the page looked behind the last act, as HTML; None if that was not kept."""
    is_cut: bool = False
    """Its file ends before its end: nobody knows what came after the last exchange."""


def have_events(recordings: Iterable[Recording]) -> bool:
    """Whether what the person did was recorded, in one of them at least."""
    return any(recording.events for recording in recordings)


def first_header(headers: Headers, name: str) -> str | None:
    """The value of the first header of that name, whatever its case."""
    wanted = name.lower()
    return next((value for key, value in headers if key.lower() == wanted), None)


def all_headers(headers: Headers, name: str) -> tuple[str, ...]:
    """The values of all headers of that name, whatever its case."""
    wanted = name.lower()
    return tuple(value for key, value in headers if key.lower() == wanted)


def together(name: str, values: Sequence[str]) -> str | None:
    """What headers of one name say together: a list, with commas between (RFC 9110, 5.3); None without any.

    Of what is no list the first counts.
    """
    if not values:
        return None
    return values[0] if len(values) == 1 or name.lower() in _NO_LISTS else ", ".join(values)


def whole_header(headers: Headers, name: str) -> str | None:
    """What all headers of that name say together; None if there is none."""
    return together(name, all_headers(headers, name))


def _shown(url: str) -> str:
    """A URL without its query."""
    return re.split(r"[?#]", url, maxsplit=1)[0]


def _size(body: bytes | None) -> str:
    return "no body" if body is None else f"{len(body)} bytes"
