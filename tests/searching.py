"""What is found of origins in recordings that are built by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scrapy_bt.core.inference.answers.values import Extraction, Taken, Value
from scrapy_bt.core.inference.findings import Origin
from scrapy_bt.core.inference.sources import SOURCES
from scrapy_bt.core.samples.traffic import Event, Exchange
from tests.recordings import Known, infer, record

TOKENS = ("q8Zr2Lw0Xk5Vn3Bt", "m4Tc9Yh1Ds7Gp6Fj")
START = 1_700_000_000


def css(step: int, text: str) -> Taken:
    return Taken(step, Extraction("css", text))


def found(*recordings: Iterable[Exchange], events: Iterable[Iterable[Event]] = ()) -> Known:
    own = list(events) or [()] * len(recordings)
    return infer([record(*each, events=happened) for each, happened in zip(recordings, own, strict=True)], *SOURCES)


def twice(make: Callable[[str], list[Exchange]]) -> Known:
    """Two recordings, each with its own token."""
    return found(*(make(token) for token in TOKENS))


def origins(known: Known, step: int, key: str) -> list[Origin]:
    own = [each for each in known.findings(Origin) if each.step == step and str(each.key) == key]
    return sorted(own, key=lambda each: -each.score)


def best(known: Known, step: int, key: str) -> Value | None:
    return next((each.value for each in origins(known, step, key)), None)
