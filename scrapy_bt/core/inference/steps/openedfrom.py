"""Details that were opened from pages of lists: which of these pages are none, and which a page lists alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Event, Exchange, Recording, have_events
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.requests.shapes import values_of
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from .causes import cause_of
from .datalistings import Listing
from .listing import lists_before

_PRESET_AND_CHOSEN = 2
"""What was asked for where a page asked by itself first, and a person chose another one then."""
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


def without_presets(groups: Groups, recordings: Sequence[Recording]) -> Groups:
    """The same, but for what pages ask for by themselves until a person chooses something else.

    Where no events tell what was chosen, that are data which each recording asked for first, before one other each.
    """
    if have_events(recordings):
        return {place: _chosen_alone(details, recordings[place[0]]) for place, details in groups.items()}
    opened = [[exchange.sent.identity for _, exchange in details] for details in groups.values()]
    firsts, lasts = {own[0] for own in opened}, {own[-1] for own in opened}
    is_alike = len(firsts) == 1 < len(recordings) == len({recording for recording, _ in groups}) == len(lasts)
    are_data = all(_is_data(exchange) for details in groups.values() for _, exchange in details)
    is_preset = is_alike and are_data and all(len(own) == _PRESET_AND_CHOSEN for own in opened)
    return {place: details[1:] for place, details in groups.items()} if is_preset else groups


def _is_data(exchange: Exchange) -> bool:
    return exchange.answer is not None and kind_of(exchange.answer) == "json"


def _chosen_alone(details: list[tuple[int, Exchange]], recording: Recording) -> list[tuple[int, Exchange]]:
    """What was asked for by a choice, if a page had asked for another one before, and that is all; else all of it."""
    chosen = [each for each in details if _is_chosen(each[1], recording.events)]
    return chosen if len(chosen) == 1 and len(details) == _PRESET_AND_CHOSEN else details


def _is_chosen(exchange: Exchange, events: Sequence[Event]) -> bool:
    """Whether a request sends what was chosen right before it in a list of choices."""
    place = cause_of(exchange, events)
    event = events[place] if place is not None else None
    is_choice = event is not None and event.element is not None and event.element.tag == "select"
    return is_choice and event is not None and event.value in values_of(exchange.sent).values()


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
