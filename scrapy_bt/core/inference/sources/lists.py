"""Lists that lead to details."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, islice

from ....sentences import say
from ...samples.parameters import Key
from ...samples.requestparts import PIECES
from ...samples.traffic import Exchange, Recording
from ..answers.requests.shapes import shape_of, values_of
from ..answers.rows.newest import with_newest
from ..answers.values import Extraction
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import ListOf, Loop, Step
from ..origins.links import leads_to, whole
from ..steps.alignment import alikeness
from ..steps.causes import glimpsed_from
from ..steps.datalistings import Listing
from ..steps.fixedlinks import with_fixed
from ..steps.listing import listings, lists_before
from ..steps.openedfrom import Groups, alone_on_page, listed_by, without_lists, without_presets
from ..steps.series import ALIKE
from ..steps.shownrows import shown_entries
from ..steps.sortings import is_other_order

_CLOSELY = 0.95
"""How much of their outlines details share of one kind, where lists look much like them."""
_MOST_BEFORE = 300
"""How many pages before a detail are looked at for the one that it was opened from."""
_TELLING = 6
"""Signs of a key that is no other's by chance."""


class ListsSource:
    """Finds pages of one kind of which several were opened, and the page that lists all of them."""

    name = "lists"
    watches: tuple[type, ...] = (Step, Loop)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        standing: dict[int, int] = {}
        looped: set[int] = set()
        leading: set[int] = set()
        for _, loop in told(knowledge, Loop):
            looped |= {loop.step, *loop.repeats} - _first_pages(workflow, loop)
            standing |= dict.fromkeys(loop.repeats, loop.step)
            leading.add(loop.step)
            if loop.entry is not None and loop.key is None:
                standing[loop.entry] = loop.step
        series = {step: standing.get(step, step) for step in (*standing, *leading)}
        steps_left = [step for step in workflow.numbers() if step not in looped]
        for steps in _kinds(workflow, steps_left, ALIKE):
            # A list may look like its details, where most of a page is the same on all of a site.
            parts = ([steps], _kinds(workflow, steps, _CLOSELY))
            listed = (_list_of(workflow, part, series, knowledge.recordings) for part in chain.from_iterable(parts))
            if found := next(filter(None, listed), None):
                listing, details, why = found
                stand_in = (standing.get(step, step) for step in details)
                lister = standing.get(listing.step, listing.step)
                # One that was opened before the page that stands for its list cannot be asked for after that.
                later = next((step for step in details if step > lister), details[0])
                detail = next((step for step in stand_in if step in leading), later)
                others = tuple(step for step in details if step != detail)
                if lister == detail:  # who goes back to a page of a series comes from one that lists it
                    continue
                pages = [[page] for step in (listing.step, lister) if (page := workflow.first(step).answer) is not None]
                each = with_newest(listing.each, pages) if listing.key is None else listing.each
                opened = _keys_of(workflow, details, listing.key)
                group = shown_entries(lister, each, workflow, knowledge.recordings, opened)
                finding = ListOf(lister, detail, listing.key, each, others, listing.also, group)
                because = tuple(workflow.facts[step] for step in (listing.step, *details))
                yield Post(finding, why, because)


def _keys_of(workflow: Workflow, details: Sequence[int], key: Key | None) -> list[set[str]]:
    """By recording, what the details were asked for with; nothing where links lead to them."""
    asked = [[own for step in details if (own := workflow.exchanges[step][n])] for n in range(workflow.recordings)]
    return [{values_of(own.sent).get(key, "") for own in each} if key else set() for each in asked]


def _first_pages(workflow: Workflow, loop: Loop) -> set[int]:
    """The pages of a loop to which none of its pages leads; they may be details that go on over pages."""
    if loop.kind != "link" or loop.entry is not None:
        return set()
    steps = [step for step in (loop.step, *loop.repeats) if step in workflow.exchanges]
    led = {
        leads_to(loop.next, exchange.answer, loop.step)
        for step in steps
        for _, exchange in workflow.present(step)
        if exchange.answer is not None
    }
    return {step for step in steps if whole(workflow.first(step).sent.url) not in led}


