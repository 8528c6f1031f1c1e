"""Finds names in texts, up to millions of them at once, by the algorithm of Aho and Corasick."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...errors import BTError
from ...sentences import say
from .mentions import Mention
from .scripts import fold, is_border

_STOP_WORDS = frozenset(
    word
    for line in (
        "a about all also an and any are as at be been but by can could did do does for from had has have he her here",
        "his how i if in into is it its just like may me more most my new no not now of off on one only or other our",
        "out over own same she should so some such than that the their them then there these they this those to too",
        "two under up us use very was we were what when where which who why will with would you your",
        "一个 没有 自己 我们 他们 这个 可以",
    )
    for word in line.split()
)


_FEW = 8
"""Up to so many names it is faster to look for each by itself before the automaton is asked."""


_UNMARKED = "\u2e80"
"""The first character from which on HTML has numbers for characters, and no names."""
_REFERENCE = b"&#"
_MARKUP = re.compile(r"</\w+>|<\w+(?:\s[^<>]*)?/>|<br>|&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);", re.IGNORECASE)
"""A tag that ends something, one that stands alone, or a character by its name or number."""


class EntityName(NamedTuple):
    """A name, or an alias, of an entity."""

    text: str
    entity: str
    kind: str = ""


class NameRecogniser:
    """Recognises names from a list: the longest at each place, between borders of words where the script has them.

    Case does not matter. *refused*: names that would be found everywhere, which are left out.
    """

    def __init__(self, names: Iterable[EntityName]) -> None:
        self.refused: list[EntityName] = []
        meant: dict[str, list[EntityName]] = {}
        for name in names:
            text = fold(" ".join(name.text.split()))
            if is_everywhere(text):
                self.refused.append(name)
            else:
                meant.setdefault(text, []).append(name)
        self._automaton = _automaton()
        for text, bearers in meant.items():
            self._automaton.add_word(text, (len(text), tuple(bearers)))
        self._is_empty = not meant
        self._few = tuple(meant) if len(meant) <= _FEW else ()
        self.has_phrases = any(" " in text for text in meant)
        """Whether a name has several words."""
        is_plain = all(len(bearers) == 1 for bearers in meant.values()) and not self.has_phrases
        self.few_words = self._few if is_plain and all(map(_has_plain_case, self._few)) else ()
        """The names in lower case where they are few, of one word, each of one entity only, with no case beside
        ASCII's."""
        self._parts = _parts(self._few)
        self._is_ascii = all(map(str.isascii, self._parts))
        if meant:
            self._automaton.make_automaton()

    def recognise(self, text: str, language: str = "") -> Sequence[Mention]:  # noqa: ARG002 - as the protocol says
        """The mentions in order, none over another; of an ambiguous name the first bearer's."""
        return [mention for mention, _ in self.candidates(text)]

    def may_find(self, body: bytes, encoding: str) -> bool:
        """Whether a page may have a name in its text, however it is spaced and marked, by its bytes and encoding."""
        parts = _encoded(self._parts, encoding)
        if not parts or (not self._is_ascii and _REFERENCE in body):
            return not self._is_empty
        lower = body.lower()
        return any(part in lower for part in parts)

    def candidates(self, text: str, folded: str = "") -> Iterable[tuple[Mention, tuple[EntityName, ...]]]:
        """The mentions in order, and who bears each name; *folded*: the text in lower case, where that is known."""
        if self._is_empty or not text:
            return ()
        folded = folded or fold(text)
        if self._few and not any(name in folded for name in self._few):
            return ()
        found: list[tuple[int, int, tuple[EntityName, ...]]] = []
        for last, (length, names) in self._automaton.iter(folded):
            start, end = last + 1 - length, last + 1
            if is_border(folded, start) and is_border(folded, end):
                found.append((start, -end, names))
        found.sort()
        chosen: list[tuple[Mention, tuple[EntityName, ...]]] = []
        behind = 0
        for start, end, names in found:  # the longest of those that begin at one place first
            if start >= behind:
                behind, first = -end, names[0]
                chosen.append((Mention(start, behind, first.kind, 1.0, first.entity), names))
        return chosen


def is_everywhere(folded: str) -> bool:
    """Whether a name would be found in nearly any text: one letter, a stop word, or nothing."""
    return len(folded) < 2 or folded in _STOP_WORDS or not any(map(str.isalnum, folded))


def has_markup(name: str) -> bool:
    """Whether it was written for a browser, so that no text of a page has it."""
    return _MARKUP.search(name) is not None


def why_never_found(name: str) -> str | None:
    """What is wrong with a name that nothing would be found by; None for others."""
    markup = _MARKUP.search(name)
    if markup is not None:
        return say("`{}` has markup in it, {}", name[:60], markup[0])
    is_found = not is_everywhere(fold(" ".join(name.split())))
    return None if is_found else say("`{}` would be found on nearly every page", name)


def _parts(names: Iterable[str]) -> tuple[str, ...]:
    """Of each folded name the longest part that any spelling of it has; none where a name has no such part."""
    found = []
    for name in names:
        same = "".join([one if _is_same_in_all_spellings(one) else " " for one in name])
        found.append(max(same.split(), key=len, default=""))
    return tuple(found) if all(found) else ()


def _has_plain_case(name: str) -> bool:
    return all(one.isascii() or one.upper() == one.lower() for one in name)


def _is_same_in_all_spellings(one: str) -> bool:
    return one.isalnum() and (one.isascii() or (one >= _UNMARKED and one.upper() == one.lower()))


@lru_cache(1 << 8)
def _encoded(parts: tuple[str, ...], encoding: str) -> tuple[bytes, ...]:
    """Empty where the encoding does not let bytes be compared."""
    try:
        encoded = tuple(part.encode(encoding).lower() for part in parts)
        return encoded if "a1".encode(encoding) == b"a1" else ()
    except (UnicodeEncodeError, LookupError):
        return ()


def _automaton() -> Any:
    try:
        import ahocorasick  # noqa: PLC0415 - of an extra
    except ModuleNotFoundError:
        raise BTError(say("preferences need the extra: pip install 'scrapy_bt[prefer]'")) from None
    return ahocorasick.Automaton()
