"""What pages load by themselves beside what they are about: flags, translations, who is logged in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ...samples.traffic import Exchange
from ..answers.pages.contents import content_of
from ..blackboard.workflow import Workflow
from .cachebusters import is_made_each_time
from .moments import timeless_values
from .sites import site_of


@dataclass(frozen=True)
class _Loaded:
    """Data that a page has loaded."""

    step: int
    page: str
    texts: tuple[str, ...]


def companions(workflow: Workflow, documents: Collection[int]) -> frozenset[int]:
    """The data that pages of different addresses have loaded alike, or from a site of others by no word.

    Of one page alone, what is from a site of others, where there are data of its own, or the page itself is another
    one in another recording. *documents*: the steps of the pages; where there are none, what is asked for first tells
    the site. The first recording is looked at.
    """
    sites = {site_of(workflow.first(step).sent.url) for step in documents or workflow.numbers()[:1]}
    loaded: dict[tuple[str, str, str], list[_Loaded]] = defaultdict(list)
    page = ""
    for step, exchange in workflow.in_order(0):
        if step in documents:
            page = exchange.sent.url.partition("#")[0].partition("?")[0]
        elif (page or not documents) and _is_data(exchange):
            address = urlsplit(exchange.sent.url)
            texts = tuple(content_of(exchange.answer).texts) if exchange.answer is not None else ()
            loaded[exchange.sent.method, address.netloc, address.path].append(_Loaded(step, page, texts))
    everything = {each.step for own in loaded.values() for each in own}
    foreign = {step for step in everything if site_of(workflow.first(step).sent.url) not in sites}
    own_data = everything - foreign
    foreign = {step for step in foreign if not _asks_by_words(workflow, step)}
    found = set(foreign) if own_data or any(_differs(workflow, step) for step in documents) else set()
    for own in loaded.values():
        found |= {each.step for each in own if each.step in foreign and _on_other_pages(each, own)}
        found |= {
            each.step for each in own if _on_other_pages(each, (same for same in own if same.texts == each.texts))
        }
    return frozenset(found)


def _is_data(exchange: Exchange) -> bool:
    return exchange.answer is not None and kind_of(exchange.answer) in ("json", "xml")


def _on_other_pages(one: _Loaded, others: Iterable[_Loaded]) -> bool:
    return any(other.page != one.page for other in others)


def _differs(workflow: Workflow, step: int) -> bool:
    answers = (exchange.answer for _, exchange in workflow.present(step))
    return len({content_of(answer).texts for answer in answers if answer is not None}) > 1


def _asks_by_words(workflow: Workflow, step: int) -> bool:
    """Whether it is asked for with other words in another recording, which are no numbers and not made each time."""
    asked: dict[Key, set[str]] = defaultdict(set)
    for _, exchange in workflow.present(step):
        for key, value in timeless_values(exchange).items():
            if key.where not in IN_HEADERS:
                asked[key].add(value)
    varying: Sequence[Key] = [key for key, values in asked.items() if len(values) > 1]
    return any(
        not all(value.isdecimal() for value in asked[key]) and not is_made_each_time(step, key, workflow)
        for key in varying
    )
