"""Steps that are pages of one series: the same request again, or pages of one outline that lead to each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.requestparts import ASKING
from ...samples.traffic import Exchange
from ..answers.data.leaves import json_leaves
from ..answers.locating.headerlinks import next_in_headers
from ..answers.pages.addresses import authority_of
from ..answers.requests.shapes import do_alike, shape_of, values_of
from ..blackboard.workflow import Workflow
from ..origins.links import links_to, whole
from .alignment import alikeness
from .gaps import leads_over
from .sortings import is_other_order

ALIKE = 0.7
"""How much of their outlines two pages of a series share."""
_PAGE = re.compile(
    r"pg?|(?:current_?)?page_?(?:no|num|number|index)?|(?:limit_?)?start_?(?:index|row)?|offset|skip|from"
    r"|first_?(?:row|result)?",
    re.IGNORECASE,
)
"""What the number of a page, or of its first row, is called, if it is 0 or 1; who goes on sends another one."""
_CURSOR = 3
"""Signs of what tells where the next page begins."""
_CHANGING = frozenset({"PUT", "PATCH", "DELETE"})
"""Methods that change what is there, and bring no page of it (RFC 9110, 9.3; RFC 5789)."""
_CLEARLY = 0.05
"""How much more of them a page shares with its own kind than with another."""
_MOST_OPENED = 50
"""Entries of one list that a person opens one after another, at most."""


@dataclass(frozen=True)
class Series:
    """The pages of a series in one recording, in order: steps with their exchanges."""

    recording: int
    pages: tuple[tuple[int, Exchange], ...]
    again: Mapping[int, int] = field(default_factory=dict)
    """Steps that asked for one of the pages once more, as going back does, each with the step of that page."""

    @property
    def steps(self) -> tuple[int, ...]:
        return tuple(step for step, _ in self.pages)

    def without(self, before: int, behind: int = 0) -> Series | None:
        """The same but for some pages at its beginning and at its end; None if fewer than two remain."""
        return self.of(self.pages[before : len(self.pages) - behind])

    def of(self, pages: tuple[tuple[int, Exchange], ...]) -> Series | None:
        """The series of some of its pages; None if fewer than two are left."""
        steps = {step for step, _ in pages}
        again = {step: page for step, page in self.again.items() if page in steps}
        return Series(self.recording, pages, again) if len(pages) > 1 else None

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


def is_shown_anew(workflow: Workflow, recording: int, page: Exchange, exchange: Exchange) -> bool:
    """Whether the same is asked for as by a page before, since which a form was sent, or something that changed it.

    It may be of a filter that the session keeps.
    """
    if page.sent.identity != exchange.sent.identity:
        return False
    bodies = {each.answer.body if each.answer is not None else None for each in (page, exchange)}
    between = (each for _, each in workflow.in_order(recording) if page.index < each.index < exchange.index)
    others = (each for each in between if each.sent.identity != page.sent.identity)  # going back may send a form again
    sent = [each.kind for each in others if each.sent.method in {"POST", *_CHANGING}]
    return "document" in sent or (bool(sent) and len(bodies) > 1)


def _in_one(workflow: Workflow, recording: int) -> list[Series]:
    chains: list[list[tuple[int, Exchange]]] = []
    again: list[dict[int, int]] = []
    beside: list[list[tuple[int, Exchange]]] = []
    """Chains of pages of which none leads to the next."""
    told: dict[int, list[Exchange]] = {}
    """By step, what was answered each time, of the pages that were asked for several times."""
    asked: set[tuple[str, str, bytes | None]] = set()
    for step, exchange in workflow.in_order(recording):
        request = exchange.sent.identity
        is_new = request not in asked
        asked.add(request)
        for chain, others in zip(reversed(chains), reversed(again), strict=True):
            known = None if is_new else next((each for each in chain if each[1].sent.identity == request), None)
            if known is not None and is_shown_anew(workflow, recording, known[1], exchange):
                continue
            if known is not None:
                others[step] = known[0]
                if known is chain[-1] and _is_data(exchange):
                    told.setdefault(known[0], [known[1]]).append(exchange)
                    chain[-1] = known[0], exchange
                break
            chain[-1] = chain[-1][0], _leading(told.get(chain[-1][0], [chain[-1][1]]), exchange)
            if left := _left(chain, exchange):
                chains.append(chain[-left:])
                again.append({})
                del chain[-left:]
            elif left := _opened_beside(chain, exchange):
                beside.append([*chain[-left:], (step, exchange)])
                chains.append(beside[-1])
                again.append({})
                del chain[-left:]
                break
            if any(chain is each for each in beside) and any(_leads(own[-1][1], exchange) for own in chains):
                continue
            if _follows(chain[-1][1], exchange) and not _is_narrowed(chain, exchange):
                chain.append((step, exchange))
                break
        else:
            chains.append([(step, exchange)])
            again.append({})
    return [
        Series(recording, tuple(chain), others) for chain, others in zip(chains, again, strict=True) if len(chain) > 1
    ]


def _is_data(exchange: Exchange) -> bool:
    """Whether data were given, which may hold another cursor each time."""
    return exchange.answer is not None and exchange.answer.status < 400 and kind_of(exchange.answer) == "json"


def _leading(pages: Sequence[Exchange], exchange: Exchange) -> Exchange:
    """Of what was answered for one page, what a request goes on from: it holds what is sent; else the latest."""
    if len(pages) == 1:
        return pages[0]
    own = {text for key, text in values_of(exchange.sent).items() if values_of(pages[0].sent).get(key) != text}
    held = [own & json_leaves(page.answer).exact.keys() if page.answer is not None else set[str]() for page in pages]
    return max(zip(map(len, held), range(len(pages)), pages, strict=True), key=lambda each: each[:2])[2]


def _is_narrowed(chain: Sequence[tuple[int, Exchange]], exchange: Exchange) -> bool:
    """Whether a list of which pages were loaded begins anew with one more field, as where it is filtered then."""
    if len(chain) == 1:
        return _is_narrowed_at_once(chain[0][1], exchange)
    first, last, own = (values_of(each.sent) for each in (chain[0][1], chain[-1][1], exchange))
    is_narrower = shape_of(chain[-2][1].sent).names == shape_of(chain[-1][1].sent).names < shape_of(exchange.sent).names
    return is_narrower and any(
        text.isdecimal() and own.get(key) == text != last.get(key) for key, text in first.items()
    )


def _is_narrowed_at_once(page: Exchange, exchange: Exchange) -> bool:
    """The same behind the first page: its number is sent once more, and nothing that tells of a next one."""
    own = values_of(exchange.sent)
    is_first_again = any(
        text == own.get(key) and text in ("0", "1") and _PAGE.fullmatch(key.name.rpartition(".")[2])
        for key, text in values_of(page.sent).items()
    )
    is_narrower = shape_of(page.sent).names < shape_of(exchange.sent).names
    return is_narrower and is_first_again and not _has_cursor(page, own)


def _has_cursor(page: Exchange, own: Mapping[Key, str]) -> bool:
    """Whether one more field is sent with what data tell beside their rows, or in the last one: the next page."""
    leaves = json_leaves(page.answer).exact if page.answer is not None else {}
    more = [text for key, text in own.items() if key not in values_of(page.sent) and len(text) >= _CURSOR]
    return any(
        leaf.lasts or not any(isinstance(step, int) for step in leaf.steps)
        for text in more
        for leaf in leaves.get(text, ())
    )


def _left(chain: Sequence[tuple[int, Exchange]], exchange: Exchange) -> int:
    """How many pages at the end of a chain are none of it: they were opened from one that a page goes on with.

    That one leads to it and looks clearly more like it, as a list does beside its details; or it was asked for by the
    same parameters, where they were by others, as details at the address of their list.
    """
    if len(chain) == 1:
        return 0
    names = [shape_of(page.sent).names for _, page in chain]
    own = shape_of(exchange.sent).names
    others = len(names) - 1 - max((place for place, each in enumerate(names) if each == own), default=len(names) - 1)
    if others and all(each - own and own - each for each in names[-others:]):
        return others
    last = chain[-1][1]
    least = alikeness(last.answer, exchange.answer) + _CLEARLY
    for number, (_, page) in enumerate(reversed(chain[:-1]), 1):
        if alikeness(page.answer, exchange.answer) >= least:
            return number if _leads(page, exchange) and not _leads(last, exchange) else 0
    return 0


def _opened_beside(chain: Sequence[tuple[int, Exchange]], exchange: Exchange) -> int:
    """How many pages at the end of a chain were opened from the one before them, as this one was, which none leads to.

    So the entries of a list are told from pages of a series where all look alike, as in a wiki.
    """
    for number in range(1, min(len(chain), _MOST_OPENED + 1)) if _follows(chain[-1][1], exchange) else ():
        page, behind = chain[-number - 1][1], chain[-number:]
        if _leads(page, exchange):
            return number if all(_leads(page, own) and not _leads(own, exchange) for _, own in behind) else 0
    return 0


def _leads(page: Exchange, exchange: Exchange) -> bool:
    is_linked = page.answer is not None and any(True for _ in links_to(exchange.sent.url, page.answer, 0))
    return is_linked or _asks_for_entry(page, exchange)


def _asks_for_entry(page: Exchange, exchange: Exchange) -> bool:
    """Whether a request differs from that for data in nothing but a key that these tell in one of their entries."""
    before, own = values_of(page.sent), values_of(exchange.sent)
    changed = [text for key, text in own.items() if key.where in ASKING and before.get(key) != text]
    is_key = len(changed) == 1 and len(changed[0]) >= _CURSOR and not changed[0].isdecimal()
    return is_key and before.keys() == own.keys() and _tells(page, changed[0], in_entries=True)


def _follows(before: Exchange, exchange: Exchange) -> bool:
    if before.answer is None or exchange.answer is None or not before.answer.body or not exchange.answer.body:
        return False
    if before.answer.status >= 400 or exchange.answer.status >= 400:
        return False
    if _CHANGING & {before.sent.method, exchange.sent.method}:
        return False
    if authority_of(before.answer.url) != authority_of(exchange.answer.url):
        return False
    if next_in_headers(before.answer) == whole(exchange.sent.url):
        return True
    if _is_other_data(before, exchange):
        return False
    is_like = alikeness(before.answer, exchange.answer) >= ALIKE or leads_over(before, exchange)
    return is_like and do_alike(before.sent, exchange.sent) and not is_other_order(before.sent, exchange.sent)


def _is_other_data(before: Exchange, exchange: Exchange) -> bool:
    """Whether both gave data, at addresses that name other things, as a list's and that of one of its entries."""
    if any(each.answer is None or kind_of(each.answer) != "json" for each in (before, exchange)):
        return False
    shorter, longer = sorted((before, exchange), key=lambda each: len(shape_of(each.sent).path))
    both = zip(shape_of(shorter.sent).path, shape_of(longer.sent).path, strict=False)
    return any(one != other and "*" not in (one, other) for one, other in both) or _is_entry(longer, shorter)


