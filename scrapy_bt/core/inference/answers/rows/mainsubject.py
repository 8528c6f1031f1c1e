"""Whether the rows of pages are what these are about, or parts of pages that are each about one thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ....documents.elements import is_element
from ....samples.traffic import Answer
from ..elements.classes import stable_classes
from ..elements.markup import text_within
from ..extraction import extract_within, page_of
from .rows import RowPattern

_LEAST_SHARE = 0.4
"""Of what differs between pages, from which their rows are what they are about."""
_MOST_SHARE = 0.55
"""The same for a detail of a list, which is about one thing, but may be the thread of a forum."""
_LEAST_OF_DATA = 0.2
"""The same for data, which has a list only where it has something to list."""
_FEWEST_TEXTS = 4
"""Of a list whose rows are a text each."""
_FILLED = 0.5
"""How many of their fields rows have at least that are more than parts of a page."""
_SAME = 0.8
"""How many of the rows of details say the same on all of them, from which these are about something else."""
_FEWEST_LABELS = 3
"""On each page, where some have fewer than others: two may be so by chance, as who wrote first in a thread."""
_WITHOUT = 3
"""One of so many details lacks rows that others have."""


_Texts = Sequence[Sequence[Sequence[str]]]
"""The texts of a field, by page and row."""


def are_main(rows: RowPattern, answers: Sequence[Answer], *, is_single: bool) -> bool:
    """Whether rows are what pages are about; *is_single*: each is a detail of a list."""
    if not _is_about(rows, answers[0], is_single=is_single) or _have_nothing_in_common(rows, answers):
        return False
    return not (is_single and _are_parts(rows, answers))


def are_called_alike(found: Sequence[Sequence[Any]], told_by: Callable[[Any], Iterable[str]]) -> bool:
    """Whether they are things of their own, as `article` says, that are called the same on all pages, as tickets are.

    Most say something else on each page, such as a price: so their names are a part of what they say.
    *found*: by page; *told_by*: the texts of a row.
    """
    if len(found) < 2 or len(set(map(len, found))) > 1 or any(getattr(row, "tag", "") != "article" for row in found[0]):
        return False
    said = [list(told_by(row)) for own in found for row in own]
    told = [said[place :: len(found[0])] for place in range(len(found[0]))]
    return sum(own.count(own[0]) < len(own) for own in told) * 2 > len(told)


def are_on_some(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether a third of the pages or more have no such rows."""
    return sum(not page_of(answer).elements(rows.each) for answer in answers) * _WITHOUT >= len(answers)


def _is_about(rows: RowPattern, answer: Answer, *, is_single: bool) -> bool:
    """Whether they say most of what differs between pages; a list of data is about what it lists."""
    data = page_of(answer).json
    if isinstance(data, list) and not is_single:
        return True
    if isinstance(data, (dict, list)):
        return rows.weight >= (_LEAST_OF_DATA if rows.count > 1 and not is_single else _MOST_SHARE)
    # A list of texts alone, as of names, is what a page is about where it says most of it.
    is_plain = len(rows.fields) == 1 and rows.count >= _FEWEST_TEXTS and not is_single
    least = _MOST_SHARE if is_single or is_plain else _LEAST_SHARE
    return rows.count >= 2 and (len(rows.fields) > 1 or is_plain) and rows.weight >= least


