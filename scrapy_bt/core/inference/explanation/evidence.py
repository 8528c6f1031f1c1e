"""The recorded bytes that a finding rests on: a request or an answer as it was recorded, with the place marked."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from ....errors import SampleError
from ....sentences import say
from ...samples.parameters import WHOLE_URL, Key
from ...samples.redaction import forms_of, redact
from ...samples.requestparts import IN_ADDRESS, IN_BODY
from ...samples.traffic import Answer, Exchange, Recording, Sent
from ..answers.extraction import AnswerPage, extract_within
from ..answers.requests.shapes import describe_request, values_of
from ..answers.values import Extraction
from .stored import StoredPlace

LARGEST = 4 << 20
"""Bytes of a body up to which it is shown."""
_AROUND = 1500
"""Characters that are shown before a mark and behind it."""
_PROBES, _PROBED = 200, 8 << 20
"""Places that are tried for a mark, and characters that are read for it in all."""
_NEXT = str.maketrans(string.digits + string.ascii_letters, "1234567891" + string.ascii_letters[1:] + "a")
"""A number stays one, also in JSON: none begins with 0."""


class Seen(NamedTuple):
    """A place of a request, by their numbers in the recordings as inference has read them."""

    recording: int
    request: int
    place: StoredPlace


@dataclass(frozen=True)
class Shown:
    """A message, cut around its mark; *mark* empty: nothing is marked. What is secret has other letters."""

    recording: int
    request: int
    """Its place in the recording as inference has read it."""
    side: str
    """`request` or `answer`."""
    about: str
    head: str
    """The line of the request or the status, and the headers."""
    before: str = ""
    mark: str = ""
    after: str = ""
    cut_before: int = 0
    """Characters of the body that are left out in front."""
    cut_after: int = 0
    is_in_head: bool = False
    """*before*, *mark* and *after* are the head; the body is left out."""
    value: str = ""
    """What is to be seen here; it may stand there in another coding, or nowhere."""
    size: int | None = None
    """Bytes of the body; None if it was not recorded."""


def show(recordings: Sequence[Recording], seen: Seen, *, hidden: Collection[str] = (), key: bytes = b"") -> Shown:
    """A place in recordings as inference has read them; *hidden*: what is secret there, *key*: as `redact` has them.

    Raises `SampleError` where there is no such request.
    """
    recording, request, place = seen.recording, seen.request, seen.place
    try:
        exchange = recordings[recording].exchanges[request]
    except IndexError:
        raise SampleError(say("the recordings are not those that the tree was inferred from; infer it anew")) from None
    is_answer = "take" in place or bool(place.get("answer"))
    if place.get("take", ("",))[0] == "cookie":
        exchange = _setting(exchange, place["take"][1])
    bodies = {"sent": _bounded(exchange.sent), "answer": exchange.answer and _bounded(exchange.answer)}
    alone = Recording("", (replace(exchange, hops=(), **bodies),))
    clean = redact(alone, key, more=hidden)[0].exchanges[0]
    told = _of_answer(clean.answer, place) if is_answer and clean.answer else _of_request(clean.sent, place)
    message = exchange.answer if is_answer else exchange.sent
    size = None if message is None or message.body is None else len(message.body)
    return replace(told, recording=recording, request=request, about=describe_request(clean.sent), size=size)


def places_of_fact(report: Mapping[str, Any], fact: Mapping[str, Any]) -> Iterator[Seen]:
    """The places of a fact of a report, each in every recording that has it."""
    if "exchange" in fact:
        yield Seen(fact["recording"], fact["exchange"], {"step": -1})
        yield Seen(fact["recording"], fact["exchange"], {"step": -1, "answer": True})
    steps = {each["step"]: each["exchanges"] for each in report["facts"] if "exchanges" in each}
    for place in fact.get("places", ()):
        for recording, request in enumerate(steps.get(place["step"], ())):
            if request is not None:
                yield Seen(recording, request, place)


def _setting(exchange: Exchange, cookie: str) -> Exchange:
    """The redirect on the way that sets a cookie, or else the request itself."""
    for hop in exchange.hops:
        if hop.answer is not None and AnswerPage(hop.answer).extract(Extraction("cookie", cookie)):
            return hop
    return exchange


def _bounded(message: Any) -> Any:
    return message if len(message.body or b"") <= LARGEST else replace(message, body=None)


# Requests


def _of_request(sent: Sent, place: StoredPlace) -> Shown:
    head, body = _head(f"{sent.method} {sent.url}", sent.headers), _text_of(sent)
    named = place.get("key")
    if named is None:
        return _cut("request", head, body, None)
    key = Key(*named)
    value = sent.url if key == WHOLE_URL else values_of(sent).get(key)
    if value is None:
        return _cut("request", head, body, None)
    if key.where in IN_BODY:
        span = _find(body, value, lambda text: values_of(replace(sent, body=text.encode())).get(key))
        return replace(_cut("request", head, body, span), value=value)
    return replace(_in_head("request", head, _in_request_head(sent, key, value, head)), value=value)


def _in_request_head(sent: Sent, key: Key, value: str, head: str) -> tuple[int, int] | None:
    offset = len(sent.method) + 1
    if key == WHOLE_URL:
        return offset, offset + len(sent.url)
    if key.where in IN_ADDRESS:
        span = _find(sent.url, value, lambda text: values_of(replace(sent, url=text)).get(key))
        return span and (span[0] + offset, span[1] + offset)
    name = "cookie" if key.where == "cookie" else key.name
    line = re.search(rf"^{re.escape(name)}: (.*)$", head, re.MULTILINE | re.IGNORECASE)
    if line is None:
        return None
    if key.where == "header":
        return line.span(1)
    cookie = re.search(rf"(?:^|;)\s*{re.escape(key.name)}=([^;]*)", line[1])
    return cookie and (line.start(1) + cookie.start(1), line.start(1) + cookie.end(1))


# Answers


def _of_answer(answer: Answer, place: StoredPlace) -> Shown:
    head, body = _head(f"{answer.status} {answer.url}", answer.headers), _text_of(answer)
    if "take" not in place:
        return _cut("answer", head, body, None)
    how, text, of = place["take"]
    extraction: Any = Extraction(how, text, of=of)  # type: ignore[arg-type]  # as it was stored
    each: Any = Extraction(*place["each"][:2]) if "each" in place else None  # type: ignore[arg-type]  # as above
    value = _first(AnswerPage(answer), extraction, each)
    if value is None:
        return _cut("answer", head, body, None)
    if how in ("header", "cookie", "url"):
        at = head.find(value)
        return replace(_in_head("answer", head, (at, at + len(value)) if at >= 0 else None), value=value)
    headers = tuple(pair for pair in answer.headers if pair[0].lower() != "content-type")
    kind = (answer.header("content-type") or "text/html").partition(";")[0]

    def taken(changed: str) -> str | None:
        other = replace(answer, headers=(("Content-Type", f"{kind}; charset=utf-8"), *headers), body=changed.encode())
        return _first(AnswerPage(other), extraction, each)

    return replace(_cut("answer", head, body, _find(body, value, taken)), value=value)


def _first(page: AnswerPage, extraction: Extraction, each: Extraction | None) -> str | None:
    if each is None:
        return next(filter(None, page.extract(extraction)), None)
    found = (text for row in page.elements(each) for text in extract_within(row, extraction) if text)
    return next(found, None)


# Texts


def _text_of(message: Sent | Answer) -> str:
    if isinstance(message, Answer):
        return AnswerPage(message).text
    body = message.body or b""
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body.decode("latin-1")


def _head(first: str, headers: Sequence[tuple[str, str]]) -> str:
    return "\n".join([first, *(f"{name}: {value}" for name, value in headers)])


def _find(text: str, value: str, take: Callable[[str], str | None]) -> tuple[int, int] | None:
    """The place of a value: where another text in its stead makes another value, or none in its stead takes it away."""
    if take(text) is None:  # it cannot be read as it is shown
        return None
    most = min(_PROBES, 1 + _PROBED // max(1, len(text)))
    places = list(islice(_occurrences(text, value), most))
    for start, end in places:
        changed = take(text[:start] + _other(text[start:end]) + text[end:])
        if changed is not None and changed != value:
            return start, end
    # An element as a whole: with other letters it would be none.
    whole = [place for place in places if text[place[0]] == "<"]
    return next((place for place in whole if take(text[: place[0]] + text[place[1] :]) != value), None)


def _other(text: str) -> str:
    """Another text of the same length."""
    other = text.translate(_NEXT)
    return "x" * len(text) if other == text else other


def _occurrences(text: str, value: str) -> Iterator[tuple[int, int]]:
    """Where it stands, in whatever coding; a text of a page with its own blanks, too."""
    seen: set[int] = set()
    for form in dict.fromkeys(filter(None, (*forms_of(value), value.strip()))):
        start = text.find(form)
        while start >= 0:
            if start not in seen:
                seen.add(start)
                yield start, start + len(form)
            start = text.find(form, start + 1)


def _cut(side: str, head: str, body: str, span: tuple[int, int] | None) -> Shown:
    start, end = span or (0, 0)
    end = min(end, start + _AROUND)
    first, last = max(0, start - _AROUND), end + _AROUND
    before, mark, after = body[first:start], body[start:end], body[end:last]
    return Shown(-1, -1, side, "", head[: 4 * _AROUND], before, mark, after, first, max(0, len(body) - last))


def _in_head(side: str, head: str, span: tuple[int, int] | None) -> Shown:
    return replace(_cut(side, "", head, span), is_in_head=True)
