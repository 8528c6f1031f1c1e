"""Keys with a number behind how an entry is called: a site gives them to those that are called as another one is."""

from __future__ import annotations

import re

from ...samples.bodies import STRUCTURED, kind_of
from ...samples.requestparts import IN_ADDRESS
from ...samples.traffic import Exchange, Recording, have_events
from ..answers.requests.shapes import values_of
from ..steps.spelledlistings import keys_in
from .subject import Subject, page_kind

_NUMBERED = re.compile(r"(.*[^\W\d_].*)[-_](?:[2-9]|[1-9]\d)")


def numbered_key(subject: Subject) -> str:
    """A key of what was opened that data before tell but for its number; empty if there is none.

    Without events anything may have been wanted that was opened.
    """
    has_events = have_events(subject.recordings)
    for recording in subject.recordings:
        for place, exchange in enumerate(recording.exchanges):
            if _shows(exchange) and (not has_events or page_kind(exchange.sent.url) in subject.kinds):
                keys = (text for key, text in values_of(exchange.sent).items() if key.where in IN_ADDRESS)
                if key := next((key for key in keys if _is_numbered(key, recording, place)), ""):
                    return key
    return ""


def _shows(exchange: Exchange) -> bool:
    return exchange.answer is not None and exchange.answer.status < 400 and kind_of(exchange.answer) in STRUCTURED


def _is_numbered(key: str, recording: Recording, place: int) -> bool:
    found = _NUMBERED.fullmatch(key)
    if found is None:
        return False
    told = [keys_in(each.answer) for each in recording.exchanges[:place] if each.answer is not None]
    return any(found[1] in keys for keys in told) and not any(key in keys for keys in told)
