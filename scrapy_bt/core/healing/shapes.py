"""The shape of a text in numbers: how long it is, what it is made of, what it looks like."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import log1p

_PATTERNS: dict[str, re.Pattern[str]] = {
    "year": re.compile(r"\b(?:19|20)\d\d\b"),
    "numeric date": re.compile(r"\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b"),
    "month": re.compile(
        r"\b(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|oct|okt|nov|de[czs]|ene|abr|ago|dic|fev|avr|ao[uû]|juin)[a-zé]*\.?"
        r"\s*\d|\d\.?\s*(?:de )?(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|oct|okt|nov|de[czs]|ene|abr|ago|dic)",
        re.IGNORECASE,
    ),
    "clock": re.compile(r"\b\d{1,2}[:.]\d\d\b"),
    "money": re.compile(r"[$€£¥₹]|\b(?:USD|EUR|CHF|kr)\b"),
    "mail": re.compile(r"\S@\S+\.\w"),
    "address": re.compile(r"https?://|www\."),
    "ago": re.compile(r"\b(?:ago|vor|hace|il y a|fa|yesterday|today|heute|gestern)\b", re.IGNORECASE),
    "by": re.compile(r"^(?:by|von|par|por|di|da|av|af|door|text|autor|author)\b[: ]", re.IGNORECASE),
    "read on": re.compile(r"\b(?:read|more|mehr|weiterlesen|lire|leer|see also|click|subscribe|sign)\b", re.IGNORECASE),
    "rights": re.compile(r"©|\(c\)|all rights|copyright|rights reserved", re.IGNORECASE),
    "measure": re.compile(
        r"\d\s*(?:g|gr|kg|mg|ml|cl|dl|l|oz|lb|lbs|cups?|tbsp|tsp|tablespoons?|teaspoons?|el|tl|msk|tsk|pounds?|ounces?"
        r"|grams?|stk|szt|cm|inch|pinch|cloves?)\b|[½¼¾⅓⅔]",
        re.IGNORECASE,
    ),
    "time span": re.compile(
        r"\d\s*(?:min|minutes?|mins|hrs?|hours?|h|std|stunden?|minuten|minuti|secondes?|days?)\b", re.IGNORECASE
    ),
    "servings": re.compile(
        r"\b(?:serv\w*|port?\w*|person\w*|people|makes|yields?|stück|pers|raciones)\b", re.IGNORECASE
    ),
    "versus": re.compile(r"\b(?:v|vs|versus)\b\.?|\bin re\b|\bmatter of\b|\bex parte\b", re.IGNORECASE),
    "docket": re.compile(r"\b\w{0,4}\d{2,}[-–]\w*\d{2,}\b|\bNo\. ?\d|#\d"),
    "label": re.compile(r"^[^:]{2,40}:\s*\S"),
    "ordinal": re.compile(r"^\(?\d{1,3}[.):]\s"),
}

_SIMPLE: dict[str, Callable[[str], bool]] = {
    "first digit": lambda text: text[0].isdigit(),
    "first small": lambda text: text[0].islower(),
    "ends sentence": lambda text: text[-1] in ".!。”»\"'",
    "asks": lambda text: text[-1] == "?",
    "ends colon": lambda text: text[-1] == ":",
    "quoted": lambda text: text[0] in "“„\"«'‘",
    "shouts": str.isupper,
    "number": lambda text: text.replace(",", "").replace(".", "").isdigit(),
    "mark": lambda text: text[0] in "#@|/›»•·-–",
}

SHAPE = (
    "length",
    "words",
    "letters a word",
    "digits",
    "capital words",
    "capitals",
    "signs",
    "commas",
    "sentences",
    "foreign",
    "name-like",
    *_SIMPLE,
    *_PATTERNS,
)
"""The meanings of the numbers of a shape, in order."""

_SENTENCE = re.compile(r"[.!?。]+(?:\s|$)")
_READ = 600


@lru_cache(20_000)
def shape_of(text: str) -> tuple[float, ...]:
    """The numbers of a text, which is not empty; only its first 600 characters are read."""
    head = text[:_READ]
    size = len(head)
    words = head.split()
    capital = sum(word[:1].isupper() for word in words)
    digits = sum(map(str.isdigit, head))
    letters = sum(map(str.isalpha, head))
    name_like = 2 <= len(words) <= 4 and capital == len(words) and letters + len(words) - 1 >= size - 2
    return (
        log1p(len(text)),
        log1p(len(words) * len(text) / size),
        size / len(words) if words else 0.0,
        digits / size,
        capital / max(1, len(words)),
        sum(map(str.isupper, head)) / size,
        (size - letters - digits - len(words)) / size,
        log1p(head.count(",")),
        log1p(len(_SENTENCE.findall(head))),
        sum(ord(char) > 0x24F for char in head) / size,
        float(name_like),
        *(float(test(head)) for test in _SIMPLE.values()),
        *(float(pattern.search(head) is not None) for pattern in _PATTERNS.values()),
    )
