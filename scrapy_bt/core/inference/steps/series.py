"""Steps that are pages of one series: the same request again, or pages of one outline that lead to each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from ...samples.traffic import Exchange
from ..answers.shapes import shape_of
from ..blackboard.workflow import Workflow
from .alignment import alikeness
from .orders import is_other_order

ALIKE = 0.7
"""How much of their outlines two pages of a series share."""


@dataclass(frozen=True)
class Series:
    """The pages of a series in one recording, in order: steps with their exchanges."""

    recording: int
    pages: tuple[tuple[int, Exchange], ...]
    again: tuple[int, ...] = ()
    """Steps that asked for one of the pages once more, as going back does."""

    @property
    def steps(self) -> tuple[int, ...]:
        return tuple(step for step, _ in self.pages)

    def without(self, before: int, behind: int = 0) -> Series | None:
        """The same but for some pages at its beginning and at its end; none: then it would be none."""
        pages = self.pages[before : len(self.pages) - behind]
        return Series(self.recording, pages, self.again) if len(pages) > 1 else None

    def pairs(self) -> Iterator[tuple[tuple[int, Exchange], tuple[int, Exchange]]]:
        """Each page with the one that follows it."""
        return zip(self.pages, self.pages[1:], strict=False)


def series_of(workflow: Workflow) -> list[list[Series]]:
    """The series of the workflow, each as the recordings have it."""
    groups: list[list[Series]] = []
    for recording in range(workflow.recordings):
        for found in _in_one(workflow, recording):
            same = next((group for group in groups if _is_same(group[0], found)), None)
            if same is None:
                groups.append([found])
            else:
                same.append(found)
    return groups


def _in_one(workflow: Workflow, recording: int) -> list[Series]:
    chains: list[list[tuple[int, Exchange]]] = []
    again: list[list[int]] = []
    for step, exchange in workflow.in_order(recording):
        for chain, others in zip(reversed(chains), reversed(again), strict=True):
            if any(_is_same_request(exchange, page) for _, page in chain):
                others.append(step)
                break
            if _follows(chain[-1][1], exchange):
                chain.append((step, exchange))
                break
        else:
            chains.append([(step, exchange)])
            again.append([])
    return [
        Series(recording, tuple(chain), tuple(others))
        for chain, others in zip(chains, again, strict=True)
        if len(chain) > 1
    ]


def _is_same_request(one: Exchange, other: Exchange) -> bool:
    return (one.sent.method, one.sent.url, one.sent.body) == (other.sent.method, other.sent.url, other.sent.body)


def _follows(before: Exchange, exchange: Exchange) -> bool:
    if before.answer is None or exchange.answer is None or not before.answer.body or not exchange.answer.body:
        return False
    if before.answer.status >= 400 or exchange.answer.status >= 400:
        return False
    if _host(before.answer.url) != _host(exchange.answer.url):
        return False
    return alikeness(before.answer, exchange.answer) >= ALIKE and not is_other_order(before.sent, exchange.sent)


def _is_same(one: Series, other: Series) -> bool:
    if set(one.steps) & set(other.steps):
        return True
    return shape_of(one.pages[-1][1].sent) == shape_of(other.pages[-1][1].sent)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""
