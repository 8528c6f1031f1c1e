"""Profiles of columns: what their texts and addresses are made of, and how far those of two columns are the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_READ = 300
_LONGEST_NUMBER = 5

PROFILE_PAIR_NAMES = ("texts of the old column", "texts elsewhere on the old page", "words", "words of addresses")
"""What the numbers of a pair of profiles mean, in order."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The texts and addresses of a column, in lower case."""

    texts: frozenset[str]
    words: Mapping[str, int]
    """The number of elements that have each word; numbers count as words by their length."""
    address_words: Mapping[str, int]
    page_texts: Collection[str]
    """The texts of all candidates of the page."""


def profile_of(texts: Iterable[str], addresses: Iterable[str], page_texts: Collection[str]) -> Profile:
    """The profile of a column's texts and addresses."""
    small = [text.casefold() for text in texts]
    return Profile(frozenset(filter(None, small)), _words(small), _words(map(str.casefold, addresses)), page_texts)


def compare_profiles(old: Profile, new: Profile) -> list[float]:
    """The numbers of a pair of profiles, by `PROFILE_PAIR_NAMES`; menus outlive a redesign, rows of a list do not."""
    count = max(1, len(new.texts))
    kept = new.texts & old.texts
    elsewhere = sum(text in old.page_texts for text in new.texts - kept)
    return [
        len(kept) / count,
        elsewhere / count,
        _cosine(old.words, new.words),
        _cosine(old.address_words, new.address_words),
    ]


def _words(texts: Iterable[str]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for text in texts:
        tokens = _TOKEN.findall(text[:_READ])
        found.update({"0" * min(len(token), _LONGEST_NUMBER) if token.isdigit() else token for token in tokens})
    return found


def _cosine(one: Mapping[str, int], other: Mapping[str, int]) -> float:
    both = sum(count * other[word] for word, count in one.items() if word in other)
    lengths = sum(count * count for count in one.values()) * sum(count * count for count in other.values())
    return both / sqrt(lengths) if both else 0.0