def _are_parts(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether they are the parts of a page about one thing: as many on each page, few alike, or each with its label.

    Or each is called by what it is, wherever it stands: then some pages may lack some of them.
    """
    found = [page_of(answer).elements(rows.each) for answer in answers]
    if _are_called_apart(found) or _say_the_same(found):
        return True
    by_field = [[[_said(extract_within(row, field)) for row in own] for own in found] for _, field in rows.fields]
    if len(set(map(len, found))) > 1:
        return any(_are_labels_of_some(said, by_field) for said in by_field)
    if _are_labels([[_first_text(row) for row in own] for own in found]) or any(
        _are_labels(said) and not _are_amounts(said[0]) for said in by_field
    ):
        return True
    held = [bool(_said(extract_within(row, field))) for own in found for row in own for _, field in rows.fields]
    return sum(held) < _FILLED * len(held)


def _are_called_apart(found: Sequence[Sequence[object]]) -> bool:
    """Whether each row has a class that no other of its page has, and one page has all the classes that there are.

    Classes with numbers, as `item-1`, count rows.
    """
    called = [[_class_of(row) for row in own] for own in found]
    most = max(map(set, called), key=len)
    return len(called) > 1 and all(
        all(names) and len(set(names)) == len(names) and most.issuperset(names) for names in called
    )


def _say_the_same(found: Sequence[Sequence[Any]]) -> bool:
    """Whether a reader sees the same rows on all pages, as the days of a chart, whatever their links lead to."""
    told = [[text_within(row) for row in own if is_element(row)] for own in found]
    everywhere = set(told[0]).intersection(*told)
    return len(found) > 1 and all(own and sum(text in everywhere for text in own) >= _SAME * len(own) for own in told)


def _class_of(row: object) -> str:
    name = next(iter(stable_classes(row)), "") if is_element(row) else ""
    return "" if any(map(str.isdigit, name)) else name


def _have_nothing_in_common(rows: RowPattern, answers: Sequence[Answer]) -> bool:
    """Whether the first, the second … on each page hold other fields: parts of a page, as the rows of a grid are.

    What each of them is called, as “Where?” and “When?”, is in common no more than the rest.
    """
    found = [page_of(answer).elements(rows.each) for answer in answers]
    if len(answers) < 2 or len(set(map(len, found))) > 1:
        return False
    told = ([[_said(extract_within(row, field)) for row in own] for own in found] for _, field in rows.fields)
    places = [
        {place for own in said for place, texts in enumerate(own) if texts} for said in told if not _are_labels(said)
    ]
    return bool(places) and all(len(each) == 1 for each in places)


def _first_text(row: object) -> list[str]:
    """What a row of markup begins with; nothing: it is data."""
    texts = row.itertext() if is_element(row) else ()
    return [text for text in map(str, texts) if text.strip()][:1]


def _are_amounts(said: Sequence[Sequence[str]]) -> bool:
    """Whether numbers tell them apart, as sizes and times do: those may be the same on several pages."""
    words = ["".join(filter(str.isalpha, " ".join(texts))) for texts in said]
    return len(set(words)) < len(words) / 2


def _are_labels(said: Sequence[Sequence[Sequence[str]]]) -> bool:
    """Whether a field says the same on several pages, and in each row something else; *said*: by page and row.

    Some rows may have none, such as the one with the button of a form.
    """
    told = [text for texts in said[0] if (text := " ".join(texts))]
    is_usual = len(told) * 2 > len(said[0])
    is_same = len(said) > 1 and all(own == said[0] for own in said)
    is_each = is_usual and len(told) > 1 and len(set(told)) == len(told)
    return is_same and is_each and all(re.search(r"[^\W\d_]", text) for text in told)


def _are_labels_of_some(said: _Texts, by_field: Sequence[_Texts]) -> bool:
    """Whether a field labels rows of several kinds, of which some pages lack some; *said*: one of *by_field*.

    The labels stand in the same order as on the page that has most, and no other field is in all rows that have one:
    a list of things, of which a page has fewer than another, says the same of each.
    """
    told = [[text for texts in own if (text := " ".join(texts))] for own in said]
    most = max(told, key=len)
    usual = said[told.index(most)]
    labelled = [(page, row) for page, own in enumerate(said) for row, texts in enumerate(own) if texts]
    return (
        min(map(len, told)) >= _FEWEST_LABELS
        and _are_labels([usual, usual])
        and not _are_amounts(usual)
        and all(_are_in_order(own, most) for own in told)
        and not any(all(other[page][row] for page, row in labelled) for other in by_field if other is not said)
    )


def _are_in_order(texts: Sequence[str], among: Sequence[str]) -> bool:
    """Whether texts stand among others in the same order, each once."""
    left = iter(among)
    return all(text in left for text in texts)


def _said(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text.strip()]
