"""Lists in data, of what details are visited with: values of one key of their requests, or whole addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...samples.parameters import Key
from ...samples.requestparts import ASKING, PIECES
from ...samples.traffic import Answer, Exchange
from ..answers.data.leaves import all_of, jmespath_text, json_leaves
from ..answers.data.maps import keyed_by, of_map
from ..answers.extraction import extract, page_of
from ..answers.values import Extraction
from ..origins.links import SPELLINGS
from .moments import timeless_values
from .spelledlistings import spelled

_ENDING = re.compile(r"(?<=.)\.[A-Za-z]{2,5}$")
_WORD_AT_END = re.compile(r"[^\W_]+$")
_KEYS = 0.84
"""How firm is a list of the keys of entries, where these do not tell them themselves."""
_TELLING = 6
"""Signs of what stands in an entry by no chance, where each entry has a key of its own."""
WITHIN = 0.6
"""How firm is a list of pieces of texts."""
SPELLED = 0.58
"""How firm is a list of keys that a script makes of what entries are called."""
LEAST_PIECE = 2
_MOST_AROUND = 300
"""Letters of an address or of a name with parts, in which a value may stand; a longer text only speaks of it."""
MOST_LINKS = 2_000
"""Of a page, that are told apart; what is wanted is told apart wherever it stands."""


@dataclass(frozen=True)
class Listing:
    """*each* finds in the answer of *step* what details are visited with: values of *key*, or whole addresses."""

    step: int
    key: Key | None
    each: Extraction
    count: int
    """How many the answer lists; of very many, how many were told apart."""
    firmness: float
    also: tuple[Key, ...] = ()
    """Where else the same is sent, beside *key*."""
    better: tuple[Extraction, ...] = ()
    """Ways that leave out what stands beside the list."""


def in_data(step: int, answer: Answer, details: Sequence[Exchange], alike: Sequence[Exchange]) -> Iterator[Listing]:
    """The ways in which data lists all of these requests; *alike*: all details that were opened."""
    leaves = json_leaves(answer)
    sent = [timeless_values(detail) for detail in details]
    keyed = _told_apart_by(details, sent, alike)
    seen: set[str] = set()

    def all_sent() -> list[Mapping[Key, str]]:
        return [*sent, *map(timeless_values, alike)]

    for key, texts in keyed:
        if not all(texts) or not only_differs_in(key, sent):
            continue
        for held, count in keyed_by(page_of(answer).json, texts) if key is not None else ():
            seen.add(held)
            each = Extraction("json", f"keys({held})", all=True)
            yield Listing(step, key, each, count, _KEYS, sent_alike(key, all_sent()))
        before, after = "", ""
        if key is not None and texts[0] not in leaves.exact and any(text in texts[0] for text in leaves.exact if text):
            before, after = _around([*texts, *(own[key] for own in all_sent() if key in own)])
        within = texts[0].removeprefix(before).removesuffix(after)
        for leaf in leaves.exact.get(within, ())[:6] if within else ():
            # Of lists within a list some are those of what was chosen, others of all that there is.
            keyed_by_entry = of_map(leaf.steps, page_of(answer).json) if min(map(len, texts)) >= _TELLING else None
            paths = (all_of(leaf.steps), all_of(leaf.steps, of_all=True), keyed_by_entry)
            for path, worth in zip(paths, (0.9, 0.88, 0.86), strict=True):
                if path is None or path in seen:
                    continue
                pieces = (
                    [jmespath_text(before)] * bool(before) + ["to_string(@)"] + [jmespath_text(after)] * bool(after)
                )
                text = f"map(&join('', [{', '.join(pieces)}]), {path})" if before or after else path
                listed = extract(answer, Extraction("json", text))
                if set(texts) <= set(listed) and len(set(listed)) > 1:
                    seen.add(path)
                    firmness = worth - 0.05 * path.count("[")
                    also = sent_alike(key, all_sent())
                    yield Listing(step, key, Extraction("json", text, all=True), len(set(listed)), firmness, also)
    if not seen:
        yield from _within_texts(step, answer, keyed, sent)
        yield from _by_spelling(step, answer, keyed, sent)


def _told_apart_by(
    details: Sequence[Exchange], sent: Sequence[Mapping[Key, str]], alike: Sequence[Exchange]
) -> list[tuple[Key | None, list[str]]]:
    """What may tell the requests apart: their whole addresses, in two spellings, or the values of a key.

    What is the same in all that are *alike*, as the size of a page, is the key of none, though one alone was opened.
    """
    # A number alone would be the last piece of many an address: that is a key.
    addresses = [(None, [spell(detail.sent.url) for detail in details]) for spell in SPELLINGS[:2]]
    keys = [
        (key, [own.get(key, "") for own in sent])
        for key in sent[0]
        if key.where in PIECES and len({own.get(key) for own in sent}) == len(details) and not is_fixed(key, alike)
    ]
    return [*addresses, *keys]


def _within_texts(
    step: int,
    answer: Answer,
    keyed: Sequence[tuple[Key | None, list[str]]],
    sent: Sequence[Mapping[Key, str]],
) -> Iterator[Listing]:
    """Lists whose values say more than is sent, the same around each: `urn:boat:17` for the boat 17."""
    leaves = json_leaves(answer)
    for key, texts in keyed:
        if key is None or min(map(len, texts)) < LEAST_PIECE or not only_differs_in(key, sent):
            continue
        seen: set[str] = set()
        for leaf in leaves.longer[:MOST_LINKS]:
            if len(leaf.text) > _MOST_AROUND + len(texts[0]):
                continue
            before, found, after = leaf.text.partition(texts[0])
            is_whole = not (before[-1:].isalnum() or after[:1].isalnum())
            if not found or not is_whole or not leaf.name or all_of(leaf.steps) is None:
                continue
            if not all(f"{before}{text}{after}" in leaves.exact for text in texts):
                continue
            name, start, end = (re.escape(json.dumps(text)[1:-1]) for text in (leaf.name, before, after))
            pattern = rf'"{name}"\s*:\s*"{start}([^"\\]+){end}"'
            listed = extract(answer, Extraction("re", pattern, all=True)) if pattern not in seen else ()
            seen.add(pattern)
            if set(texts) <= set(listed) and len(set(listed)) > 1:
                yield Listing(step, key, Extraction("re", pattern, all=True), len(set(listed)), WITHIN)


def _by_spelling(
    step: int,
    answer: Answer,
    keyed: Sequence[tuple[Key | None, list[str]]],
    sent: Sequence[Mapping[Key, str]],
) -> Iterator[Listing]:
    """Lists of which a script makes what is sent: `brass-lamp` for the entry “Brass lamp”."""
    for key, texts in keyed:
        if key is not None and all(texts) and only_differs_in(key, sent):
            for each, count in spelled(answer, texts):
                yield Listing(step, key, each, count, SPELLED, sent_alike(key, sent))


def _around(texts: Sequence[str]) -> tuple[str, str]:
    """What stands around all of several values: `17.json`, `Boats(17)`, `eq.17`; empty if nothing does."""
    if len(set(texts)) < 2:
        ending = _ENDING.search(texts[0])
        return "", ending[0] if ending else ""
    before = _WORD_AT_END.sub("", _beginning(texts))
    rest = [text.removeprefix(before)[::-1] for text in texts]
    return before, _WORD_AT_END.sub("", _beginning(rest))[::-1]


def _beginning(texts: Sequence[str]) -> str:
    """What all begin with."""
    return "".join(signs[0] for signs in takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False)))


def sent_alike(key: Key | None, sent: Sequence[Mapping[Key, str]]) -> tuple[Key, ...]:
    """Other keys with which each request sends the same as with this one, if it is another value in each."""
    if key is None or len({own.get(key) for own in sent}) < 2:
        return ()
    also = (name for name in sent[0] if name != key and name.where in PIECES)
    return tuple(name for name in also if all(own.get(name) == own.get(key) for own in sent))


def is_fixed(key: Key, alike: Sequence[Exchange]) -> bool:
    """Whether requests that ask for different things, not just at other times, all send the same with a key."""
    sent = list(map(timeless_values, alike))
    asked = {frozenset((name, text) for name, text in own.items() if name.where in ASKING) for own in sent}
    return len(asked) > 1 and len({own.get(key) for own in sent}) == 1


def only_differs_in(key: Key | None, sent: Sequence[Mapping[Key, str]]) -> bool:
    """Whether the requests are the same but for the key (and headers and cookies)."""
    if key is None:
        return True
    also, first = {key, *sent_alike(key, sent)}, sent[0]
    return all(
        first.get(name) == own.get(name) or name in also or name.where not in PIECES
        for own in sent[1:]
        for name in first.keys() | own.keys()
    )
