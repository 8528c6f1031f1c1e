"""The shape of a text in numbers: how long it is, what it is made of, what it looks like."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import log1p

_WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Of scripts that put no spaces between words: a word has about two of them."""
_IS_WIDE = re.compile(f"[{_WIDE}]")
_EDGE = re.compile(f"(?<=[{_WIDE}])(?=[^\\s{_WIDE}])|(?<=[^\\s{_WIDE}])(?=[{_WIDE}])")
_WORD = re.compile(f"[{_UNSPACED}]{{1,2}}|[^\\s{_UNSPACED}]+")
_RUN = re.compile(f"[{_UNSPACED}]")
_TOKEN = re.compile(f"[{_UNSPACED}]+|[^\\s{_UNSPACED}]+")


class _Pattern:
    """What a text looks like; *is_small*: for a text in small letters; *has_digit*: each ASCII text like it has one."""

    def __init__(self, pattern: str, *, is_small: bool = False, has_digit: bool = False) -> None:
        self.search = re.compile(pattern).search
        self.is_small, self.has_digit = is_small, has_digit


_PATTERNS: dict[str, _Pattern] = {
    "year": _Pattern(r"\b(?:19|20)\d\d\b", has_digit=True),
    "numeric date": _Pattern(
        r"\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\d\s*[年년]\s*\d|\d\s*[月월]\s*\d+\s*[日일]", has_digit=True
    ),
    "month": _Pattern(
        r"\b(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|oct|okt|nov|de[czs]|ene|abr|ago|dic|fev|avr|ao[uû]|juin)[a-zé]*\.?"
        r"\s*\d|\d\.?\s*(?:de )?(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|oct|okt|nov|de[czs]|ene|abr|ago|dic)",
        is_small=True,
        has_digit=True,
    ),
    "clock": _Pattern(r"\b\d{1,2}[:.]\d\d\b", has_digit=True),
    "money": _Pattern(r"[$€£¥₹₩₽₺￥]|\b(?:USD|EUR|CHF|kr|zł|Kč)\b|\d\s*(?:원|元|円|만원|万元|万円)"),
    "mail": _Pattern(r"\S@\S+\.\w"),
    "address": _Pattern(r"https?://|www\."),
    "ago": _Pattern(
        r"\b(?:ago|vor|hace|il y a|fa|yesterday|today|heute|gestern|hoje|ontem|há)\b|\d\s*\w+\s*[前전](?:\s|$)",
        is_small=True,
    ),
    "by": _Pattern(
        r"^(?:by|von|par|por|di|da|av|af|door|text|autor|author)\b[: ]|^(?:作者|記者|记者|기자|글)|(?:記者|记者|기자)$",
        is_small=True,
    ),
    "read on": _Pattern(
        r"\b(?:read|more|mehr|weiterlesen|lire|leer|leia|ler|see also|click|subscribe|sign)\b|더 ?보기|更多|続き",
        is_small=True,
    ),
    "rights": _Pattern(
        r"©|\(c\)|all rights|copyright|rights reserved|rechte vorbehalten|direitos|版权|무단", is_small=True
    ),
    "measure": _Pattern(
        r"\d\s*(?:g|gr|kg|mg|ml|cl|dl|l|oz|lb|lbs|cups?|tbsp|tsp|tablespoons?|teaspoons?|el|tl|msk|tsk|pounds?|ounces?"
        r"|grams?|stk|szt|cm|inch|pinch|cloves?)\b|[½¼¾⅓⅔]"
        r"|\d\s*(?:克|毫升|升|汤匙|茶匙|큰술|작은술|컵|개|個|本|枚)|(?:大さじ|小さじ)\s*\d",
        is_small=True,
        has_digit=True,
    ),
    "time span": _Pattern(
        r"\d\s*(?:min|minutes?|mins|hrs?|hours?|h|std|stunden?|minuten|minuti|secondes?|days?)\b|\d\s*(?:分|小时|時間|시간|분)",
        is_small=True,
        has_digit=True,
    ),
    "servings": _Pattern(
        r"\b(?:serv\w*|port?\w*|person\w*|people|makes|yields?|stück|pers|raciones)\b|\d\s*(?:人份|人分|인분)",
        is_small=True,
    ),
    "versus": _Pattern(r"\b(?:v|vs|versus)\b\.?|\bin re\b|\bmatter of\b|\bex parte\b", is_small=True),
    "docket": _Pattern(r"\b\w{0,4}\d{2,}[-–]\w*\d{2,}\b|\bNo\. ?\d|#\d", has_digit=True),
    "label": _Pattern(r"^[^:：]{2,40}[:：]\s*\S"),
    "ordinal": _Pattern(r"^\(?\d{1,3}[.):]\s", has_digit=True),
}

_SIMPLE: dict[str, Callable[[str], bool]] = {
    "first digit": lambda text: text[0].isdigit(),
    "first small": lambda text: text[0].islower(),
    "ends sentence": lambda text: text[-1] in ".!。！”»\"'",
    "asks": lambda text: text[-1] in "?？",
    "ends colon": lambda text: text[-1] in ":：",
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

_LATIN_END = "\u024f"
_SENTENCE = re.compile(r"[.!?]+(?:\s|$)|[。！？]+")
_NAME = re.compile(f"[{_WIDE}]{{2,4}}")
_READ = 600


def width_of(text: str) -> int:
    """How wide a text is, in Latin letters: those of East Asia count twice, on a screen and for what they say."""
    return len(text) if text.isascii() else len(text) + len(_IS_WIDE.findall(text))


def tokens_of(text: str) -> list[str]:
    """The words of a text, small; of scripts without spaces between words each two letters that follow each other."""
    small = text.casefold()
    if small.isascii():
        return small.split()
    return [part for word in _TOKEN.findall(small) for part in _parts(word)]


def _parts(word: str) -> list[str]:
    is_run = len(word) > 2 and _RUN.match(word) is not None
    return [word[at : at + 2] for at in range(len(word) - 1)] if is_run else [word]


@lru_cache(20_000)
def shape_of(text: str) -> tuple[float, ...]:
    """The numbers of a text, which is not empty; only its first 600 characters are read."""
    head = text[:_READ]
    size = len(head)
    is_plain = head.isascii()
    width = width_of(head)
    words = head.split() if is_plain else _WORD.findall(head)
    capital = sum(word[:1].isupper() for word in words)
    digits = sum(map(str.isdigit, head))
    letters = sum(map(str.isalpha, head))
    name_like = 2 <= len(words) <= 4 and capital == len(words) and letters + len(words) - 1 >= size - 2
    spaced = head if is_plain else _EDGE.sub(" ", head)
    small = spaced.lower()
    return (
        log1p(len(text) * width / size),
        log1p(len(words) * len(text) / size),
        width / len(words) if words else 0.0,
        digits / size,
        capital / max(1, len(words)),
        sum(map(str.isupper, head)) / size,
        (size - letters - digits - len(words)) / size,
        log1p(sum(map(head.count, ",，、"))),
        log1p(len(_SENTENCE.findall(head))),
        0.0 if is_plain else sum(map(_LATIN_END.__lt__, head)) / size,
        float(name_like or (not is_plain and _NAME.fullmatch(head) is not None)),
        *(float(test(head)) for test in _SIMPLE.values()),
        *(
            float(pattern.search(small if pattern.is_small else spaced) is not None)
            if digits or not (is_plain and pattern.has_digit)
            else 0.0
            for pattern in _PATTERNS.values()
        ),
    )
