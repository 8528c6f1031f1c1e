"""Details that were opened from pages of lists: which of these pages are none, and which a page lists alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ...samples.traffic import Answer, Exchange
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.requests.shapes import values_of
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from .datalistings import Listing
from .listing import lists_before

Groups = dict[tuple[int, int], list[tuple[int, Exchange]]]
"""By recording and page, the details that were opened from there."""


def without_lists(workflow: Workflow, groups: Groups) -> Groups:
    """The same, but for pages of which several others were opened: a wiki's pages link back to what lists them."""
    opened: dict[tuple[int, object], set[object]] = defaultdict(set)
    for (recording, lister), details in groups.items():
        page = workflow.exchanges[lister][recording]
        assert page is not None, "details were opened from it"
        opened[recording, page.sent.identity] |= {exchange.sent.identity for _, exchange in details}
    lists = {page for page, own in opened.items() if len(own) > 1}
    left = {
        (recording, lister): [each for each in details if (recording, each[1].sent.identity) not in lists]
        for (recording, lister), details in groups.items()
    }
    return {place: details for place, details in left.items() if details}


def alone_on_page(
    workflow: Workflow, steps: Iterable[int], series: Mapping[int, int], listing: Listing
) -> Iterator[int]:
    """Those of the steps that pages of the same series list in the same way, and nothing else, as a last page may."""
    own = series.get(listing.step, listing.step)
    for step in steps:
        present = list(workflow.present(step))
        pages = [
            next((page.answer for number, page in before if series.get(number, number) == own), None)
            for recording, exchange in present
            for before in [lists_before(workflow, recording, exchange)]
        ]
        if all(
            page is not None and _is_listed(page, listing, exchange)
            for page, (_, exchange) in zip(pages, present, strict=True)
        ):
            yield step


def listed_by(answer: Answer, listing: Listing) -> set[str]:
    """The addresses that a page lists in that way."""
    page = page_of(answer)
    return {whole(joined(page.base, text)) for text in page.extract(listing.each)}


def _is_listed(answer: Answer, listing: Listing, exchange: Exchange) -> bool:
    if listing.key is None:
        return whole(exchange.sent.url) in listed_by(answer, listing)
    return values_of(exchange.sent).get(listing.key) in page_of(answer).extract(listing.each)
