"""Names of fields that nothing on the page names: by what their values are, as dates and prices are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ....documents.days import DAY_OF_MONTH
from ..elements.wholetexts import MONEY
from ..values import Extraction, Fields
from .fieldnames import unused

_PLAIN = re.compile(r"(?:text|value|group|field|p|span|div|td|li|i|em|small|strong)(?:_?\d+)?")
"""Names by tags alone, or by where they stand."""
_MOSTLY = 0.9
"""Of the values, those that have to be of a kind."""
_AMOUNT = r"[-+−]?\d[\d.,'’٫٬， \u00a0\u202f]*"
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]\.?m\.?)?"
_DAYS = (
    r"\d{4}-\d\d?-\d\d?",
    r"\d\d?[./]\d\d?[./]\d\d(?:\d\d)?",
    rf"{_MONTH} \d\d?,? \d{{4}}",
    r"\d{4}\s*[年년]\s*\d\d?\s*[月월]\s*\d\d?\s*[日일]",
    DAY_OF_MONTH,
)
_DAY = f"(?:{'|'.join(_DAYS)})"
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("date", rf"(?:[a-z]{{2,9}}\.?,? )?{_DAY}(?:[T,]? ?{_CLOCK}\S*)?"),
        ("time", _CLOCK),
        ("price", rf"{MONEY}\s*{_AMOUNT}|{_AMOUNT}\s*{MONEY}"),
        ("share", rf"{_AMOUNT}\s*%"),
        ("size", rf"{_AMOUNT}\s*[kmgt]?i?b(?:ytes)?"),
        ("email", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
        ("link", r"https?://\S+"),
        ("number", _AMOUNT),
    )
)


def kind_of_values(values: Iterable[str]) -> str:
    """What nearly all of the values are; empty if that has no name."""
    told = [plain for value in values if (plain := " ".join(value.split()))]
    for name, pattern in _KINDS:
        fitting = sum(1 for each in told if pattern.fullmatch(each))
        if told and fitting >= _MOSTLY * len(told):
            return name
    return ""


def by_values(fields: Fields, values: Callable[[Extraction], Iterable[str]]) -> Iterator[tuple[str, Extraction]]:
    """The fields, with those that only a tag names called as their *values* are."""
    kinds = [kind_of_values(values(each)) if _PLAIN.fullmatch(name) else "" for name, each in fields]
    seen = {name for (name, _), kind in zip(fields, kinds, strict=True) if not kind and not _PLAIN.fullmatch(name)}
    for (name, extraction), kind in zip(fields, kinds, strict=True):
        if kind:
            yield unused(kind, seen), extraction
        elif _PLAIN.fullmatch(name):
            yield unused(name.rstrip("0123456789").rstrip("_"), seen), extraction
        else:
            yield name, extraction
