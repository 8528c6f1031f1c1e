"""How much it says that a value is found somewhere: much of a long key, nothing of `1`, `true` or a word."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

STRONG = 32.0
"""Bits at which a value found somewhere is evidence alone: by chance this happens once in four thousand million."""
FIRM = 40.0
"""Bits from which even a value that never changes is rather a key than a word."""

COMMON = frozenset(
    [
        *("", "0", "1", "true", "false", "yes", "no", "on", "off", "null", "none", "undefined", "nan", "all", "any"),
        *("ok", "submit", "search", "login", "asc", "desc", "get", "post", "put", "delete", "json", "html", "xml"),
        *("utf-8", "utf8", "iso-8859-1", "gb18030", "gzip", "application/json", "text/html", "application/xml"),
        *("application/x-www-form-urlencoded", "multipart/form-data", "xmlhttprequest", "keep-alive", "no-cache"),
        *("en", "de", "fr", "es", "zh", "ja", "en-us", "en-gb", "de-de", "zh-cn", "default", "index", "home", "main"),
    ]
)
"""Values that stand on any page."""

_RUN = re.compile(r"[^\W_]+")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_VOWELS = frozenset("aeiouyäöüáéíóúàèâêîôûAEIOUYÄÖÜ")
_CONSONANTS = re.compile(r"[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{5,}")
_PARTS_OF_NAME = re.compile(r"[\W_]+")


@lru_cache(65536)
def bits_of(value: str) -> float:
    """How surprising a value is, in bits; an estimate from the kind of its letters and how they repeat."""
    text = value.strip()
    if text.lower() in COMMON:
        return 0.0
    estimate = sum(_bits_of_run(run) for run in _RUN.findall(text))
    counts = Counter(text)
    entropy = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    # What repeats says little: at most its own entropy, and a little for its length.
    return min(estimate, len(text) * entropy + math.log2(len(text)))


def bits_of_all(values: Iterable[str]) -> float:
    """The bits of several values that were found in one way, equal ones counted once."""
    return sum(map(bits_of, set(values)))


def agree(one: str, other: str) -> bool:
    """Whether two names mean the same thing: `csrf_token`, `csrfToken`, `X-CSRF-Token`."""
    mine, others = _bare(one), _bare(other)
    if not mine or not others:
        return False
    short, long = sorted((mine, others), key=len)
    return short == long or (len(short) >= 4 and short in long)


def _bare(name: str) -> str:
    last = re.split(r"[.$]|\]\.?", name)[-1] or name
    return _PARTS_OF_NAME.sub("", last.lower())


def _bits_of_run(run: str) -> float:
    if run.isdigit():
        return len(run) * math.log2(10)
    if run.isalpha():
        return len(run) * (1.7 if _is_word(run) else 4.7)
    if _HEX.fullmatch(run) and len(run) >= 6:
        return len(run) * 4.0
    letters = sum(letter.isalpha() for letter in run)
    # `page2` is a word with a number; `p4Gx2q` is not.
    if re.fullmatch(r"[^\W\d_]+\d+|\d+[^\W\d_]+", run) and _is_word(re.sub(r"\d", "", run)):
        return letters * 1.7 + (len(run) - letters) * math.log2(10)
    is_mixed = run != run.lower() and run != run.upper()
    return len(run) * (5.95 if is_mixed else 5.17)


def _is_word(run: str) -> bool:
    if not run.isascii():
        return True
    if not (run.islower() or run.isupper() or run[1:].islower() or re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)+", run)):
        # str written together begin with capitals; a key mixes them without order.
        return bool(re.fullmatch(r"(?:[A-Z][a-z]{2,}|[A-Z]{2,3}(?=[A-Z][a-z]))+", run))
    share = sum(letter in _VOWELS for letter in run) / len(run)
    return len(run) <= 3 or (0.15 <= share <= 0.75 and not _CONSONANTS.search(run))
