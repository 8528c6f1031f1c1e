"""Rows within a block, `table.css("tr")` of `table = response.css("table.prices")`: found by what rows say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from ..core.documents.elements import Element
from ..core.healing.fields import reading_of, run_selector
from ..core.healing.lists import ListModels
from ..core.healing.pages import Page
from ..core.healing.parsing import page_of
from ..core.healing.perception.observations import Observation
from ..core.healing.proposals import Proposal
from ..core.healing.rows import heal_rows, select_around
from .blocks import smallest_around
from .cases import Case
from .rowselectors import finds_rows, relative
from .trials import try_selector

_MOST_PAGES = 4


@dataclass(frozen=True)
class Nest:
    """The selectors of a block, of the rows in it, and of what stands in each row."""

    block: Observation
    rows: Observation
    within: str
    """The rows wherever they stand, as the inner selectors name them."""
    inner: Sequence[Observation]


@dataclass(frozen=True)
class NestToday:
    """The same today: the selectors of the block, of rows within it and of rows wherever they stand; and how likely."""

    block: str
    rows: str
    within: str
    probability: float


def nests_of(
    groups: Mapping[str, Sequence[Observation]], blocks: Mapping[str, Observation], case: Case
) -> Iterator[Nest]:
    """Those of a page that have one block; *groups*: observations by their rows; *blocks*: those of the page itself."""
    old = page_of(case.before.markup)
    for within, inner in groups.items():
        for one in (each for group in groups.values() for each in group):
            block = blocks.get(one.within)
            if block is not None and finds_rows(one.selector, within) and len(run_selector(old, one.within)) == 1:
                yield Nest(block, one, within, inner)
                break


def heal_nest(nest: Nest, case: Case, models: ListModels) -> NestToday | None:
    """What it is today; None where rows are still found, or are not found again."""
    now = [page.markup for page in case.now]
    if try_selector(nest.rows.selector, now, forms=(), within=nest.rows.within).found:
        return None
    pages = [page_of(markup) for markup in now[-_MOST_PAGES:]]
    found = heal_rows(page_of(case.before.markup), nest.within, [one.selector for one in nest.inner], pages, models)
    if found is None:
        return None
    within, probability = found
    rows = relative(within)
    held = [(page, run_selector(page, within), probability) for page in pages]
    around = [(page, [_around(elements)], likely) for page, elements, likely in held if elements]
    written = select_around(around)
    for block in (nest.block.selector, *([written[0]] if written is not None else []), "body"):
        if all(_rows_in(page, block, rows) == elements for page, elements, _ in held):
            return NestToday(block, rows, within, probability)
    return None


def _around(rows: Sequence[Element]) -> Element:
    return reduce(smallest_around, rows) if len(rows) > 1 else rows[0].getparent()


def _rows_in(page: Page, block: str, rows: str) -> list[Element]:
    reading = reading_of(rows)
    return [] if reading is None else [row for each in run_selector(page, block) for row in each.xpath(reading.path)]


def as_likely_as_rows(proposals: Sequence[Proposal], rows: Mapping[str, Observation]) -> list[Proposal]:
    """The proposals, of which blocks are as likely as the rows in them; *rows*: of selectors, by what runs within."""
    likely = {
        one.within: one.choices[0].probability
        for one in proposals
        if one.within and one.choices and any(each.field == one.field for each in rows.values())
    }
    blocks = {rows[within].field: probability for within, probability in likely.items() if within in rows}
    return [
        replace(one, choices=(replace(one.choices[0], probability=blocks[one.field]), *one.choices[1:]))
        if one.choices and one.field in blocks
        else one
        for one in proposals
    ]