def _is_entry(exchange: Exchange, of: Exchange) -> bool:
    """Whether data were asked for by a key below the address of a list: `/things/lamp-7` of `/things`.

    The list tells it in its entries, or the data tell it themselves; what a list tells beside its entries may be a
    cursor.
    """
    there, here = (urlsplit(each.sent.url).path.rstrip("/") for each in (of, exchange))
    key = unquote(here.removeprefix(f"{there}/").partition("/")[0]) if here.startswith(f"{there}/") else ""
    if not key or key.isdecimal() or _tells(of, key, in_entries=False):
        return False
    return _tells(of, key, in_entries=True) or _tells(exchange, key, in_entries=False)


def _tells(exchange: Exchange, text: str, *, in_entries: bool) -> bool:
    """Whether data hold a text in entries of lists, or else outside of all."""
    leaves = json_leaves(exchange.answer).exact.get(text, ()) if exchange.answer is not None else ()
    return any(any(isinstance(step, int) for step in leaf.steps) == in_entries for leaf in leaves)


def _is_same(one: Series, other: Series) -> bool:
    """Whether two recordings have one series; one address may give several kinds of data."""
    if set(one.steps) & set(other.steps):
        return True
    (_, mine), (_, others) = one.pages[-1], other.pages[-1]
    return shape_of(mine.sent) == shape_of(others.sent) and alikeness(mine.answer, others.answer) >= ALIKE
