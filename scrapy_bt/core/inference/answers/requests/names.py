"""What names and texts of parameters tell: whether they are secret, whether a program made them up."""

from __future__ import annotations

import math
import re
from collections import Counter
from urllib.parse import urlsplit

from ....documents.lettering import words_in
from ....samples.parameters import Key
from ....samples.secretnames import is_password_name, is_secret_name, words_of
from .shapes import looks_like_value

_MADE_UP = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-|^[:«_]r[0-9a-z]+[:»_]$|\d\d$", re.IGNORECASE)
"""A UUID, a key of React, a number that counts elements."""


def holds_secret(name: str, text: str) -> bool:
    """Whether a parameter of that name holds a secret: any password, and a key where *text* looks like one."""
    # `Bearer KEY`: the scheme is no part of it.
    key = text.strip().rpartition(" ")[2]
    is_own = is_password_name(name) or not {"pass", "secret"}.isdisjoint(words_of(name))
    return is_own or (is_secret_name(name) and looks_made(key))


def looks_made(text: str) -> bool:
    """Whether a text looks like a key that a program made: long, mixed, without blanks."""
    if len(text) < 16 or " " in text.strip():
        return False
    counts = Counter(text)
    entropy = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    return entropy >= 3 and any(letter.isdigit() for letter in text) and any(letter.isalpha() for letter in text)


def is_made_up(text: str) -> bool:
    """Whether an ID of an element is made anew each time a page is loaded: `f_6e5b…`, `:r1a:`, `mat-input-12`."""
    return _MADE_UP.search(text) is not None or looks_made(text)


def noun_before(url: str, place: int) -> str:
    """The noun of a piece of a path, by the piece before it: `user` in `/users/12`; empty without one."""
    segments = [segment for segment in urlsplit(url).path.split("/") if segment]
    before = segments[place - 1] if 0 < place <= len(segments) else ""
    if not before or looks_like_value(before):
        return ""
    return before[:-1] if len(before) > 3 and before.endswith("s") and not before.endswith("ss") else before


def argument_name(key: Key) -> str:
    """A name for what stands at a key."""
    if key.where == "path":
        return f"part_{int(key.name) + 1}" if key.name.isdigit() else "part"
    name = "_".join(words_in(key.name.replace("[]", ""))) or "value"
    return name if name[0].isalpha() else f"value_{name}"
