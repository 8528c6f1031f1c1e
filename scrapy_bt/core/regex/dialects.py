"""A pattern written for engines other than Python's `re`, so that it means there what it means here.

Nothing is left to the other engine's idea of a class, a case or a flag: sets are written out as ranges.
"""

from __future__ import annotations

from typing import Literal

from .charsets import ranges_of
from .syntax import At, Atomic, Back, Branch, Chars, Condition, Lookaround, Node, RegexGroup, Repeat, Sequence

Dialect = Literal["re2", "regex"]
_MOST_OF_RE2 = 1000
"""The greatest number of repetitions that RE2 takes."""
_LAST_ASCII = 0x7F
_MARKS = {"greedy": "", "lazy": "?", "possessive": "+"}
_PLACES: dict[str, tuple[str, str]] = {  # in RE2, in `regex`
    "AT_BEGINNING": (r"\A", r"\A"),
    "AT_BEGINNING_STRING": (r"\A", r"\A"),
    "AT_BEGINNING_LINE": ("(?m:^)", "(?m:^)"),
    "AT_END_STRING": (r"\z", r"\Z"),
    "AT_END_LINE": ("(?m:$)", "(?m:$)"),
}


class Untranslatable(Exception):  # noqa: N818  # a message between two modules
    """The dialect has no way to say this."""


def write(body: Sequence, dialect: Dialect, *, is_for_ascii: bool, ends_in_line: bool) -> str:
    """Write a pattern for texts that are ASCII or not, and that end in a line end or not.

    Raises `Untranslatable`: RE2 has no looks around, no references, no end before the last line end, and knows
    boundaries of ASCII words only.
    """
    return _PatternWriter(dialect, is_for_ascii, ends_in_line).sequence(body)


class _PatternWriter:
    def __init__(self, dialect: Dialect, is_for_ascii: bool, ends_in_line: bool) -> None:  # noqa: FBT001
        self._dialect, self._is_for_ascii, self._ends_in_line = dialect, is_for_ascii, ends_in_line

    def sequence(self, body: Sequence) -> str:
        return "".join(map(self.node, body))

    def node(self, node: Node) -> str:
        match node:
            case Chars():
                return self._chars(node)
            case At():
                return self._place(node)
            case RegexGroup(None, body):
                return f"(?:{self.sequence(body)})"
            case RegexGroup(_, body):
                return f"({self.sequence(body)})"
            case Branch(options):
                return f"(?:{'|'.join(map(self.sequence, options))})"
            case Repeat():
                return self._repeat(node)
            case Lookaround() | Atomic() | Back() | Condition() if self._dialect == "re2":
                raise Untranslatable
            case Lookaround(is_ahead, is_negated, body):
                return f"(?{'' if is_ahead else '<'}{'!' if is_negated else '='}{self.sequence(body)})"
            case Atomic(body):
                return f"(?>{self.sequence(body)})"
            case Back(number, is_folded):
                return rf"(?{'i' * is_folded}:\{number})"
            case Condition(number, yes, no):
                return f"(?({number}){self.sequence(yes)}|{self.sequence(no)})"

    def _chars(self, chars: Chars) -> str:
        if chars == Chars((), is_negated=True):
            return "(?s:.)"
        literal = chars.literal
        if literal is not None:
            return literal if literal.isalnum() and literal.isascii() else self._point(ord(literal))
        ranges = ranges_of(chars, _LAST_ASCII) if self._is_for_ascii else ranges_of(chars)
        if not ranges:
            return "[^\\x00-\\x{10ffff}]" if self._dialect == "re2" else "(?!)"
        return f"[{''.join(f'{self._point(first)}-{self._point(end)}' for first, end in ranges)}]"

    def _point(self, code: int) -> str:
        if self._dialect == "re2":
            return f"\\x{{{code:x}}}"
        # Beyond ASCII no sign means anything but itself; a set of many is read three times as fast without escapes.
        return chr(code) if code > _LAST_ASCII else f"\\x{code:02x}"

    def _place(self, at: At) -> str:
        if at.where in ("AT_BOUNDARY", "AT_NON_BOUNDARY"):
            return self._boundary(at)
        if at.where == "AT_END":  # at the end, or before the line end with which the text ends
            if not self._ends_in_line:
                return self._place(At("AT_END_STRING"))
            if self._dialect == "re2":
                raise Untranslatable
            return r"(?=\n?\Z)"
        if at.where not in _PLACES:
            raise Untranslatable
        return _PLACES[at.where][self._dialect == "regex"]

    def _boundary(self, at: At) -> str:
        is_boundary = at.where == "AT_BOUNDARY"
        if self._dialect == "re2":
            if not self._is_for_ascii and not at.is_ascii:
                raise Untranslatable
            return r"\b" if is_boundary else r"\B"
        # A set of words has hundreds of ranges, so it is written as seldom as can be.
        word = self._chars(Chars((), "w", is_ascii=at.is_ascii))
        same, other = ("!", "=") if is_boundary else ("=", "!")
        return f"(?(?<={word})(?{same}{word})|(?{other}{word}))"

    def _repeat(self, repeat: Repeat) -> str:
        if self._dialect == "re2" and (repeat.mode == "possessive" or (repeat.most or repeat.least) > _MOST_OF_RE2):
            raise Untranslatable
        most = "" if repeat.most is None else repeat.most
        return f"(?:{self.sequence(repeat.body)}){{{repeat.least},{most}}}{_MARKS[repeat.mode]}"
