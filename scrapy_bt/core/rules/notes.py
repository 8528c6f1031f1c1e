"""What there is to tell of a page that a rule has read: nothing of it is an exception."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ...errors import NodeError, PatternError
from ...sentences import say
from .groups import Unequal
from .rule import TagRef


@dataclass(frozen=True)
class Empty:
    """A tag took nothing."""

    tag: TagRef
    url: str

    def __str__(self) -> str:
        return say("tag {} took nothing on {}", self.tag, self.url)


@dataclass(frozen=True)
class Broken:
    """A tag could not be run, or not in time."""

    tag: TagRef
    url: str
    error: NodeError | PatternError

    def __str__(self) -> str:
        return say("tag {} on {}: {}", self.tag, self.url, self.error)


@dataclass(frozen=True)
class TextCut:
    """A text was longer than its column takes."""

    group: str
    column: str
    url: str

    def __str__(self) -> str:
        return say("group {}: a text was too long for column {} and was cut, on {}", self.group, self.column, self.url)


@dataclass(frozen=True)
class LinkDenied:
    """A link leads where the rule may not go."""

    tag: TagRef
    link: str
    url: str
    reason: str

    def __str__(self) -> str:
        return say("tag {}: the link {} on {} is not followed: {}", self.tag, self.link, self.url, self.reason)


@dataclass(frozen=True)
class NoNumber:
    """A text in a column of numbers is none."""

    group: str
    column: str
    text: str
    url: str

    def __str__(self) -> str:
        return say(
            "group {}: column {} takes numbers, and {} on {} has none, so it stays empty; take another part of"
            " the page, or make it a column of type text",
            self.group,
            self.column,
            short(self.text),
            self.url,
        )


@dataclass(frozen=True)
class SeveralNumbers:
    """A value of a column of numbers holds several numbers."""

    group: str
    column: str
    text: str
    count: int
    value: float
    url: str

    def __str__(self) -> str:
        return say(
            "group {}: column {} takes a number, and {} on {} has {}, of which {} is taken; let `rematch` take"
            " one, or make it a column of type text",
            self.group,
            self.column,
            short(self.text),
            self.url,
            self.count,
            self.value,
        )


def short(text: str) -> str:
    """A text of a page in quotes, on one line, its beginning if it is long."""
    words = " ".join(text.split())
    return f"“{words if len(words) <= 60 else words[:59] + '…'}”"


Note: TypeAlias = "Empty | Broken | TextCut | LinkDenied | Unequal | NoNumber | SeveralNumbers"
