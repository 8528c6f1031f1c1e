"""Loops over the pages of a series: by links to the next page, by counting, by cursors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ...samples.parameters import Key
from ...samples.traffic import Answer, Exchange, Recording
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import workflow_of
from ..findings import Loop, Step
from ..origins.derivation import hold
from ..origins.links import leads_to, links_to, whole
from ..origins.places import Place
from ..replay.rendering import MissingValue, Situation, render
from ..steps.listing import is_listed, parted
from ..steps.rows import rows_of
from ..steps.series import Series, series_of
from ..steps.shapes import values_of
from ..values import Constant, Decoded, Each, Extraction, Joined, Taken, Value, Within

_NUMBER = re.compile(r"(.*?)(\d+)(\D*)", re.DOTALL)
_FURTHER = re.compile(
    r"next|weiter|more|older|following|suivant|siguiente|下一|次|»|›|(?:this-page|current|active|selected)[\w-]* \+ ",
    re.IGNORECASE,
)
_MOST_BEFORE = 4
"""Pages of the same look that may come before a series."""
_SENT = ("query", "form", "multipart", "json", "path")


@dataclass(frozen=True)
class _Pair:
    """A page and the request for the next."""

    step: int
    answer: Answer
    following: int
    exchange: Exchange


class LoopsSource:
    """Asks of each series what makes the next page of the one before, the same way for all of its pages."""

    name = "loops"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        for group in series_of(workflow):
            if any(is_listed(workflow, series) for series in group):
                continue
            # Details of a list that go on over pages look like one series; and a page with the form of a search may
            # look like those with its results, and be none of them.
            found = _loop_of(group) or _loop_of([part for series in group for part in parted(workflow, series)])
            for count in range(1, _MOST_BEFORE + 1):
                found = found or _loop_of([shorter for series in group if (shorter := series.without_first(count))])
            if found is not None:
                loop, why = found
                because = tuple(workflow.facts[step] for step in (loop.step, *loop.repeats))
                yield Post(loop, why, because)


def _loop_of(group: Sequence[Series]) -> tuple[Loop, str] | None:
    if not group:
        return None
    pairs = [
        _Pair(step, exchange.answer, following, later)
        for series in group
        for (step, exchange), (following, later) in series.pairs()
        if exchange.answer is not None
    ]
    for find in (_by_link, _by_numbered_form, _by_cursor, _by_counter):
        made = find(pairs, group)
        if made is not None:
            return made
    return None


# Links


def _by_link(pairs: Sequence[_Pair], group: Sequence[Series]) -> tuple[Loop, str] | None:
    if any(pair.exchange.sent.method != "GET" for pair in pairs):
        return None
    first = pairs[0]
    best: tuple[float, Place] | None = None
    for place in links_to(first.exchange.sent.url, first.answer, first.step):
        if not all(_leads(place.value, first.step, pair) for pair in pairs):
            continue
        # That one page leads to another is not much: then the link has to say that it leads on.
        if not _says_further(place) and all(len(series.pages) < 3 for series in group):
            continue
        worth = place.firmness + (0.5 if _says_further(place) else 0) - (0.2 if _returns(place, group) else 0)
        worth += 0.1 if _ends(place, group) else 0
        if best is None or worth > best[0]:
            best = worth, place
    if best is None:
        return None
    place = best[1]
    start, repeats, entry = _standing(group)
    loop = Loop(start, repeats, "link", None, _moved(place.value, start), entry=entry)
    return loop, f"each page leads to the next by {place.where}, {len(pairs)} times in the recordings"


def _leads(value: Value, step: int, pair: _Pair) -> bool:
    return leads_to(value, pair.answer, step) == whole(pair.exchange.sent.url)


def _says_further(place: Place) -> bool:
    extraction = _innermost(place.value)
    return extraction is not None and bool(_FURTHER.search(extraction.text))


def _returns(place: Place, group: Sequence[Series]) -> bool:
    """Whether on some last page the link leads back to a page that was there before."""
    for series in group:
        step, exchange = series.pages[-1]
        if exchange.answer is not None:
            url = leads_to(_moved(place.value, step), exchange.answer, step)
            if url in {whole(before.sent.url) for _, before in series.pages}:
                return True
    return False


def _ends(place: Place, group: Sequence[Series]) -> bool:
    """Whether some last page has no such link."""
    lasts = [series.pages[-1] for series in group]
    return any(
        exchange.answer is not None and leads_to(_moved(place.value, step), exchange.answer, step) is None
        for step, exchange in lasts
    )


# Cursors, and forms that are sent again with what the page before held


def _by_cursor(pairs: Sequence[_Pair], group: Sequence[Series]) -> tuple[Loop, str] | None:
    start, repeats, entry = _standing(group)
    candidates = [key for key in values_of(pairs[0].exchange.sent) if key.where in _SENT and key.where != "path"]
    for key in candidates:
        if any(_stays(pair, key, group) for pair in pairs):
            continue
        values = [values_of(pair.exchange.sent).get(key) for pair in pairs]
        if (
            not all(values)
            or len(set(values)) < min(2, len(pairs))
            or all(re.fullmatch(r"\d{1,6}", v or "") for v in values)
        ):
            continue
        first = pairs[0]
        for place in hold({0: first.answer}, {0: values[0] or ""}, first.step):
            if all(
                _gives(place.value, first.step, pair, value or "") for pair, value in zip(pairs, values, strict=True)
            ):
                why = f"{key} of each request is {place.where} of the page before"
                button = _button(pairs, group) if first.exchange.sent.method != "GET" else None
                if button is None:
                    following = _moved(place.value, start)
                    return Loop(start, repeats, "cursor", key, following, entry=entry), why
                # What turns the page is pressed as long as it is there; the rest is what each page's form holds.
                pressed, text, until = button
                loop = Loop(start, repeats, "cursor", pressed, Constant(text), until=until, entry=entry)
                return loop, f"{why}; {pressed} turns the page as long as {until.how} {until.text} is there"
    return None


def _stays(pair: _Pair, key: Key, group: Sequence[Series]) -> bool:
    """Whether a request sends the same as the one before it did."""
    before = next(page for series in group for step, page in series.pages if step == pair.step)
    value = values_of(before.sent).get(key)
    return value is not None and value == values_of(pair.exchange.sent).get(key)


def _gives(value: Value, step: int, pair: _Pair, text: str) -> bool:
    try:
        return render(value, Situation(answers={step: pair.answer})) == text
    except MissingValue:
        return False


def _button(pairs: Sequence[_Pair], group: Sequence[Series]) -> tuple[Key, str, Extraction] | None:
    """The text that is sent to turn the page, and where the pages that were followed hold it, at best not the last."""
    first = pairs[0]
    constants = {
        key: value
        for key, value in values_of(first.exchange.sent).items()
        if key.where in ("form", "multipart")
        and len(value) > 3
        and all(values_of(pair.exchange.sent).get(key) == value for pair in pairs)
    }
    lasts = [series.pages[-1][1].answer for series in group]
    found: list[tuple[float, Key, str, Extraction]] = []
    for key, text in constants.items():
        for place in hold({0: first.answer}, {0: text}, first.step):
            extraction = _innermost(place.value)
            if extraction is None or not place.is_part:
                continue
            if all(_holds(extraction, pair.answer, text) for pair in pairs):
                ends = any(answer is not None and not _holds(extraction, answer, text) for answer in lasts)
                worth = place.firmness + ends + 0.3 * _says_further(place) + 0.2 * bool(_FURTHER.search(text))
                found.append((worth, key, text, extraction))
    best = max(found, key=lambda each: each[0], default=None)
    return None if best is None else best[1:]


def _holds(extraction: Extraction, answer: Answer, text: str) -> bool:
    try:
        return text in render(Taken(0, extraction), Situation(answers={0: answer}))
    except MissingValue:
        return False


# Counters


def _by_counter(pairs: Sequence[_Pair], group: Sequence[Series]) -> tuple[Loop, str] | None:
    keys = [key for key in values_of(pairs[0].exchange.sent) if key.where in _SENT]
    for key in keys:
        counted = [_counts(series, key) for series in group]
        steps = {by for by in counted if by is not None}
        if len(steps) != 1 or None in counted:
            continue
        by = steps.pop()
        text = values_of(pairs[0].exchange.sent)[key]
        start, repeats, entry = _standing(group)
        found = [rows for series in group for rows in rows_of(series.pages[0][1].answer)[:5]]
        until = max(found, key=lambda rows: rows.count * min(len(rows.fields), 6)).each if found else None
        if until is None or not _is_regular(by, group):
            return None
        parts = _NUMBER.fullmatch(text)
        assert parts is not None
        around = (Constant(parts[1]), Each(start), Constant(parts[3]))
        following: Value = Joined(tuple(part for part in around if part != Constant("")))
        if following == Joined((Each(start),)):
            following = Each(start)
        loop = Loop(start, repeats, "counter", key, following, by, until, entry)
        return loop, f"{key} grows by {by} from request to request"
    return None


def _by_numbered_form(pairs: Sequence[_Pair], group: Sequence[Series]) -> tuple[Loop, str] | None:
    """A form whose number says which page it turns to, whatever else it takes over from the page before."""
    made = _by_counter(pairs, group) if pairs[0].exchange.sent.method != "GET" else None
    return made if made is not None and isinstance(made[0].next, Joined) else None


def _is_regular(by: int, group: Sequence[Series]) -> bool:
    """Whether a step is one that programs count in: 1, as many as a page has rows, or the same three times."""
    rows = {found.count for series in group for found in rows_of(series.pages[0][1].answer)}
    return by == 1 or by in rows or any(len(series.pages) > 2 for series in group)


def _counts(series: Series, key: Key) -> int | None:
    """By how much a number grows from page to page; none: it does not, or not evenly."""
    values = [values_of(exchange.sent).get(key) for _, exchange in series.pages]
    if values[0] is None:
        # The first page may be asked for without its number.
        values = values[1:]
    found = [_NUMBER.fullmatch(value) if value is not None else None for value in values]
    if not values or None in found or len({(each[1], each[3]) for each in found if each is not None}) > 1:
        return None
    numbers = [int(each[2]) for each in found if each is not None]
    if any(len(str(number)) > 7 for number in numbers):
        return None
    steps = {after - before for before, after in pairwise(numbers)}
    if not steps:
        # One page after the first: page 2, or as many as a page holds.
        steps = {1} if numbers[0] in (1, 2) else {numbers[0]} if numbers[0] % 5 == 0 else set()
    by = steps.pop() if len(steps) == 1 else 0
    return by if by > 0 and _others_stay(series, key) else None


def _others_stay(series: Series, key: Key) -> bool:
    """Whether the short parameters beside it stay as they are; long ones may be tokens."""
    sent = [values_of(exchange.sent) for _, exchange in series.pages]
    for own in pairwise(sent):
        for other in own[0].keys() & own[1].keys():
            if other.where in _SENT and other != key and own[0][other] != own[1][other] and len(own[1][other]) < 16:
                return False
    return sum(own.keys() != sent[-1].keys() for own in map(_sent_keys, sent)) <= len(sent)


def _sent_keys(values: Mapping[Key, str]) -> Mapping[Key, str]:
    return {key: value for key, value in values.items() if key.where in _SENT}


# All kinds


def _standing(group: Sequence[Series]) -> tuple[int, tuple[int, ...], int | None]:
    """The step that stands for all, the others, and the step that gave the first page if it is none of them."""
    first_step, first = group[0].pages[0]
    following = group[0].pages[1][1]
    steps = list(dict.fromkeys(step for series in group for step in (*series.steps, *series.again)))
    is_alike = first.sent.method == following.sent.method and not first.hops
    if is_alike:
        return first_step, tuple(step for step in steps if step != first_step), None
    rest = [step for step in steps if step not in {series.steps[0] for series in group}]
    return rest[0], tuple(rest[1:]), first_step


def _moved(value: Value, step: int) -> Value:
    """The value, taken from another step."""
    match value:
        case Taken(extraction=extraction):
            return Taken(step, extraction)
        case Within(value=inner, extraction=extraction):
            return Within(_moved(inner, step), extraction)
        case Decoded(value=inner, coding=coding):
            return Decoded(_moved(inner, step), coding)
    return value


def _innermost(value: Value) -> Extraction | None:
    match value:
        case Taken(extraction=extraction):
            return extraction
        case Within(value=inner) | Decoded(value=inner):
            return _innermost(inner)
    return None
