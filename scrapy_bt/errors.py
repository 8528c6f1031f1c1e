"""Every public error of scrapy_bt, one tree; each says whose fault it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import msgspec

from .sentences import Part, Sentence, say

if TYPE_CHECKING:
    from typing_extensions import Self

LONGEST_LINE = 200
"""Characters of a line that the message of a fault shows."""

LONGEST_MARK = 60
"""Columns of a line that the message of a fault marks."""


def with_article(noun: str) -> str:
    """The noun of a message that comes from elsewhere: "a rule", "an item"."""
    return say("an {}", noun) if noun[:1].lower() in ("a", "e", "i", "o") else say("a {}", noun)


def nearest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str | None:
    """The known name that is spelt most like *name*; *likeness*: 0 to 1, as `difflib` measures it."""
    return next(iter(get_close_matches(name, list(known), 1, likeness)), None)


class Suggestion(Sentence):
    """Advice that names what was probably meant: *right* where *wrong* is written."""

    __slots__ = ("form", "right", "wrong")
    form: str
    right: str
    wrong: str

    def __new__(cls, wrong: str, right: str, form: str = "'{}'") -> Self:
        advice = super().__new__(cls, "did you mean {}?", form.format(right))
        advice.wrong, advice.right, advice.form = wrong, right, form
        return advice

    def __getnewargs_ex__(self) -> tuple[tuple[str, ...], dict[str, Part]]:
        return (self.wrong, self.right, self.form), {}


def did_you_mean(name: str, known: Iterable[str], otherwise: str, *, form: str = "'{}'") -> str:
    """Advice for an unknown name: the nearest one, written as in *form*, or *otherwise*."""
    near = nearest(name, known)
    return otherwise if near is None else Suggestion(name, near, form)


class Place(msgspec.Struct, frozen=True, order=True, gc=False):
    """Where something stands in a file: 1-based line and column, the end exclusive."""

    file: str
    line: int
    column: int
    end_line: int = 0
    end_column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Fault:
    """One mistake in a file: what is wrong, where, and what to write instead."""

    place: Place
    message: str
    advice: str = ""
    text: str = ""
    """The line itself, without its end."""
    code: str = ""
    """A stable name of the kind of mistake, for editors and tests (`unknown-name`)."""
    is_warning: bool = False
    """It stops nothing: the file does what it says, which is probably not what is meant."""

    def __str__(self) -> str:
        lines = [f"{self.place}: {'warning: ' if self.is_warning else ''}{self.message}"]
        if self.text:
            shown, column = self._excerpt()
            indent = "".join(c if c == "\t" else " " for c in shown[:column])
            same_line = self.place.end_line == self.place.line
            width = max(1, self.place.end_column - self.place.column) if same_line else 1
            width = min(width, LONGEST_MARK, max(1, len(shown) - len(indent)))
            lines += [f"    {shown}", f"    {indent}{'^' * width}"]
        if self.advice:
            lines.append(f"    {self.advice}")
        return "\n".join(lines)

    def _excerpt(self) -> tuple[str, int]:
        """What is shown of the line, and the fault's column in it, from 0: of a long line only the surroundings."""
        column = self.place.column - 1
        if len(self.text) <= LONGEST_LINE:
            return self.text, column
        start = min(max(0, column - LONGEST_LINE // 2), max(0, len(self.text) - LONGEST_LINE))
        end = start + LONGEST_LINE
        before, after = "…" if start else "", "…" if end < len(self.text) else ""
        return f"{before}{self.text[start:end]}{after}", column - start + len(before)


class BTError(Exception):
    """Anything that scrapy_bt raises on purpose."""


class RuleError(BTError):
    """The author of a file has to mend it; *faults* are all of its mistakes, in order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class ArgumentsError(BTError):
    """The arguments given to a crawl do not fit the parameters of its `main`."""


class TaskError(BTError):
    """A stored task cannot go on: it cannot be decoded, or its position is gone; it belongs to the dead letters."""


class NodeError(BTError):
    """A node failed while it ran; the message names its file, line and path."""


class PatternError(BTError):
    """A regular expression cannot be read; *position* is the index of the mistake in *pattern*, if it is known.

    *advice*: what to do; empty where the reason is one of Python's `re`.
    """

    def __init__(self, pattern: str, reason: str, position: int | None = None, *, advice: str = "") -> None:
        self.pattern, self.reason, self.position, self.advice = pattern, reason, position, advice
        shown = pattern if len(pattern) <= LONGEST_MARK else f"{pattern[:LONGEST_MARK]}…"
        where = "" if position is None else f" at position {position}"
        super().__init__(f"`{shown}` is no regular expression: {reason}{where}")


class PatternTimeout(NodeError):  # noqa: N818  # what happened, not whose error it is
    """A regular expression took longer on a page than it may; *owner* names the tag that it belongs to."""

    def __init__(self, pattern: str, seconds: float, owner: str = "") -> None:
        self.pattern, self.seconds, self.owner = pattern, seconds, owner
        shown = pattern if len(pattern) <= LONGEST_MARK else f"{pattern[:LONGEST_MARK]}…"
        whose = f"{owner}: " if owner else ""
        super().__init__(
            f"{whose}`{shown}` took longer than {seconds:g} s on this page and was given up; "
            "write it so that it can fit in fewer ways, or raise BT_REGEX_SECONDS"
        )


class SelectorTimeout(NodeError):  # noqa: N818  # what happened, not whose error it is
    """A selector took longer on a page than it may."""

    def __init__(self, selector: str, seconds: float) -> None:
        self.selector, self.seconds = selector, seconds
        shown = selector if len(selector) <= LONGEST_MARK else f"{selector[:LONGEST_MARK]}…"
        super().__init__(
            f"`{shown}` took longer than {seconds:g} s on this page and was given up; "
            "write it with fewer steps that look at many elements, or raise BT_REGEX_SECONDS"
        )


class SampleError(BTError):
    """A recording cannot be made or used: the message names the file, and what to do."""


class ModelError(BTError):
    """A file of models is damaged or of another version: the message names it, and what to do."""


class LeaseLost(BTError):  # noqa: N818  # what happened, not whose error it is
    """A lease ended before its step was handed in; another worker has the task now."""


class FrontierLost(BTError):  # noqa: N818  # what happened, not whose error it is
    """The queue that several workers share is gone from Redis: nothing that it held can go on."""


class FrontierError(BTError):
    """Redis, or what is stored there, does not let the queue be used; nothing was changed.

    *passing*: it may work again later without anybody looking at the data, as when Redis was full.
    """

    def __init__(self, message: str, *, passing: bool = False) -> None:
        self.passing = passing
        super().__init__(message)


class FrontierDamaged(BTError):  # noqa: N818  # what happened, not whose error it is
    """What the queue says of itself is contradictory: somebody else has changed what is stored."""


class NoRoom(BTError):  # noqa: N818  # what happened, not whose error it is
    """There is no room for what a crawl has found; what was stored until then is whole, and a later run goes on."""


class NotStored(BTError):  # noqa: N818  # what happened, not whose error it is
    """A record could not be stored for now; raised in an item pipeline: the step that gave it is not done."""
