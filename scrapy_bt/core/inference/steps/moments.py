"""When a request was sent and answered, as both say themselves.

Pages add the time to an address so that no cache answers; answers may tell when they were made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...samples.parameters import Key
from ...samples.traffic import Answer, Exchange, Sent
from ..answers.extraction import extract
from ..answers.requests.numberedcalls import NUMBER, numbered_call
from ..answers.requests.shapes import values_of
from ..answers.values import Extraction, Fields
from ..origins.guessing import TIME_FORMATS, read_time
from .cachebusters import is_against_caches

_NEAR = 3600.0
"""Seconds between the time that a request tells and that of its sending, if it is the same; clocks may differ."""

_STEADY = 5.0
"""Seconds by which a clock is behind or ahead more at one answer than at another; some are long under way."""
_FRACTION = re.compile(r"\.\d+(?=Z?$)")


def timeless_values(exchange: Exchange) -> Mapping[Key, str]:
    """What a request sends, without what only says when it was sent, or as which call, or is chance against caches."""
    return _timeless(exchange.sent, exchange.started)


@lru_cache(2048)
def _timeless(sent: Sent, moment: float) -> Mapping[Key, str]:
    number = NUMBER if numbered_call(sent) else None
    values = values_of(sent).items()
    return {key: value for key, value in values if key != number and not _is_passing(key, value, moment)}


def _is_passing(key: Key, value: str, moment: float) -> bool:
    return _is_about(value, moment) or is_against_caches(key, value)


def _is_about(text: str, moment: float) -> bool:
    """Whether a text tells a time near a moment, in seconds since the epoch."""
    return _behind(text, moment, ("s", "ms")) is not None


def without_moments(fields: Fields, moments: Sequence[float], answers: Sequence[Answer]) -> Fields:
    """The fields but those that hold the time at which each answer was made, unless there is nothing else.

    *moments*: when each of the *answers* was asked for, in seconds since the epoch.
    """

    def tells_when(field: Extraction) -> bool:
        told = [extract(answer, field) for answer in answers]
        pages = [(texts[0], moment) for texts, moment in zip(told, moments, strict=True) if texts]
        if len({text for text, _ in pages}) < 2 or any(len(texts) > 1 for texts in told):
            return False
        behind = [_behind(text, moment, ("s", "ms", *TIME_FORMATS)) for text, moment in pages]
        known = [seconds for seconds in behind if seconds is not None]
        return len(known) == len(pages) and max(known) - min(known) < _STEADY

    return tuple(pair for pair in fields if not tells_when(pair[1])) or fields


def _behind(text: str, moment: float, forms: Sequence[str]) -> float | None:
    """How many seconds a moment is behind the time that a text tells, if these are near each other."""
    times = (read_time(_FRACTION.sub("", text.strip()), form) for form in forms)
    return next((moment - time for time in times if time is not None and abs(moment - time) < _NEAR), None)
