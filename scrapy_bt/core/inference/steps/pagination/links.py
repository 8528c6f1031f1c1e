"""Series whose pages hold a link to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .....sentences import say
from ....documents.elements import Element
from ....documents.numbers import read_whole
from ....documents.onward import SAYS_ONWARD
from ...answers.elements.classes import IDENTIFIER
from ...answers.elements.markup import markup_of, text_within
from ...answers.elements.neighbours import before
from ...answers.locating.locations import ValueLocation
from ...answers.requests.shapes import values_of
from ...answers.values import Extraction, Taken, Value
from ...findings import Loop
from ...origins.links import leads_to, links_to, spelled, whole
from ..series import Series
from .page_pairs import Found, Pair, moved, names_onward, says_further, standing, stands_behind

_MARK = 2
"""Letters of what a bar of pages may call them by: numbers, or the letters that they begin with."""


def by_link(pairs: Sequence[Pair], group: Sequence[Series]) -> Iterator[Found]:
    """The links that lead from each page to the next, at best to none from the last; the best first.

    Of those that lead to the same from each last page too, only one: nothing that is tried tells them apart.
    """
    if any(pair.exchange.sent.method != "GET" for pair in pairs):
        return
    first = pairs[0]
    links = list(links_to(first.exchange.sent.url, first.answer, first.step))
    are_tabs, count_on = all(map(_is_called_by_words, pairs)), all(map(_counts_on, pairs))
    found: dict[tuple[bool, tuple[str | None, ...]], tuple[float, ValueLocation]] = {}
    for is_narrow, place in (*((False, link) for link in links), *((True, link) for link in _narrowed(links, pairs))):
        if not all(_leads(place.value, first.step, pair) for pair in pairs):
            continue
        # That one page leads to another is not much: then the link has to say that it leads on; what is beside the
        # current one of several words is another tab.
        is_said = names_onward(place) if are_tabs else says_further(place) or (count_on and stands_behind(place))
        if not is_said and all(len(series.pages) < 3 for series in group):
            continue
        after = tuple(_after_last(place, series) for series in group)
        worth = place.firmness + (0.5 if says_further(place) else 0) - (0.2 if _returns(after, group) else 0)
        worth += 0.1 if None in after else 0
        if (is_narrow, after) not in found or worth > found[is_narrow, after][0]:
            found[is_narrow, after] = worth, place
    start, repeats, entry = standing(group, by_link=True)
    for (_, after), (_, place) in sorted(found.items(), key=lambda one: -one[1][0]):
        loop = Loop(start, repeats, "link", None, moved(place.value, start), entry=entry, has_end=None in after)
        yield loop, say("each page leads to the next by {} (pages that were turned: {})", place.where, len(pairs))


def _is_called_by_words(pair: Pair) -> bool:
    """Whether the links to the next page have names, and none is called by a number, a mark or a word that leads on."""
    texts = [text_within(link) for link in _links(pair)]
    said = [text for text in texts if text]
    return bool(said) and not any(
        len(text) <= _MARK or any(map(str.isdigit, text)) or SAYS_ONWARD.search(text) for text in said
    )


def _counts_on(pair: Pair) -> bool:
    """Whether a link to the next page has its number, and right before it stands that of the page itself, no link."""
    for link in _links(pair):
        current, number = before(link), read_whole(text_within(link))
        is_link = current is None or current.tag == "a" or current.find(".//a") is not None
        if not is_link and number is not None and read_whole(text_within(current)) == number - 1:
            return True
    return False


def _links(pair: Pair) -> Iterator[Element]:
    for text in spelled(pair.exchange.sent.url, pair.answer):
        for place in markup_of(pair.answer).exact.get(text, ()):
            if place.element.tag == "a" and place.attribute == "href":
                yield place.element


def _narrowed(links: Sequence[ValueLocation], pairs: Sequence[Pair]) -> Iterator[ValueLocation]:
    """The same links, told from others at their place by a parameter that all next pages have.

    So the link to all in one, which on the last page stands where the next page's was, is none of them.
    """
    names = [{key.name for key in values_of(pair.exchange.sent) if key.where == "query"} for pair in pairs]
    for name in filter(IDENTIFIER.fullmatch, sorted(set[str].intersection(*names))):
        for place in links:
            if isinstance(place.value, Taken) and (told := _with_parameter(place.value.extraction, name)):
                yield replace(place, value=Taken(place.value.step, told), firmness=place.firmness - 0.05)


def _with_parameter(link: Extraction, name: str) -> Extraction | None:
    """The same link, if its address has a parameter of that name; None if it is not taken from an element."""
    ending, narrowed = {
        "css": ("::attr(href)", f'[href*="{name}="]'),
        "xpath": ("/@href", f'[contains(@href, "{name}=")]'),
    }.get(link.how, ("", ""))
    selector, is_address, _ = link.text.rpartition(ending) if ending else ("", "", "")
    return Extraction(link.how, f"{selector}{narrowed}{ending}") if is_address else None


def _leads(value: Value, step: int, pair: Pair) -> bool:
    return leads_to(value, pair.answer, step) == whole(pair.exchange.sent.url)


def _returns(after: Sequence[str | None], group: Sequence[Series]) -> bool:
    """Whether a link leads back from some last page to a page that was there before; *after*: where it leads to."""
    return any(
        url in {whole(before.sent.url) for _, before in series.pages} for url, series in zip(after, group, strict=True)
    )


def _after_last(place: ValueLocation, series: Series) -> str | None:
    """Where the link leads from the last page; None if there is no such link, empty if the page was not recorded."""
    step, exchange = series.pages[-1]
    return "" if exchange.answer is None else leads_to(moved(place.value, step), exchange.answer, step)