def _kinds(workflow: Workflow, steps: Iterable[int], least: float) -> list[list[int]]:
    """Steps whose addresses are built alike and whose answers share so much of one outline."""
    kinds: list[list[int]] = []
    for step in steps:
        exchange = workflow.first(step)
        if exchange.answer is None or exchange.answer.status >= 400:
            continue
        for kind in kinds:
            first = workflow.first(kind[0])
            if shape_of(first.sent) == shape_of(exchange.sent) or (
                _build(first) == _build(exchange)
                and _is_kept(first)
                and _is_kept(exchange)
                and alikeness(first.answer, exchange.answer) >= least
            ):
                kind.append(step)
                break
        else:
            kinds.append([step])
    return kinds


def _is_kept(exchange: Exchange) -> bool:
    """Whether the recording has the page: browsers forget those of pages that were left soon."""
    return exchange.answer is not None and bool(exchange.answer.body)


def _build(exchange: Exchange) -> tuple[str, str, int, frozenset[str]]:
    shape = shape_of(exchange.sent)
    return shape.method, shape.host, len(shape.path), shape.names


def _are_many(opened: Mapping[int, Collection[object]]) -> bool:
    """Whoever opens one page of a list may want just this one; it is many that make a list."""
    return max(map(len, opened.values()), default=0) > 1


def _are_on_several_pages(groups: Groups, series: Mapping[int, int]) -> bool:
    """Whoever turns to different pages of a series, and opens one thing here, another there, shows all of it."""
    pages = {lister for _, lister in groups}
    details = {exchange.sent.identity for own in groups.values() for _, exchange in own}
    return len(pages) > 1 and len(details) > 1 and len({series.get(page, page) for page in pages}) == 1


def _are_entries(groups: Groups, key: Key, series: Mapping[int, int]) -> bool:
    """Whether what was opened is asked for with several values of its key: with one alone, it is one entry.

    A table asks again for as many rows as before, by another word: rows may hold that number, and are not opened by it.
    """
    opened: dict[int, set[str | None]] = defaultdict(set)
    for (recording, _), own in groups.items():
        opened[recording] |= {values_of(exchange.sent).get(key) for _, exchange in own}
    is_many = len(set[str | None]().union(*opened.values())) > 1
    return _are_many(opened) or (is_many and _are_on_several_pages(groups, series))


def _of_persons_choice(workflow: Workflow, groups: Groups) -> Groups:
    """Without what lists open that are asked for alike in all recordings, where other ones ask for what was chosen.

    So an entry that an application opens by itself, before anything is looked for, does not count.
    """
    asked = {lister: [exchange.sent.identity for _, exchange in workflow.present(lister)] for _, lister in groups}
    chosen = [lister for lister, each in asked.items() if len(set(each)) > 1]
    if not chosen:
        return groups
    # What is asked for alike after that may be further pages of it, where the session keeps what was chosen.
    early = {lister: each for lister, each in asked.items() if lister < min(chosen)}
    fixed = {lister for lister, each in early.items() if len(each) > 1 and len(set(each)) == 1}
    return {place: details for place, details in groups.items() if place[1] not in fixed}


def _opened_from(workflow: Workflow, steps: Sequence[int], alike: Sequence[Exchange]) -> tuple[Groups, set[int]]:
    """The details by where they were opened from, each once, and the steps that have opened one once more."""
    groups: Groups = defaultdict(list)
    again: set[int] = set()
    for step in steps:
        for recording, exchange in workflow.present(step):
            lister = _lister(workflow, recording, [exchange], alike)
            if lister is None:
                continue
            if exchange.sent.identity in (other.sent.identity for _, other in groups[recording, lister]):
                again.add(step)
            else:
                groups[recording, lister].append((step, exchange))
    return without_lists(workflow, groups), again


def _lister(workflow: Workflow, recording: int, details: Sequence[Exchange], alike: Sequence[Exchange]) -> int | None:
    """The latest page before the first detail that lists all, if it can be one that came before its key was known."""
    second: int | None = None
    for lister, page in islice(lists_before(workflow, recording, details[0]), _MOST_BEFORE):
        if is_other_order(page.sent, details[0].sent):
            break
        ways = listings(lister, page.answer, details, alike, by_attributes=True) if page.answer is not None else ()
        if not ways:
            continue
        if not _was_known(workflow, recording, details[0], page, ways[0].key):
            return lister
        second = lister if second is None else second
    return second


