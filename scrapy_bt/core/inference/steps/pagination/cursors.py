"""Series whose requests send what the page before held: cursors, and forms that are sent again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from .....sentences import say
from ....samples.parameters import Key
from ....samples.requestparts import IN_FORM_BODIES, NAMED, PIECES
from ....samples.traffic import Answer, Sent
from ...answers.data.leaves import json_leaves
from ...answers.elements.markup import LAST, markup_of
from ...answers.requests.names import looks_made
from ...answers.requests.shapes import values_of
from ...answers.values import Constant, Extraction, Joined, Taken, Value
from ...findings import Loop
from ...origins.chains import PLAIN, chains_for
from ...origins.derivation import hold
from ...origins.evidence import bits_of, bits_of_all
from ...origins.splitting import by_affixes
from ...plans.rendering import MissingValue, Situation, render
from ..series import Series
from .page_pairs import Found, Pair, innermost, leads_on, may_change, moved, says_further, standing

_COUNT = re.compile(r"\d{1,6}")
"""What rather counts than points."""
_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_DIGITS = re.compile(r"\d+")
_TELLING = 3
"""Digits from which one page's last row tells that it is pointed at."""
_LAST_ROW = {"json": "[-1]", "xpath": LAST}
"""By what takes a value, how it is told that it is of the last row."""
_AROUND = ("header", "cookie", "url")
"""What is no part of a page, and no button on it."""
_LEAST = 24.0
"""Bits from which it is believed that what is sent was made of what stands there."""


def by_cursor(pairs: Sequence[Pair], group: Sequence[Series]) -> Found | None:
    """What each request sends of the page before, and for a form the button by which the page is turned."""
    start, repeats, entry = standing(group)
    is_asked_next = all(pair.sent.method != "GET" == pair.exchange.sent.method for pair in pairs)
    for key in values_of(pairs[0].exchange.sent):
        values = [values_of(pair.exchange.sent).get(key) or "" for pair in pairs]
        if not _may_be_cursor(key, values, pairs):
            continue
        counts = all(map(_COUNT.fullmatch, values))
        # What points behind a page is of its last row, however many it has.
        for value, where in sorted(_ways(pairs[0], values), key=lambda way: not _is_of_last_row(way[0])):
            if counts and not (_is_of_last_row(value) and (len(pairs) > 1 or len(values[0]) >= _TELLING)):
                continue
            if not all(_gives(value, pairs[0].step, pair, text) for pair, text in zip(pairs, values, strict=True)):
                continue
            if is_asked_next and not (all(map(looks_made, values)) or leads_on(key.name) or _leads_on(value)):
                continue  # what was made, or looked for, is then asked for by its name
            why = say("{} of each request is {} of the page before", key, where)
            button = _button(pairs, group) if pairs[0].exchange.sent.method != "GET" else None
            if button is None:
                ends = any(not _is_given(value, pairs[0].step, series.pages[-1][1].answer) for series in group)
                loop = Loop(start, repeats, "cursor", key, moved(value, start), entry=entry, has_end=ends)
                return replace(loop, beside=tuple(_beside(pairs, key, start))), why
            # What turns the page is pressed as long as it is there; the rest is what each page's form holds.
            pressed, text, until = button
            loop = Loop(start, repeats, "cursor", pressed, Constant(text), until=until, entry=entry)
            return loop, say("{}; {} turns the page as long as {} {} is there", why, pressed, until.how, until.text)
    return None


def _may_be_cursor(key: Key, values: Sequence[str], pairs: Sequence[Pair]) -> bool:
    """Whether these values of a parameter may go on from the page before: by what else is sent."""
    # A query without a name, as `?HomePage`, is what a page is called.
    if key.where not in NAMED or not key.name or any(_stays(pair, key) for pair in pairs) or not all(values):
        return False
    if len(set(values)) < min(2, len(pairs)) and not _tells_any_place(values[0], pairs):
        return False
    is_count = all(map(_COUNT.fullmatch, values))
    if not is_count and any(text in values_of(pair.sent).values() for pair, text in zip(pairs, values, strict=True)):
        return False  # the page only says what it was asked for
    if not all(_others_are_explained(pair, key) for pair in pairs):
        return False
    return not (any(map(_WORDS.fullmatch, values)) and any(_asks_for_less(pair, key) for pair in pairs))


def _beside(pairs: Sequence[Pair], key: Key, step: int) -> Iterator[tuple[Key, Value]]:
    """What else changes from request to request, and stands in each page before, as an offset beside a token."""
    first, sent = values_of(pairs[0].sent), [values_of(pair.exchange.sent) for pair in pairs]
    for other in sent[0]:
        values = [own.get(other) or "" for own in sent]
        is_alike = other.where == key.where and (other in first) == (key in first)
        is_given = all(values) and len(set(values)) > 1 and not all(_stays(pair, other) for pair in pairs)
        if other == key or not is_alike or not is_given:
            continue
        places = hold({0: pairs[0].answer}, {0: values[0]}, pairs[0].step)
        for place in sorted(places, key=lambda place: not _is_of_last_row(place.value)):
            if isinstance(place.value, Taken) and all(
                _gives(place.value, pairs[0].step, pair, text) for pair, text in zip(pairs, values, strict=True)
            ):
                yield other, moved(place.value, step)
                break


