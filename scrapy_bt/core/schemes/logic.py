"""How the classes of a scheme go together: `and`, `or`, or their names with both, `place and (person or event)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ...sentences import say

AND, OR = "and", "or"

_WORD = re.compile(r"[()]|[^\s()]+")
_DEEPEST = 20
"""Parentheses within each other."""


@dataclass(frozen=True)
class All:
    """Words of each part."""

    parts: tuple[Logic, ...]


@dataclass(frozen=True)
class One:
    """Words of one part at a time."""

    parts: tuple[Logic, ...]


Logic: TypeAlias = "All | One | str"
"""A text is the name of a class."""


class LogicError(ValueError):
    """What is written means nothing; *start* and *end*: the indexes of the word that is wrong."""

    def __init__(self, message: str, advice: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.advice, self.start, self.end = message, advice, start, end


def read_logic(text: str, names: Sequence[str]) -> Logic:
    """What *text* says of the classes *names*: each of them stands in it once; raises `LogicError`."""
    alone = text.strip()
    if alone in (AND, OR):
        return (All if alone == AND else One)(tuple(names))
    return _LogicReader(text, names).read()


class _LogicReader:
    def __init__(self, text: str, names: Sequence[str]) -> None:
        self._names, self._end = names, len(text)
        self._words = [(found.group(), found.start()) for found in _WORD.finditer(text)]
        self._at = 0
        self._seen: set[str] = set()

    def read(self) -> Logic:
        logic = self._any(0)
        if self._word:
            raise self._wrong(f"`{self._word}` does not belong here", f"between two classes stands `{AND}` or `{OR}`")
        missing = [name for name in self._names if name not in self._seen]
        if missing:
            message = say("the class `{}` stands nowhere in it", missing[0])
            raise LogicError(message, say("say how its words go with the others"), 0, self._end)
        return logic

    def _any(self, depth: int) -> Logic:
        return _joined(One, self._parts(OR, lambda: self._all(depth)))

    def _all(self, depth: int) -> Logic:
        return _joined(All, self._parts(AND, lambda: self._part(depth)))

    def _parts(self, sign: str, read: Callable[[], Logic]) -> Iterator[Logic]:
        yield read()
        while self._word == sign:
            self._at += 1
            yield read()

    def _part(self, depth: int) -> Logic:
        word = self._word
        if word == "(":
            if depth == _DEEPEST:
                raise self._wrong(f"more than {_DEEPEST} parentheses stand within each other", "say it more simply")
            self._at += 1
            inner = self._any(depth + 1)
            if self._word != ")":
                raise self._wrong("here a `)` is missing", "close what was opened")
            self._at += 1
            return inner
        if word not in self._names:
            raise self._wrong(*self._unnamed(word))
        if word in self._seen:
            advice = say("name each class once, as in `place {} (person {} event)`", AND, OR)
            raise self._wrong(f"the class `{word}` stands in it already", advice)
        self._seen.add(word)
        self._at += 1
        return word

    def _unnamed(self, word: str) -> tuple[str, str]:
        there = say("there are: {}", ", ".join(self._names))
        if word in ("", ")", AND, OR):
            return say("the name of a class is missing here"), there
        return say("there is no class `{}`", word), there

    @property
    def _word(self) -> str:
        return self._words[self._at][0] if self._at < len(self._words) else ""

    def _wrong(self, message: str, advice: str) -> LogicError:
        word, start = self._words[self._at] if self._at < len(self._words) else ("", self._end)
        return LogicError(message, advice, start, start + len(word))


def _joined(kind: type[All | One], parts: Iterator[Logic]) -> Logic:
    found = tuple(parts)
    return found[0] if len(found) == 1 else kind(found)
