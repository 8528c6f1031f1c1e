"""Whether the pages of today that are kept speak of the same things as those of before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core.healing.addressed import Again, SeenPage, Telling, telling, telling_again
from ..core.healing.pages import squeeze
from ..core.healing.parsing import page_of
from ..core.healing.perception.mixes import digest_of
from ..core.healing.perception.sametexts import pieces_of
from ..core.healing.proposals import SWITCH, Choice
from .cases import Case
from .evidence import FieldEvidence
from .trials import KeptPage, values_of
from .twins import find_twins, is_same_list

_FEWEST = 3
"""The fewest values, of a field with few, that tell what pages are about, and pages of today that have them."""
_FEWEST_LABELS = 2
"""The fewest fields behind their labels: the label of a price alone may stand on a page of another kind."""
_MOSTLY = 0.75
_MOST_VALUES = 3
"""The most values of a field on a page."""


def telling_of(case: Case) -> Telling:
    """Judged by what pages of the same addresses told before, where there are some, else by what addresses name.

    That a list has other rows today says nothing.
    """
    good = [_told(page) for page in case.earlier]
    twins = [(pair.before, _told(pair.now)) for pair in find_twins(case.pages)]
    if _compare(case, good, twins) is Telling.HOLDS:
        return Telling.HOLDS
    if (found := _compare(case, good, twins, only_single=True)) is not None:
        return found
    return telling(good, [_told(page) for page in case.now])


def is_of_kind(case: Case, chosen: Mapping[str, Sequence[Choice]]) -> bool:
    """Whether pages of today are about things of the same kind, though other ones may stand at their addresses.

    Either a field that has a few values, as brands are, has several of them; or several fields stand behind the labels
    that they stood behind before, each with other values on other pages, or a list is the same, value by value.
    *chosen*: choices for fields that have changed; others have what they had.
    """
    labels, twins = set(), find_twins(case.pages)
    for one in case.observations:
        few, selector = case.few.get(one.field, ()), one.selector
        if one.field in case.changed:
            best = next(iter(chosen.get(one.field, ())), None)
            selector = best.selector if best is not None and best.probability >= SWITCH else ""
        if not selector or one.within:
            continue
        if one.field in case.changed and is_same_list(one.selector, selector, twins):
            return True
        firsts = [next(iter(values_of(selector, page.markup)), "") for page in case.now]
        known = [first for first in firsts if first and digest_of(first) in few]
        if len(few) >= _FEWEST and len(set(known)) >= _FEWEST and len(known) >= _MOSTLY * len(firsts):
            return True
        if len(set(filter(None, firsts))) >= _FEWEST:
            labels.add(FieldEvidence(one, case, "", "").label_before(selector))
    return len(labels - {""}) >= _FEWEST_LABELS


def _compare(
    case: Case, good: Sequence[SeenPage], twins: Sequence[tuple[KeptPage, SeenPage]], *, only_single: bool = False
) -> Telling | None:
    """Compares the pages before and of today of each address; *good*: all pages before."""
    again = []
    for before, now in twins:
        elsewhere = [one.text for one in good if one.url != now.url]
        again.append(Again(list(_values(case, before, only_single=only_single)), elsewhere, now.text))
    return telling_again(again)


def _told(page: KeptPage) -> SeenPage:
    return SeenPage(page.url, " ".join(pieces_of(page_of(page.markup).root)))


def _values(case: Case, page: KeptPage, *, only_single: bool) -> Iterator[str]:
    """What the fields gave on a page before, as far as it is known."""
    text = squeeze(_told(page).text)
    for one in case.observations:
        if one.selector and not (only_single and one.within):
            values = [value for value in values_of(one.selector, page.markup, within=one.within) if value]
            if len(values) == 1 or not only_single:
                yield from [value for value in values if squeeze(value) in text][:_MOST_VALUES]
