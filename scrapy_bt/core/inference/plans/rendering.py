"""Requests from planned steps: values become texts, and these are put where they belong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone
from urllib.parse import urljoin

from ....sentences import Sentence, say
from ...samples import manyvalues
from ...samples.parameters import WHOLE_URL, Key, with_parameters
from ...samples.requestparts import IN_ADDRESS
from ...samples.traffic import Answer, Sent
from ...tree.addresses import as_url_part
from ...tree.jsonpaths import search_json
from ..answers.codings import decode, encode
from ..answers.extraction import extract, extract_within, page_of
from ..answers.values import (
    Argument,
    Beside,
    Called,
    Coded,
    Coding,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    SentChoice,
    Taken,
    Value,
    Within,
    steps_of,
)
from ..stepnames import StepName
from .plan import PlannedStep

_CONNECTION = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "host",
        "http2-settings",
        "keep-alive",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that belong to a connection, which each client has of its own (RFC 9110, 7.6.1)."""
_CONDITIONS = frozenset({"if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since"})
"""Headers that only a client with a cache may send (RFC 9110, 13.1)."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"


class MissingValue(Exception):  # noqa: N818  # what happened, not whose error it is
    """A value cannot be had: which, and why, without secrets; *key*: the parameter that it is for, if known."""

    def __init__(self, what: Sentence, *, key: Key | None = None) -> None:
        super().__init__(what)
        self.what, self.key = what, key


@dataclass(frozen=True)
class Situation:
    """What values are made from."""

    arguments: Mapping[str, str] = field(default_factory=dict)
    answers: Mapping[int, Answer] = field(default_factory=dict)
    """The last answer of each step."""
    now: float = 0.0
    random: Callable[[int], int] = lambda _: 0
    """An integer from 0 up to, not including, its argument."""


def render(value: Value, situation: Situation) -> str:
    """The text of a value; raises `MissingValue`."""
    match value:
        case Constant(text=text):
            return text
        case Argument(name=name):
            return _given(name, situation)
        case Taken():
            return _take(value, situation)
        case Called():
            return _look_up(value, situation)
        case SentChoice(name=name):
            return value.sent(_given(name.name, situation))
        case Now() | Random():
            return _make(value, situation)
        case Joined(parts=parts):
            return "".join(render(part, situation) for part in parts)
        case Coded(value=inner, coding=coding):
            return encode(render(inner, situation), coding)
        case Decoded(value=inner, coding=coding):
            return _decode(render(inner, situation), coding)
        case Within(value=inner, extraction=extraction):
            text = render(inner, situation)
            return _first(extract_within(text, extraction), extraction, "it")
        case Each(step=step) | Beside(step=step):
            raise MissingValue(say("it is what a loop over {} is at, and no loop runs here", StepName(step)))


def _given(name: str, situation: Situation) -> str:
    if name not in situation.arguments:
        raise MissingValue(say("nobody gave one in this recording"))
    return situation.arguments[name]


def _take(value: Taken, situation: Situation) -> str:
    step, extraction = value.step, value.extraction
    if step not in situation.answers:
        raise MissingValue(say("it comes from {}, which was not sent before", StepName(step)))
    found = extract(situation.answers[step], extraction)
    if value.is_list:
        return manyvalues.written(found)
    return _first(found, extraction, say("the answer of {}", StepName(step)))


def _look_up(value: Called, situation: Situation) -> str:
    given = _given(value.name.name, situation)
    found = Extraction(value.how, value.expression(search_json(value.coding, {"name": given})))
    try:
        return _take(Taken(value.step, found), situation)
    except MissingValue:
        if not value.or_given or value.step not in situation.answers:
            raise
        return given


def _first(found: list[str], extraction: Extraction, where: str) -> str:
    if not found:
        raise MissingValue(say("{} `{}` found nothing in {}", extraction.how, extraction.text, where))
    return found[0]


def _decode(text: str, coding: Coding) -> str:
    decoded = decode(text, coding)
    if decoded is None:
        raise MissingValue(say("what should be {}-coded is not", coding))
    return decoded


def render_step(planned: PlannedStep, situation: Situation) -> Sent:
    """The request of a step; raises `MissingValue`, which names the parameter."""
    changes: dict[Key, str | None] = dict.fromkeys(planned.left_out)
    url: str | None = None
    for key, value in planned.bound.items():
        try:
            text = render(value, situation)
        except MissingValue as missing:
            raise MissingValue(say("no value for {}: {}", key, missing.what), key=key) from None
        if key == WHOLE_URL:
            url = as_url_part(urljoin(_base(value, situation) or planned.sent.url, text))
        else:
            changes[key] = text
    sent = planned.sent
    if url is not None:
        sent = replace(sent, url=url)
        changes = {key: text for key, text in changes.items() if key.where not in IN_ADDRESS}
    try:
        sent = with_parameters(sent, changes)
    except ValueError:
        places = ", ".join(str(key) for key, text in changes.items() if text is not None)
        raise MissingValue(say("the request has not got all of these parameters: {}", places)) from None
    return replace(sent, headers=tuple(pair for pair in sent.headers if not is_carried(pair[0])))


def is_carried(header: str) -> bool:
    """Whether a header of that name is the connection's or the cache's matter, and never a parameter."""
    name = header.lower()
    return name.startswith(":") or name in _CONNECTION or name in _CONDITIONS


def _base(value: Value, situation: Situation) -> str | None:
    """The page on which a link was found."""
    pages = [situation.answers[step] for step in sorted(steps_of(value)) if step in situation.answers]
    return page_of(pages[-1]).base if pages else None


def _make(value: Now | Random, situation: Situation) -> str:
    if isinstance(value, Random):
        return _random(value.alphabet, value.length, situation.random)
    now, unit = situation.now, value.unit
    if unit == "s":
        return str(int(now))
    if unit == "ms":
        return str(int(now * 1000))
    return datetime.fromtimestamp(now, timezone.utc).strftime(unit)


def _random(alphabet: str, length: int, random: Callable[[int], int]) -> str:
    if alphabet == "uuid":
        # Version 4, as browsers make them (RFC 9562, 5.4).
        digits = [f"{random(16):x}" for _ in range(32)]
        digits[12] = "4"
        digits[16] = f"{8 + random(4):x}"
        text = "".join(digits)
        return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
    letters = {"hex": f"{_DIGITS}abcdef", "digits": _DIGITS, "letters": _LETTERS}[alphabet]
    return "".join(letters[random(len(letters))] for _ in range(length))