def _ways(first: Pair, values: Sequence[str]) -> Iterator[tuple[Value, str]]:
    """How the first page may give what is sent: as it stands, coded, or between texts that are always the same."""
    for chain in chains_for(values[0]):
        needle = chain.apply(values[0])
        if needle and (chain is PLAIN or bits_of_all(values) >= _LEAST):
            for place in hold({0: first.answer}, {0: needle}, first.step):
                yield chain.wrap(place.value), f"{place.where}{f', {chain},' if chain.links else ''}"
    pieces = by_affixes(dict(enumerate(values)))
    varying = [piece for piece in pieces if len(set(piece.values())) > 1]
    if len(varying) != 1 or bits_of_all(varying[0].values()) < _LEAST or _COUNT.fullmatch(varying[0][0]):
        return
    for place in hold({0: first.answer}, {0: varying[0][0]}, first.step):
        parts = tuple(place.value if piece is varying[0] else Constant(piece[0]) for piece in pieces)
        yield Joined(parts), say("{}, with the same texts around it,", place.where)


def _leads_on(value: Value) -> bool:
    extraction = innermost(value)
    return extraction is not None and leads_on(extraction.text)


def _is_of_last_row(value: Value) -> bool:
    extraction = innermost(value)
    return extraction is not None and _LAST_ROW.get(extraction.how, "\n") in extraction.text


def _tells_any_place(value: str, pairs: Sequence[Pair]) -> bool:
    """Whether the one value of all pairs may tell a place in whatever list: other ones were asked for, by no word."""
    return len({(pair.sent.url, pair.sent.body) for pair in pairs}) == len(pairs) and bits_of(value) >= _LEAST


def _stays(pair: Pair, key: Key) -> bool:
    """Whether a request sends the same as the one before it did, or the one that a redirect led that to."""
    value = values_of(pair.exchange.sent).get(key)
    landed = Sent("GET", pair.answer.url)
    return value is not None and value in (values_of(pair.sent).get(key), values_of(landed).get(key))


def _others_are_explained(pair: Pair, key: Key) -> bool:
    """Whether what else is sent stays, may be a token, or stands in the page before: else it is another act."""
    before, after = values_of(pair.sent), values_of(pair.exchange.sent)
    there = json_leaves(pair.answer).exact or markup_of(pair.answer).exact
    return all(
        _DIGITS.sub("#", before[other]) == _DIGITS.sub("#", after[other])
        or may_change(after[other])
        or not after[other]
        or after[other] in there
        for other in before.keys() & after.keys()
        if other.where in PIECES and other != key
    )


def _asks_for_less(pair: Pair, key: Key) -> bool:
    """Whether something is no longer sent: a cursor may stand for it, a word of the person's does not."""
    before, after = values_of(pair.sent), values_of(pair.exchange.sent)
    return any(each.where == key.where and each.where in PIECES and each not in after for each in before)


def _is_given(value: Value, step: int, answer: Answer | None) -> bool:
    """Whether a page gives anything for the next; what is not known may."""
    if answer is None or not answer.body:
        return True
    try:
        return render(value, Situation(answers={step: answer})) not in ("", "null")
    except MissingValue:
        return False


def _gives(value: Value, step: int, pair: Pair, text: str) -> bool:
    try:
        return render(value, Situation(answers={step: pair.answer})) == text
    except MissingValue:
        return False


def _button(pairs: Sequence[Pair], group: Sequence[Series]) -> tuple[Key, str, Extraction] | None:
    """The text that is sent to turn the page, and where the pages that were followed hold it, at best not the last."""
    first = pairs[0]
    constants = {
        key: value
        for key, value in values_of(first.exchange.sent).items()
        if key.where in IN_FORM_BODIES
        and len(value) > 3
        and not looks_made(value)
        and all(values_of(pair.exchange.sent).get(key) == value for pair in pairs)
    }
    lasts = [series.pages[-1][1].answer for series in group]
    found: list[tuple[float, Key, str, Extraction]] = []
    for key, text in constants.items():
        for place in hold({0: first.answer}, {0: text}, first.step):
            extraction = innermost(place.value)
            if extraction is None or not place.is_part or extraction.how in _AROUND:
                continue
            if all(_holds(extraction, pair.answer, text) for pair in pairs):
                ends = any(answer is not None and not _holds(extraction, answer, text) for answer in lasts)
                leads = 0.3 * says_further(place) + 0.2 * leads_on(text)
                if ends or leads:
                    found.append((place.firmness + ends + leads, key, text, extraction))
    best = max(found, key=lambda each: each[0], default=None)
    return None if best is None else best[1:]


def _holds(extraction: Extraction, answer: Answer, text: str) -> bool:
    try:
        return text in render(Taken(0, extraction), Situation(answers={0: answer}))
    except MissingValue:
        return False
