"""What was opened first of several pages of one kind, and says what was opened then: their list is one of them."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from ....sentences import say
from ...samples.bodies import text_of
from ...samples.traffic import Answer, Recording
from ..steps.causes import cause_of
from .subject import Subject

_LEAST = 2
"""So many have to be opened from the first one."""


def opened_first(subject: Subject) -> str:
    """A sentence if another one was opened first in each recording, from which the others were; else empty.

    The tree brings what a page before lists, of which these are a part.
    """
    if not subject.is_detail:
        return ""
    chosen = [_first(own, pages) for own, pages in zip(subject.recordings, subject.pages_of_each, strict=True)]
    if not all(chosen) or len(set(chosen)) < _LEAST:
        return ""
    shown = " and ".join(f"“{text[:40]}”" for text in chosen)
    return say("what was chosen by a click, {}, changes nothing of what the tree brings", shown)


def _first(recording: Recording, pages: Sequence[Answer]) -> str:
    """What was clicked for the first page, if it says all that was clicked for the others; else empty."""
    wanted = set(map(id, pages))
    opened = [each for each in recording.exchanges if id(each.answer) in wanted]
    causes = [cause_of(each, recording.events) for each in opened]
    acts = [recording.events[place] if place is not None else None for place in causes]
    texts = [" ".join(act.element.text.split()) if act and act.element else "" for act in acts]
    if len(set(texts)) <= _LEAST or not all(texts) or opened[0].answer is None:
        return ""
    # Who went back for each other one opened them from the list, whatever a menu of the first one says.
    if opened[0].kind == "document" and len({urlsplit(act.url).path for act in acts if act}) == 1:
        return ""
    said = text_of(opened[0].answer) or ""
    return texts[0] if all(text in said for text in texts[1:]) else ""
