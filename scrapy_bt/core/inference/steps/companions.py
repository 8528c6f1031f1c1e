"""What pages load by themselves beside what they are about: flags, translations, who is logged in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ..answers.pages.contents import content_of
from ..blackboard.workflow import Workflow
from .cachebusters import is_made_each_time
from .datarows import has_rows
from .moments import timeless_values
from .sites import site_of

_MANY = 3
"""So many pages load records that are no list of any of them."""
_LONG = 7
"""Digits of a number that nobody has chosen."""


@dataclass(frozen=True)
class _Loaded:
    """Data that a page has loaded."""

    step: int
    page: str
    address: tuple[str, str, str]
    """Its method, host and path."""
    texts: tuple[str, ...]


def companions(workflow: Workflow, documents: Collection[int]) -> frozenset[int]:
    """The data that a page loads beside what it is about.

    - From another site than the pages': what is asked for in each recording alike, where the site has data of its own,
      its pages are others in another recording, or another page has loaded it, too.
    - From anywhere: what all pages that load data were answered alike, where the pages differ between recordings.
      Records count only where three pages have loaded them, since a list may be shown on two.

    *documents*: the steps of the pages; where there are none, what is asked for first tells the site. The first
    recording is looked at.
    """
    loaded = list(_loaded(workflow, documents))
    is_other = any(differs(workflow, step) for step in documents)
    sites = {site_of(workflow.first(step).sent.url) for step in documents or workflow.numbers()[:1]}
    others = {each.step for each in loaded if site_of(workflow.first(each.step).sent.url) not in sites}
    own_data = any(each.step not in others for each in loaded)
    foreign = {step for step in others if not _is_asked_for(workflow, step)}
    pages = {each.page for each in loaded}
    found = set(foreign) if own_data or is_other else set()
    for same in _by(loaded, lambda each: each.address):
        if len({each.page for each in same}) > 1:
            found |= {each.step for each in same} & foreign
    for same in _by(loaded, lambda each: (each.address, each.texts)) if is_other and len(pages) > 1 else ():
        is_everywhere = {each.page for each in same} == pages
        if is_everywhere and (len(pages) >= _MANY or not has_rows(workflow.answers(same[0].step))):
            found |= {each.step for each in same}
    return frozenset(found)


def _loaded(workflow: Workflow, documents: Collection[int]) -> Iterator[_Loaded]:
    page = ""
    for step, exchange in workflow.in_order(0):
        if step in documents:
            page = exchange.sent.url.partition("#")[0].partition("?")[0]
        elif (page or not documents) and exchange.answer is not None and kind_of(exchange.answer) in ("json", "xml"):
            parts = urlsplit(exchange.sent.url)
            address = exchange.sent.method, parts.netloc, parts.path
            yield _Loaded(step, page, address, tuple(content_of(exchange.answer).texts))


def _by(loaded: Iterable[_Loaded], key: Callable[[_Loaded], Hashable]) -> Iterable[Sequence[_Loaded]]:
    groups: dict[Hashable, list[_Loaded]] = defaultdict(list)
    for each in loaded:
        groups[key(each)].append(each)
    return groups.values()


def differs(workflow: Workflow, step: int) -> bool:
    """Whether a step says another thing in another recording."""
    return len({content_of(answer).texts for answer in workflow.answers(step)}) > 1


def _is_asked_for(workflow: Workflow, step: int) -> bool:
    """Whether it is asked for with something else in another recording, which is not made each time."""
    asked: dict[Key, set[str]] = defaultdict(set)
    for _, exchange in workflow.present(step):
        for key, value in timeless_values(exchange).items():
            if key.where not in IN_HEADERS:
                asked[key].add(value)
    return any(
        not _is_drawn(values) and not is_made_each_time(step, key, workflow)
        for key, values in asked.items()
        if len(values) > 1
    )


def _is_drawn(values: Collection[str]) -> bool:
    """Whether these are long numbers, as scripts draw them; what a person has chosen has a short one, or a name."""
    return all(value.isdecimal() and len(value) >= _LONG for value in values)
