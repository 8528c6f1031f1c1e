"""Names that people give to the parts of a file."""

from __future__ import annotations

import re

from ...sentences import say
from .shape import Complaint, TextForm

PATTERN = r"[^\x00-@\[-\^`{-\xa0\u2000-\u206f\u3000\ufeff][^\x00-,./:-@\[-\^`{-\xa0\u2000-\u206f\u3000\ufeff]*"
"""Letters of any language, digits, `_` and `-`, a letter or `_` first; in words that Python and ECMA agree on."""
LONGEST = 100
_NAME = re.compile(PATTERN)


def is_name(text: str) -> bool:
    """Whether a part of a file may be named so."""
    return len(text) <= LONGEST and _NAME.fullmatch(text) is not None


def name_complaint(text: str, owner: str) -> Complaint | None:
    """What is wrong with a name, and one that is like it."""
    if is_name(text):
        return None
    if len(text) > LONGEST:
        message = say("this name has {:,} characters; {} are the most", len(text), LONGEST)
        return Complaint("bad-name", message, say("find a shorter one"))
    message = say("{} is a name of letters, digits, `_` and `-`, with a letter or `_` first", owner)
    name = "".join(char if is_name(f"a{char}") else "_" for char in text)
    return Complaint("bad-name", message, say("for example `{}`", name if is_name(name) else f"_{name}"))


NAME = TextForm(pattern=PATTERN, longest=LONGEST, complaint=name_complaint)
