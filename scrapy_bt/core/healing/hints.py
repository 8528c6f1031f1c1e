"""What speaks for a candidate beside the models, whatever kind its field is of: form, label, place among other things.

The weights are log odds. They are reasoned and were tried with made-up sites, since labelled pairs have news alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import log

from ..documents.elements import HEADINGS, Element
from .features import Survey
from .labels import label_of, said
from .pages import Candidate, seen_text
from .perception.views import WORDED, form_of
from .shapes import SHAPE, shape_of, width_of

_SAME_FORM = 2.0
"""Digits and signs as before, such as those of a price."""
_SAME_MARKS = 2.0
"""What is a date, an amount, a span of time still is one; as much against what is none."""
_SAME_LABEL = 4.0
_NAME_OF_SITE = 5.0
"""A part of the page's title that the old page had in its own, too."""
_OF_OTHERS = 4.0
"""It is one of many that look the same, each with texts of its own beside it, as things that are recommended."""
_UNLIKE = 2.0
"""Of the logarithm of how many times as wide, or as narrow, as the value it is, beyond `_FAR` times."""
_FAR = 5.0
_MANY = 3
_NEARLY_ALL = 0.8
_BESIDE = 4
"""How wide a text beside it in its row is at least."""
_LONGEST_LABEL = 40
_MARKS = tuple(
    map(SHAPE.index, ("year", "numeric date", "month", "clock", "money", "measure", "time span", "servings"))
)
_DIGITS = re.compile(r"\d+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_HEADINGS = HEADINGS - {"h1"}
_SIGNS = re.compile(r"\s+[-|–—·•:»/]\s+|[|_–—]|-(?=[^-]*$)")
"""Between the parts of a page's title."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What is known of the candidates of a page, by their numbers."""

    labels: Sequence[AbstractSet[str]]
    places: Counter[str]
    """At how many places a label stands."""
    alike: Sequence[int]
    """How many things there are, itself counted, of which it is told; 1: it is told of one."""
    titles: AbstractSet[str]
    """The parts of the page's title, in small letters."""
    texts: Sequence[str]
    """In small letters."""
    widths: Sequence[int]
    forms: Sequence[str]
    """What stands around their digits."""
    marks: Sequence[AbstractSet[int]]
    """What they are: dates, amounts, spans of time."""

    @classmethod
    def of(cls, survey: Survey, values: AbstractSet[str] = frozenset()) -> Hints:
        """What a page hints at; *values*: of fields of it, in small letters, which are no labels."""
        links = {said(look.candidate.text) for look in survey.looks if look.number("links") == 1}
        labels = [_labels(one) - values - links for one in survey.page.candidates]
        titles = survey.page.structured.texts.get("title", [])
        texts = [one.text for one in survey.page.candidates]
        return cls(
            labels,
            Counter(label for each in labels for label in each),
            _alike(survey),
            {part.strip() for title in titles[:1] for part in _SIGNS.split(title) if part.strip()},
            list(map(str.casefold, texts)),
            list(map(width_of, texts)),
            list(map(_pattern, texts)),
            list(map(_marks, texts)),
        )


def hinted(old: Candidate, before: Hints, candidates: Sequence[Candidate], now: Hints) -> list[float]:
    """What hints are worth, in log odds, for each candidate of today."""
    at = old.number
    form, labels, own, width = before.forms[at], before.labels[at], before.texts[at], before.widths[at]
    site = before.titles & now.titles
    marked = {each: _likeness(before.marks[at], each) * _SAME_MARKS for each in set(now.marks)}
    unlike = {each: _UNLIKE * max(0.0, abs(log(each / width)) - log(_FAR)) for each in set(now.widths)}
    return [
        (_SAME_FORM if form and now.forms[number] == form else 0.0)
        + marked[now.marks[number]]
        + _of_labels(labels, now, number)
        - _NAME_OF_SITE * (now.texts[number] in site and own not in site)
        - _OF_OTHERS * is_of_others(old, before, one, now)
        - unlike[now.widths[number]]
        for number, one in enumerate(candidates)
    ]


def _of_labels(labels: AbstractSet[str], now: Hints, number: int) -> float:
    """What it is worth that labels of before stand beside a candidate of today; more places than two count less."""
    same = labels & now.labels[number] if labels else labels
    return max((_SAME_LABEL / max(1, now.places[each] - 1) for each in same), default=0.0)


def is_of_others(old: Candidate, before: Hints, one: Candidate, now: Hints) -> bool:
    """Whether it belongs to one of many things alike, where the value before belonged to the only one."""
    return now.alike[one.number] >= _MANY and before.alike[old.number] == 1


def _likeness(marks: AbstractSet[int], others: AbstractSet[int]) -> float:
    if not marks:
        return 0.0
    return 1.0 if marks == others else 0.0 if marks & others else -1.0


def _marks(text: str) -> frozenset[int]:
    shape = shape_of(text)
    return frozenset(at for at in _MARKS if shape[at]) if len(text) <= 2 * _LONGEST_LABEL else frozenset()


@lru_cache(20_000)
def _pattern(text: str) -> str:
    """What stands around the digits of a short text, Latin words as one letter; empty without any, or if it is long."""
    if len(text) > _LONGEST_LABEL:
        return ""
    pattern, digits = _DIGITS.subn("0", text)
    return _LATIN.sub("a", pattern) if digits else ""


def _labels(candidate: Candidate) -> frozenset[str]:
    """Short texts right before it and, where nothing stands before it in its row, right behind it."""
    if len(candidate.text) > 3 * _LONGEST_LABEL:
        return frozenset()
    label = label_of(candidate.outer)
    found = {label.text} if label is not None else set()
    after = candidate.outer.getnext()
    if candidate.outer.getprevious() is None and after is not None and isinstance(after.tag, str):
        text = said(seen_text(after, most=_LONGEST_LABEL))
        if 1 < len(text) < _LONGEST_LABEL and not any(map(str.isdigit, text)):
            found.add(text)
    return frozenset(found)


def _alike(survey: Survey) -> list[int]:
    """Of each candidate how many there are in rows of one look, of one form, in each of which is more than it."""
    found = [1] * len(survey.looks)
    outline = survey.page.outline
    long = {one.inner for one in survey.page.candidates if survey.is_paragraph(one)}
    paragraphs = [0, *accumulate(element in long for element in outline.elements)]
    groups: dict[tuple[str, ...], list[Candidate]] = defaultdict(list)
    for candidate, way in zip(survey.page.candidates, survey.ways, strict=True):
        groups[way].append(candidate)
    for group in groups.values():
        if len(group) < _MANY or not _is_of_one_form(group):
            continue
        first, row = group[0], _row_of(*group[:2])
        if width_of(seen_text(row, most=len(first.text) + _BESIDE)) < width_of(first.text) + _BESIDE:
            continue
        if any(each.tag in _HEADINGS for each in first.chain) and outline.count(paragraphs, row):
            continue  # the parts of a text with their headings
        for one in group:
            label = label_of(one.outer)
            if label is None or not label.is_plain:
                found[one.number] = len(group)
    return found


def _is_of_one_form(group: Sequence[Candidate]) -> bool:
    forms = Counter("" if (form := form_of(one.text)) in WORDED else form for one in group)
    return max(forms.values()) >= _NEARLY_ALL * len(group)


def _row_of(one: Candidate, other: Candidate) -> Element:
    """What holds the first one and not the other."""
    around = set(other.outer.iterancestors())
    row = one.outer
    while row.getparent() is not None and row.getparent() not in around:
        row = row.getparent()
    return row
