"""Forms of texts that only rules have: patterns, offsets, and tags that are named elsewhere."""

from __future__ import annotations

import re

from ....sentences import say
from ...documents.names import LONGEST, name_complaint
from ...documents.names import PATTERN as _NAME
from ...documents.shape import Complaint, TextForm
from ..offsets import parse_offset

_REFERENCE = re.compile(rf"({_NAME})\.({_NAME})")
_BLANK = r"[ \t\n\r\f\v]*"


def split_reference(text: str) -> tuple[str, str] | None:
    """Layer and tag of `layer.tag`."""
    found = _REFERENCE.fullmatch(text)
    return (found[1], found[2]) if found is not None else None


def _reference_complaint(text: str, owner: str) -> Complaint | None:
    if split_reference(text) is not None:
        return None
    message = say("{} is the name of a layer, a dot, and the name of a tag", owner)
    return Complaint("bad-reference", message, say("for example `index.title`"))


def _parent_complaint(text: str, owner: str) -> Complaint | None:
    reference = split_reference(text) if len(text) <= LONGEST else None
    if reference is None:
        return name_complaint(text, owner)
    message = say("{} is a tag of the same layer, by its name alone", owner)
    return Complaint("bad-name", message, say("write `{}`", reference[1]))


def _offset_complaint(text: str, _owner: str) -> Complaint | None:
    try:
        parse_offset(text)
    except ValueError as error:
        message, advice = error.args[0].parts
        return Complaint("bad-offset", message, advice)
    return None


PATTERN = TextForm(format="regex")
REFERENCE = TextForm(pattern=rf"{_NAME}\.{_NAME}", complaint=_reference_complaint)
PARENT = TextForm(pattern=_NAME, longest=LONGEST, complaint=_parent_complaint)
OFFSET = TextForm(
    pattern=rf"{_BLANK}[0-9]{{1,9}}{_BLANK},{_BLANK}[0-9]{{1,9}}{_BLANK}",
    complaint=_offset_complaint,
    from_number="{},0",
)
