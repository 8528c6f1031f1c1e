"""Texts that hold a time, a name with a password, or what a program made up by chance."""

from __future__ import annotations

import re
from datetime import datetime, timezone

from ....sentences import say
from ..answers.codings import decode, encode
from ..answers.values import Constant, Joined, Random
from .chains import Wanted
from .derivation import ValueCandidate
from .evidence import bits_of_all

RANDOM_SCORE = 0.4
"""How likely a value is chance that looks as if it were."""
TIME_FORMATS = ("%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y%m%d%H%M%S", "%Y-%m-%dT%H:%MZ")
_MORE = 2
"""Digits by which one number by chance may be longer than another."""
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def basic_credentials(text: str) -> tuple[str, str] | None:
    """The name and the password of HTTP's basic authentication; None if it is something else."""
    found = re.fullmatch(r"Basic +(\S+)", text, re.IGNORECASE)
    told = decode(found[1], "base64") if found else None
    if told is None or encode(told, "base64") != text.split()[1] or ":" not in told:
        return None
    name, _, secret = told.partition(":")
    return name, secret


def read_time(text: str, unit: str) -> float | None:
    """The seconds since the epoch that a text tells in a unit; None if it tells none."""
    if unit in ("s", "ms"):
        digits = 10 if unit == "s" else 13
        return (
            int(text) / (1 if unit == "s" else 1000)
            if text.isascii() and text.isdigit() and len(text) == digits
            else None
        )
    try:
        return datetime.strptime(text, unit).replace(tzinfo=timezone.utc).timestamp()
    except ValueError:
        return None


def random_like(wanted: Wanted) -> ValueCandidate | None:
    """The value as a random text of its kind; None if it is short, or of no kind."""
    texts = list(wanted.values())
    if len(set(texts)) < len(texts) or min(map(len, texts)) < 8:
        return None
    why = say("different each time and of no origin: made at random")
    if all(_UUID.fullmatch(text) for text in texts):
        return ValueCandidate(Random("uuid", 36), RANDOM_SCORE + 0.2, why)
    if all(re.fullmatch(r"0\.\d{8,}", text) for text in texts):
        length = max(map(len, texts)) - 2
        return ValueCandidate(Joined((Constant("0."), Random("digits", length))), RANDOM_SCORE + 0.1, why)
    length = min(map(len, texts))
    if max(map(len, texts)) > length + _MORE:
        return None
    if all(text.isascii() and text.isdigit() for text in texts):
        return ValueCandidate(Random("digits", length), RANDOM_SCORE, why)
    if all(re.fullmatch(r"[0-9a-f]+", text) for text in texts):
        return ValueCandidate(Random("hex", length), RANDOM_SCORE, why)
    if all(re.fullmatch(r"[a-z]+", text) for text in texts) and bits_of_all(texts) > 3 * length * len(texts):
        return ValueCandidate(Random("letters", length), RANDOM_SCORE, why)
    return None
