"""A block of a redesigned page: the one element in which a spider looks for all fields, and what it has become."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ..core.documents.elements import Element
from ..core.healing.deciding import Decision, Models, decide
from ..core.healing.features import Survey
from ..core.healing.fields import run_selector
from ..core.healing.labels import behind, label_of
from ..core.healing.pages import Page
from ..core.healing.proposals import SWITCH
from ..core.healing.rows import first_within, select_around

_LIKELY = 0.5


def heal_block(
    old: Page, within: str, selectors: Sequence[str], pages: Sequence[Page], models: Models
) -> tuple[str, float] | None:
    """A selector of today's block, and the probability that it is right, which is that of its least likely field.

    It holds what stands behind the labels of other fields, too; where some are not found at all, it is less likely.

    *within*: the selector of the block before; *selectors*: those that were run within it.
    """
    block = run_selector(old, within)[0]
    places = {
        selector: candidate
        for selector in selectors
        for element in first_within(block, selector)
        if (candidate := old.candidate_of(element)) is not None
    }
    survey = Survey(old)
    found = []
    labels = {selector: label_of(place.outer) for selector, place in places.items()}
    for page in pages:
        decided = decide(survey, Survey(page), places, models)
        likely = [one for one in decided.values() if one.probability >= _LIKELY]
        if likely:
            around, probability = _block_of(likely)
            unknown = [label for name, label in labels.items() if name not in decided or decided[name] not in likely]
            labelled = [held[0].outer for label in unknown if label is not None and (held := behind(label, page))]
            around = reduce(smallest_around, labelled, around)
            probability *= (len(likely) + len(labelled)) / len(labels)
            found.append((page, [around], probability))
    return select_around(found)


def _block_of(decided: Sequence[Decision]) -> tuple[Element, float]:
    """The smallest element around fields; unsure fields that would need the whole page are left out."""
    likely = sorted(decided, key=lambda one: -one.probability)
    while True:
        around = reduce(smallest_around, (one.candidate.outer for one in likely))
        least = likely[-1].probability
        if around.tag != "body" or len(likely) == 1 or least >= SWITCH:
            return around, least
        likely.pop()


def smallest_around(one: Element, other: Element) -> Element:
    """The smallest element that holds both elements."""
    above = {one, *one.iterancestors()}
    return next(each for each in (other, *other.iterancestors()) if each in above)
