"""Whether two names are one name, spelled in another way."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

import regex

from .entities import Entity
from .kinds import are_apart
from .linking import PROVISIONAL, Linker
from .names import EntityName
from .scripts import fold, whole_words

_COUNTED = re.compile(r"[ivxlcdm]+|.*\d.*")
"""Roman numerals and words with digits, as of kings and versions: with another one something else is meant."""
_SHORTEST = 5
"""Letters of a word that may be misspelled; of shorter ones many are near to each other."""

_LOOKS_OTHERWISE = -3.0
"""Nats for capitals, and for signs, that differ in a name that has another letter, too: slips come one by one, while a
name that was made of another one (`reduce`, `__reduce__`) differs in several ways."""
_OF_TASTE = regex.compile(r"[\p{Z}\p{Pd}.,'’·・]+")
"""Signs that one and the same name has and has not: `Jean-Paul`, `Lovelace, Ada`, `J. R.`."""

_STRETCH = "\u0640"
"""Arabic tatweel, which makes a word longer on paper only."""
_OF_LETTERS = frozenset({7, 8, 9, 84, 91, 103, 118, 129, 130, 132})
"""Combining classes of signs that make another letter: nuktas, the voicing of kana, viramas, vowels below or above."""
_LETTERS = regex.compile(r"[[\p{L}\p{M}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]]+", regex.V1)
"""What is written with letters; of other signs each is a syllable or a meaning, and another one has another."""


class Spelling(Enum):
    """How one name is spelled beside another."""

    SAME = "the same but for accents, capitals, signs and the order of words"
    NEAR = "one letter of some long words is another one, lacks, stands too much, or before the one that it follows"
    OTHER = "another name"


def compare(one: str, other: str) -> Spelling:
    """How one name is spelled beside another."""
    words, others = _words_of(one), _words_of(other)
    mine, theirs = Counter(words), Counter(others)
    if words and (mine == theirs or "".join(words) == "".join(others)):
        return Spelling.SAME
    only_mine, only_theirs = sorted((mine - theirs).elements()), sorted((theirs - mine).elements())
    if not only_mine or len(only_mine) != len(only_theirs):
        return Spelling.OTHER
    while only_mine:
        word = only_mine.pop()
        near = next((each for each in only_theirs if _are_near(word, each)), None)
        if near is None:
            return Spelling.OTHER
        only_theirs.remove(near)
    return Spelling.NEAR


class SpelledOtherwise(NamedTuple):
    """Who may be meant by a name that nobody bears as it is spelled."""

    same: tuple[str, ...] = ()
    """Ids of those whose names are the same but for accents, signs and the order of words."""
    near: Mapping[str, float] = {}
    """Those whose names differ by one letter in some of their words: by id what capitals and signs say, in nats."""
    linker: Linker = Linker()

    def choose(self, name: str, *, context: Iterable[str], others: Iterable[str]) -> str | None:
        """The id of the entity that is meant; None where nobody is sure."""
        if not self.same:
            return self.linker.choose_or_none(self.near, context=context, others=others) if self.near else None
        found = self.linker.choose(name, self.same, context=context, others=others)
        return None if found.startswith(PROVISIONAL) else found


def find_spelled(names: Iterable[EntityName], wanted: Entity) -> SpelledOtherwise:
    """Who bears the name of *wanted* in another spelling; entities of another kind are left out."""
    found: dict[Spelling, dict[str, float]] = {spelling: {} for spelling in Spelling}
    for name in names:
        if not (are_apart(name.kind, wanted.kind) or name.entity.startswith(PROVISIONAL)):
            ids, look = found[compare(name.text, wanted.name)], compare_looks(wanted.name, name.text)
            ids[name.entity] = max(look, ids.get(name.entity, look))
    return SpelledOtherwise(tuple(found[Spelling.SAME]), found[Spelling.NEAR])


def compare_looks(written: str, name: str) -> float:
    """What capitals and signs say about whether a near name is meant, in nats; 0 where they are alike."""
    capitals, own = ([letter.isupper() for letter in text if letter.isalpha()] for text in (written, name))
    differ = not all(capitals) and (capitals[:1] != own[:1] or abs(sum(capitals) - sum(own)) > 1)
    return _LOOKS_OTHERWISE * (differ + (_signs_of(written) != _signs_of(name)))


def _signs_of(name: str) -> list[str]:
    return [sign for sign in _OF_TASTE.sub("", name) if not (sign.isalnum() or unicodedata.combining(sign))]


def _words_of(name: str) -> list[str]:
    parts = unicodedata.normalize("NFKD", name)
    bare = "".join(sign for sign in parts if unicodedata.combining(sign) in (0, *_OF_LETTERS))
    return whole_words(fold(unicodedata.normalize("NFC", bare.replace(_STRETCH, ""))))


def _are_near(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < _SHORTEST or any(
        _COUNTED.fullmatch(word) or not _LETTERS.fullmatch(word) for word in (one, other)
    ):
        return False
    same = next((at for at, (mine, theirs) in enumerate(zip(shorter, longer, strict=False)) if mine != theirs), None)
    if same is None:
        return len(longer) - len(shorter) == 1
    rest, others = shorter[same:], longer[same:]
    if len(rest) < len(others):
        return rest == others[1:]
    return rest[1:] == others[1:] or (rest[:2] == others[1::-1] and rest[2:] == others[2:])
