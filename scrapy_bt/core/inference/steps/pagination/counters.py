"""Series whose requests count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .....sentences import say
from ....documents.numbers import read_whole
from ....documents.onward import TURNS_PAGES
from ....samples.parameters import Key
from ....samples.requestparts import PIECES
from ....samples.traffic import Answer
from ...answers.extraction import page_of
from ...answers.pages.forms import brings
from ...answers.pages.innerpages import inner_page, page_within
from ...answers.requests.names import looks_made
from ...answers.requests.shapes import values_of
from ...answers.rows.rows import rows_of
from ...answers.values import Beside, Constant, Each, Joined, Value
from ...findings import Loop
from ...origins.links import links_to
from ..series import Series
from ..sortings import says_order
from .page_pairs import Found, Pair, is_callback, may_change, standing

_OF_CALL = re.compile(r"(?:^|\.|\])id$", re.IGNORECASE)
"""The name of what tells which call an answer is to, as in JSON-RPC."""
_MOST_CALLS = 8
_SIZE = re.compile(r"limit|size|per_?page|rows", re.IGNORECASE)
"""In the name of what says how many rows a page has."""
_NUMBER = re.compile(r"((?:.*\D)?)(\d{1,18})(\D*)", re.DOTALL)


def by_counter(pairs: Sequence[Pair], group: Sequence[Series]) -> Found | None:
    """The parameter that grows evenly from request to request."""
    counting: list[tuple[Key, int]] = []
    for key in values_of(pairs[0].exchange.sent):
        counted = [_counts(series, key) for series in group] if key.where in PIECES else [None]
        steps = {by for by in counted if by is not None}
        if len(steps) == 1 and None not in counted:
            counting.append((key, steps.pop()))
    # Of two that count, as `draw` and `start` of a table, one counts requests, and the other rows.
    rows_counted = _row_counts(group)
    for key, by in sorted(counting, key=lambda each: not (each[1] > 1 and each[1] in rows_counted)):
        text = values_of(pairs[0].exchange.sent)[key]
        start, repeats, entry = standing(group)
        found = [rows for page in _firsts(group) for rows in rows_of(page)[:5]]
        until = max(found, key=lambda rows: rows.count * min(len(rows.fields), 6)).each if found else None
        # A page that stands within data is there as long as it is not empty.
        until = page_within(_firsts(group)) or until
        if until is None or not _is_regular(by, group):
            return None
        parts = _NUMBER.fullmatch(text)
        assert parts is not None
        around = (Constant(parts[1]), Each(start), Constant(parts[3]))
        following: Value = Joined(tuple(part for part in around if part != Constant("")))
        if following == Joined((Each(start),)):
            following = Each(start)
        is_bare = entry is None and key not in values_of(group[0].pages[0][1].sent)
        first = int(parts[2]) - by if is_bare else None
        beside = _beside(key, by, start, group)
        loop = Loop(start, repeats, "counter", key, following, by, until, entry, start=first, beside=beside)
        return loop, say("{} grows by {} from request to request", key, by)
    return None


def by_numbered_form(pairs: Sequence[Pair], group: Sequence[Series]) -> Found | None:
    """A form whose number says which page it turns to, whatever else it takes over from the page before."""
    made = by_counter(pairs, group) if pairs[0].exchange.sent.method != "GET" else None
    return made if made is not None and isinstance(made[0].next, Joined) else None


def _is_regular(by: int, group: Sequence[Series]) -> bool:
    """Whether a step is one that programs count in: 1, as many as a page has rows, or the same three times."""
    return by == 1 or by in _row_counts(group) or any(len(series.pages) > 2 for series in group)


def _row_counts(group: Sequence[Series]) -> set[int]:
    within = page_within(_firsts(group))
    return {found.count for page in _firsts(group) for found in rows_of(inner_page(page, within))}


def _firsts(group: Sequence[Series]) -> list[Answer]:
    return [answer for series in group if (answer := series.pages[0][1].answer) is not None]


def _counts(series: Series, key: Key) -> int | None:
    """By how much a number grows from page to page; None if it does not, or not evenly."""
    values = [values_of(exchange.sent).get(key) for _, exchange in series.pages]
    if values[0] is None:
        # The first page may be asked for without its number.
        values = values[1:]
    found = [_NUMBER.fullmatch(value) if value is not None else None for value in values]
    if is_callback(series.pages[-1][1], values[-1] or ""):
        return None
    if not values or None in found or len({(each[1], each[3]) for each in found if each is not None}) > 1:
        return None
    numbers = [int(each[2]) for each in found if each is not None]
    if any(len(str(number)) > 7 for number in numbers) or (
        len(set(numbers)) == 1 and any(looks_made(value or "") for value in values)
    ):
        return None  # a digit within what was made up counts nothing
    if len(values) < len(series.pages) and numbers[0] in (0, 1) and _says_more(series, key):
        return None  # with what was looked for it begins anew
    if numbers == [1] and not TURNS_PAGES.search(key.name) and _shares_rows(series):
        return None  # a switch, such as `local=1`, leaves some of the rows, or all
    steps = _steps(numbers)
    if len(values) < len(series.pages) and steps not in (set(), {1}, {numbers[0]}):
        return None  # behind a first page without a number comes as many rows as it holds, or page 1 or 2
    is_counted = numbers[0] in _row_counts([series])
    is_one_more = not _says_more(series, key) or (is_counted and _is_linked(series, key))
    if not steps and is_one_more and key.where != "path":
        # One page after the first: page 2, or as many as a page holds. In a path it may be an entry of a list.
        is_of_rows = is_counted or numbers[0] % 5 == 0
        steps = {1} if numbers[0] in (1, 2) else {numbers[0]} if is_of_rows else set()
    by = steps.pop() if len(steps) == 1 else 0
    return by if by > 0 and _others_stay(series, key, by) else None


def _shares_rows(series: Series) -> bool:
    """Whether the second page has a row of the first."""
    first, second = (exchange.answer for _, exchange in series.pages[:2])
    if first is None or second is None:
        return False
    ways = [rows.each for rows in rows_of(first)[:1]]
    return any(set(page_of(first).extract(way)) & set(page_of(second).extract(way)) for way in ways)


def _steps(numbers: Sequence[int]) -> set[int]:
    return {after - before for before, after in pairwise(numbers)}


def _beside(key: Key, by: int, start: int, group: Sequence[Series]) -> tuple[tuple[Key, Value], ...]:
    """The other numbers that grow as much as that of a key does.

    So does that of a page's last row beside its first, or that of a call beside the page that it asks for.
    """
    sent = (other for other in values_of(group[0].pages[0][1].sent) if other != key and other.where in PIECES)
    others = (other for other in sent if all(_grows(series, other, by) for series in group))
    return tuple((other, Beside(start, str(other))) for other in others)


def _grows(series: Series, key: Key, by: int) -> bool:
    return _steps_of(series, key) == {by}


def _counts_calls(series: Series, key: Key) -> bool:
    """Whether a number grows evenly by as many as a request has calls."""
    steps = _steps_of(series, key)
    return len(steps) == 1 and 0 < min(steps) <= _MOST_CALLS


def _steps_of(series: Series, key: Key) -> set[int]:
    """By how much a number grows from page to page; empty if a page has none."""
    numbers = [read_whole(values_of(exchange.sent).get(key, "")) for _, exchange in series.pages]
    return set() if None in numbers else _steps([number for number in numbers if number is not None])


def _says_more(series: Series, key: Key) -> bool:
    """Whether the page after the first is asked for with more than its number: then a form was sent.

    How its rows are sorted, and how many there are, a pager adds by itself.
    """
    before, after = (values_of(exchange.sent) for _, exchange in series.pages[:2])
    more = {other: text for other, text in after.items() if other.where in PIECES and other not in {key, *before}}
    return any(text and not (says_order(other.name, text) or _SIZE.search(other.name)) for other, text in more.items())


def _is_linked(series: Series, key: Key) -> bool:
    """Whether the first page leads to the second, by a link or by a form that holds its number."""
    (step, before), (_, after) = series.pages[:2]
    if before.answer is None:
        return False
    return any(links_to(after.sent.url, before.answer, step)) or (
        after.sent.method == "GET" and brings(before.answer, key.name, values_of(after.sent)[key])
    )


def _is_next(before: str, after: str, by: int) -> bool:
    first, second = read_whole(before), read_whole(after)
    return first is not None and second is not None and second - first in (1, by)


def _others_stay(series: Series, key: Key, by: int) -> bool:
    """Whether the parameters beside it stay as they are, count alike or by one, but for those that may change."""
    sent = [(exchange, values_of(exchange.sent)) for _, exchange in series.pages]
    return all(
        before[other] == after[other]
        or may_change(after[other])
        or _is_next(before[other], after[other], by)
        or is_callback(exchange, after[other])
        or (_OF_CALL.search(str(other.name)) is not None and _counts_calls(series, other))
        for (_, before), (exchange, after) in pairwise(sent)
        for other in before.keys() & after.keys()
        if other.where in PIECES and other != key
    )
