"""A file as words with their places: what the formatter lays out anew and the edit finds its way by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..tree.nodes import BLOCK_KEYWORDS, BLOCK_KINDS
from ..tree.spacing import COMPARISONS

BLOCK_WORDS = frozenset((*BLOCK_KINDS, "else", *BLOCK_KEYWORDS))
"""Words of which each may stand before a block of statements."""

_WORD = re.compile(
    r"""
      (?P<space>[\s\ufeff]+)
    | (?P<comment>\#[^\n]*)
    | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    | (?P<number>\d\w*(?:\.\d\w*)?)
    | (?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*|\[[0-9]+\])*)
    | (?P<twin>\[\[|\]\]|\(\(|\)\))
    | (?P<sign>::|[=!<>]=|.)
    """,
    re.VERBOSE,
)


class Word(NamedTuple):
    """One word of a file, or a comment."""

    text: str
    lines: int = 0
    """How many line ends stand before it; the first word of a file counts as standing on a new line."""
    start: int = 0
    """Where it begins, in characters from the beginning of the text."""

    @property
    def is_comment(self) -> bool:
        return self.text.startswith("#")

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def is_operand_end(text: str) -> bool:
    """Whether an expression can end with the word *text*."""
    return text[0].isalnum() or text[0] in "_\"')" or text == "]"


def is_operand_start(text: str) -> bool:
    """Whether an expression or a statement can begin with the word *text* (a `-` after an operand subtracts)."""
    return text[0].isalnum() or text[0] in "_\"'(:[" or (text[0] == "!" and text not in COMPARISONS)


def read_words(text: str) -> Iterator[Word]:
    """Yield the words and comments of a text that has no syntax faults."""
    open_brackets: list[str] = []
    last = ""
    lines = 1
    position = 0
    while match := _WORD.match(text, position):
        kind, word = match.lastgroup, match[0]
        position = match.end()
        if kind == "space":
            lines += word.count("\n")
            continue
        if kind == "twin" and not _is_twin(word, open_brackets, last):
            word = word[0]
            position -= 1
        if word in _CLOSING:
            open_brackets.append(_CLOSING[word])
        elif open_brackets and word == open_brackets[-1]:
            open_brackets.pop()
        yield Word(word.rstrip() if kind == "comment" else word, lines, match.start())
        last = word
        lines = 0


_CLOSING = {"(": ")", "[": "]", "{": "}", "((": "))", "[[": "]]"}


def _is_twin(word: str, open_brackets: list[str], last: str) -> bool:
    # Resources stand between declarations; anywhere else two brackets are one within the other.
    if word in _CLOSING:
        return not open_brackets and last not in BLOCK_KINDS
    return bool(open_brackets) and open_brackets[-1] == word
