"""The faults found in one file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from ...errors import Fault, Place, Suggestion, nearest
from ...sentences import say
from .textlines import TextLines

_MOST_NAMED = 12
_LONGEST_GUESSED = 100
_MOST_COMPARED = 500
_GUESSES = 100
"""A file with more unknown names than that has other troubles, and guessing would take seconds."""


class ShapeReport:
    """Collects faults and gives each the line that it is about; *noun*: what the file is, *sign*: behind its keys."""

    def __init__(self, text: str, file: str, *, noun: str, sign: str = ":") -> None:
        self.text, self.file, self.noun, self.sign = text, file, noun, sign
        self._faults: list[Fault] = []
        self._guesses = _GUESSES

    def add(self, code: str, place: Place, message: str, advice: str = "") -> None:
        """Tell a fault."""
        lines = self._lines
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        self._faults.append(Fault(place, message, advice, line.rstrip("\r"), code))

    def place(self, start: int, end: int) -> Place:
        """Where the part of the text between two indexes stands."""
        line, column = self._text_lines.position(start)
        end_line, end_column = self._text_lines.position(max(start, end))
        return Place(self.file, line, column, end_line, end_column)

    def in_order(self) -> tuple[Fault, ...]:
        """The faults by place, each once."""
        return tuple(sorted(dict.fromkeys(self._faults), key=lambda fault: (fault.place, fault.code)))

    def __bool__(self) -> bool:
        return bool(self._faults)

    def did_you_mean(self, word: str, known: Iterable[str], *, present: Collection[str] = ()) -> str:
        """`did you mean …?`, or what there is; *present*: the names that stand beside it."""
        if not self._guesses:
            return ""
        self._guesses -= 1
        names = list(dict.fromkeys(known))
        near = nearest(word, names[:_MOST_COMPARED]) if len(word) <= _LONGEST_GUESSED else None
        if near is None:
            if not names:
                return ""
            return say("there is {}", _listed(names)) if len(names) == 1 else say("there are {}", _listed(names))
        return (
            say("`{}` is there too: put both into one, or take one away", near)
            if near in present
            else Suggestion(word, near, "`{}`")
        )

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _text_lines(self) -> TextLines:
        return TextLines(self.text)


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_NAMED])
    return say("{} and {} more", shown, len(names) - _MOST_NAMED) if len(names) > _MOST_NAMED else shown