def _was_known(workflow: Workflow, recording: int, detail: Exchange, page: Exchange, key: Key | None) -> bool:
    """Whether what a detail is asked for with had been sent before a page was: it was not taken from there."""
    value = values_of(detail.sent).get(key, "") if key is not None else ""
    if len(value) < _TELLING:
        return False
    before = (own for _, own in workflow.in_order(recording) if own.index < page.index)
    return any(text == value and at.where in PIECES for own in before for at, text in values_of(own.sent).items())


def _list_of(
    workflow: Workflow, steps: Sequence[int], series: Mapping[int, int], recordings: Sequence[Recording]
) -> tuple[Listing, list[int], str] | None:
    """The way of listing that holds for every page that lists some of the steps; *series*: by page, which it is of.

    Where details list others of them, too, all may have been opened from one page before.
    """
    alike = [exchange for step in steps for _, exchange in workflow.present(step)]
    groups, again = _opened_from(workflow, steps, alike)
    tried = _of_persons_choice(workflow, groups), _on_one_page(workflow, steps, alike)
    ways = ((own, _way(workflow, own, again, alike, series, recordings)) for own in tried)
    groups, found = next((way for way in ways if way[1] is not None), (groups, None))
    if found is not None and (left := without_presets(groups, recordings)) != groups:
        found = _way(workflow, left, again, alike, series, recordings)
    if found is None:
        return None
    listing, opened = found
    listed = sorted(opened.union(alone_on_page(workflow, set(steps) - opened, series, listing)))
    why = say("{} of its details were opened, all found by {} {}", len(listed), listing.each.how, listing.each.text)
    return listing, listed, why


def _on_one_page(workflow: Workflow, steps: Sequence[int], alike: Sequence[Exchange]) -> Groups:
    """By recording and page, the details where one page before them lists all that were opened in a recording."""
    groups: Groups = {}
    for recording in range(workflow.recordings):
        opened = [(step, own) for step in steps if (own := workflow.exchanges[step][recording]) is not None]
        details = [exchange for _, exchange in opened]
        if len({detail.sent.identity for detail in details}) < 2:
            continue
        lister = _lister(workflow, recording, details, alike)
        if lister is None:
            return {}
        groups[recording, lister] = opened
    return groups


def _way(
    workflow: Workflow,
    groups: Groups,
    again: Collection[int],
    alike: Sequence[Exchange],
    series: Mapping[int, int],
    recordings: Sequence[Recording],
) -> tuple[Listing, set[int]] | None:
    """The way of listing by which all details are found where they were opened."""
    ways: dict[Extraction, list[Listing]] = defaultdict(list)
    opened: dict[int, set[object]] = defaultdict(set)
    for (recording, lister), details in groups.items():
        answer = workflow.answer(lister, recording)
        opened[recording] |= {exchange.sent.identity for _, exchange in details}
        if answer is not None:
            urls = glimpsed_from(answer.url, recordings[recording])
            for listing in listings(lister, answer, [each for _, each in details], alike, by_attributes=True):
                ways[listing.each].append(listing)
                if listing.key is None:
                    opened[recording] |= {(url, None) for url in urls & listed_by(answer, listing)}
    if not (_are_many(opened) or _are_on_several_pages(groups, series)):
        return None
    whole = {each: own for each, own in ways.items() if len(own) == len(groups)}
    if not whole:
        return None
    pages = [answer for recording, lister in groups if (answer := workflow.answer(lister, recording)) is not None]
    fixed = with_fixed([each for each, own in whole.items() if own[0].key is None], pages)
    whole = {each: own for each, own in whole.items() if each not in fixed}
    left = [own for own in whole.values() if whole.keys().isdisjoint(way for each in own for way in each.better)]
    best = max(left or whole.values(), key=lambda own: min(listing.firmness for listing in own))
    if best[0].key is not None and not _are_entries(groups, best[0].key, series):
        return None
    listed = {step for details in groups.values() for step, _ in details}.union(again)
    lister = min(own.step for own in best)
    return next(own for own in best if own.step == lister), listed
