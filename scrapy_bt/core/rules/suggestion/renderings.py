"""Parts of pages as regular expressions that fit several of them: what they cost, texts, and the edges of texts.

What they share is kept, what differs becomes a class of characters, and what is likely to change costs something.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ....sentences import say
from .matches import normalised

Side = Literal["left", "right"]
_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
_TOKENS = re.compile(r"\d+|[^\W\d]+|\s+|[^\w\s]")
LONGEST = 60
_MOST_TOKENS = 8
DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Rendering:
    """A regular expression, what it costs, and why; *is_complete*: something may be written before (or behind) it."""

    code: str
    cost: float = 0.0
    notes: tuple[str, ...] = ()
    is_complete: bool = True

    def __add__(self, other: Rendering) -> Rendering:
        notes = (*self.notes, *(note for note in other.notes if note not in self.notes))
        return Rendering(self.code + other.code, self.cost + other.cost, notes, self.is_complete and other.is_complete)


def literal(text: str) -> str:
    """The text as a regular expression, with no sign more than it needs."""
    return _SPECIAL.sub(r"\\\g<0>", text).replace("\n", r"\n").replace("\t", r"\t").replace("\r", r"\r")


def render_between(texts: Sequence[str]) -> list[Rendering]:
    """Expressions for the texts between two tags."""
    if all(not text for text in texts):
        return [Rendering("")]
    if all(not text.strip() for text in texts):
        return [Rendering(r"\s*", 0.3)]
    found = [Rendering("[^<]*", 2.0)]
    words = normalised(texts[0])
    if all(normalised(text) == words for text in texts) and len(words) <= LONGEST and "\0" not in words:
        found.insert(0, _space(texts, "left") + render_words(words) + _space(texts, "right"))
    return found


def render_words(words: str) -> Rendering:
    """An expression for a text of the page that has to stay as it is."""
    notes: tuple[str, ...] = (say("leans on the text “{}”", words),)
    cost = 2.5 + 0.1 * len(words)
    if DIGIT.search(words):
        cost, notes = cost + 5, (*notes, say("has digits that may change"))
    return Rendering(r"\s+".join(map(literal, words.split())), cost, notes)


def render_space(texts: Sequence[str]) -> Rendering:
    """An expression for white space, where there is some."""
    return Rendering(r"\s*", 0.2) if any(text != "" for text in texts) else Rendering("")


def _space(texts: Sequence[str], side: Side) -> Rendering:
    edges = [text[: len(text) - len(text.lstrip())] if side == "left" else text[len(text.rstrip()) :] for text in texts]
    return render_space(edges)


def render_edges(texts: Sequence[str], side: Side) -> list[Rendering]:
    """Expressions for what stands right before values (*left* of them), or right behind them: short ones first.

    *texts*: up to the next tag; only a whole one is complete.
    """
    step = -1 if side == "left" else 1
    tokens = [_TOKENS.findall(text)[::step] for text in texts]
    exact, loose = Rendering(""), Rendering("")
    found: list[Rendering] = []
    fewest = min(map(len, tokens))
    for number in range(min(fewest, _MOST_TOKENS)):
        column = [row[number] for row in tokens]
        parts = _token(column, side)
        if parts is None:
            break
        strict, free = parts
        exact = strict + exact if side == "left" else exact + strict
        loose = free + loose if side == "left" else loose + free
        is_complete = all(len(row) == number + 1 for row in tokens)
        found += [replace(each, is_complete=is_complete) for each in {exact.code: exact, loose.code: loose}.values()]
    return [_weighed(each) for each in found]


def _token(column: Sequence[str], side: Side) -> tuple[Rendering, Rendering] | None:
    """One token of each text, as strict and as loose as it may be."""
    first = column[0]
    if all(token.isspace() for token in column):
        if all("\n" in token for token in column):
            same = Rendering(r"\n\s*" if side == "left" else r"\s*\n", 1.0)
        elif set(column) == {first} and len(first) == 1:
            same = Rendering(literal(first), 0.5)
        else:
            same = Rendering(r"\s+", 1.0)
        return same, same
    if all(token.isdigit() for token in column):
        loose = Rendering(r"\d+", 1.5)
        return (Rendering(first, 5.0, (say("has digits that may change"),)) if set(column) == {first} else loose), loose
    if set(column) == {first}:
        same = Rendering(literal(first), 0.3 if not first.isalpha() else 1.0)
        return same, same
    if all(token[0].isalpha() for token in column):
        loose = Rendering(r"[^\s<>]+", 3.0)
        return loose, loose
    return None


def _weighed(edge: Rendering) -> Rendering:
    """Something that says where a value is, rather than any space, sign or letter."""
    words = re.sub(r"\\(\W)", r"\1", re.sub(r"\\[a-z][*+]?", "", edge.code).strip())
    if not words:
        return replace(edge, cost=edge.cost + 6)
    if len(words) == 1 or not any(char.isalpha() for char in words):
        return replace(edge, cost=edge.cost + 3)
    return replace(edge, cost=edge.cost + 1.5, notes=(*edge.notes, say("leans on the text “{}”", words)))


def price(rendering: Rendering) -> float:
    """What it costs, with its length."""
    return rendering.cost + price_of_length(rendering.code)


def price_of_length(code: str) -> float:
    """What the length of a code costs."""
    return 0.12 * len(code)
