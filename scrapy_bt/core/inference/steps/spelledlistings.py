"""Lists in data of entries whose keys nothing holds: a script makes them of what the entries are called.

So `brass-lamp-7` is asked for where a row says “Brass lamp 7”.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from ...samples.traffic import Answer
from ..answers.codings import IN_JMESPATH, encode
from ..answers.data.leaves import Leaf, all_of, json_leaves
from ..answers.extraction import extract
from ..answers.values import Coding, Extraction

_WAYS: tuple[Coding, ...] = ("slug", "lower", "hyphens", "underscores", "unspaced")
"""How a key may be written of a text."""
_LONGEST = 300
"""Letters of what an entry may be called."""
_MOST_PLACES = 6


def spelled(answer: Answer, texts: Sequence[str]) -> Iterator[tuple[Extraction, int]]:
    """What finds all *texts*, as they are written of what the entries of a list are called; each with its count."""
    seen: set[tuple[Coding, str]] = set()
    for way in _WAYS:
        for leaf in _written(answer, way).get(texts[0], ())[:_MOST_PLACES]:
            path = all_of(leaf.steps)
            if path is None or (way, path) in seen:
                continue
            seen.add((way, path))
            each = Extraction("json", f"{_before(way)}{path})", all=True)
            if "" in extract(answer, each):  # of signs alone nothing is left
                each = Extraction("json", f"{each.text} | [?@ != '']", all=True)
            listed = set(extract(answer, each))
            if set(texts) <= listed and len(listed) > 1:
                yield each, len(listed)


def is_spelled(each: Extraction) -> bool:
    """Whether the keys of a list are made of what its entries are called."""
    return bool(each.coding) or each.text.startswith(tuple(map(_before, _WAYS)))


def written_alike(each: Extraction, answers: Iterable[Answer]) -> str:
    """How two entries of one list are both written, so that their keys are told by more; empty if no two are."""
    if not is_spelled(each):
        return ""
    keys = (Counter(extract(answer, each)) for answer in answers)
    return next((key for own in keys for key, count in own.items() if count > 1), "")


@lru_cache(256)
def keys_in(answer: Answer) -> Collection[str]:
    """The texts of data as they stand, and as they are spelled in addresses."""
    return {*json_leaves(answer).exact, *_written(answer, "slug")}


def _before(way: Coding) -> str:
    """What stands before the path of the texts that are written in that way."""
    return f"map(&{IN_JMESPATH[way].format('@')}, "


@lru_cache(64)
def _written(answer: Answer, way: Coding) -> Mapping[str, Sequence[Leaf]]:
    """The texts of data by how they are written in that way, if that is not as they stand."""
    found: dict[str, list[Leaf]] = {}
    for text, leaves in json_leaves(answer).exact.items():
        if len(text) <= _LONGEST and (key := encode(text, way)) != text:
            found.setdefault(key, []).extend(leaves)
    return found
