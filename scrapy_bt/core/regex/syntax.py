"""The syntax of a regular expression as a tree of its own, read by the parser of Python's `re`.

The one module that knows that parser, which has no public name. What a pattern means is what `re` says it means;
other engines get the pattern from this tree.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, TypeAlias

from ...errors import PatternError
from ...sentences import say, spoken

try:
    _parser: Any = import_module("re._parser")
except ModuleNotFoundError:  # Python 3.10
    _parser = import_module("sre_parse")

Mode = Literal["greedy", "lazy", "possessive"]
LONGEST = 100_000
"""Characters of the longest pattern that is read."""

_CATEGORIES = {
    "CATEGORY_DIGIT": "d",
    "CATEGORY_NOT_DIGIT": "D",
    "CATEGORY_SPACE": "s",
    "CATEGORY_NOT_SPACE": "S",
    "CATEGORY_WORD": "w",
    "CATEGORY_NOT_WORD": "W",
}


@dataclass(frozen=True)
class Chars:
    """One character of a set: code points by ranges, ends included, and the categories `dDsSwW`."""

    ranges: tuple[tuple[int, int], ...]
    categories: str = ""
    is_negated: bool = False
    is_folded: bool = False
    """Case does not matter."""
    is_ascii: bool = False
    """Categories and cases are those of ASCII (`(?a)`)."""

    @property
    def literal(self) -> str | None:
        """The one character that it is, if it is one."""
        if self.categories or self.is_negated or self.is_folded or len(self.ranges) != 1:
            return None
        first, last = self.ranges[0]
        return chr(first) if first == last else None


@dataclass(frozen=True)
class At:
    """A place between characters, by its name in `re` (`AT_BOUNDARY`)."""

    where: str
    is_ascii: bool = False


@dataclass(frozen=True)
class RegexGroup:
    """Parentheses; *number* is none where they do not capture."""

    number: int | None
    body: Sequence


@dataclass(frozen=True)
class Branch:
    """Alternatives, the first that fits first."""

    options: tuple[Sequence, ...]


@dataclass(frozen=True)
class Repeat:
    """A repetition; *most* is none where it has no end."""

    least: int
    most: int | None
    body: Sequence
    mode: Mode

    @property
    def single(self) -> Chars | None:
        """The set of which one character is repeated, if that is all."""
        only = self.body[0] if len(self.body) == 1 else None
        if isinstance(only, RegexGroup) and only.number is None:
            only = only.body[0] if len(only.body) == 1 else None
        return only if isinstance(only, Chars) else None


@dataclass(frozen=True)
class Lookaround:
    """A look ahead or behind."""

    is_ahead: bool
    is_negated: bool
    body: Sequence


@dataclass(frozen=True)
class Atomic:
    """A part that is never tried again in another way."""

    body: Sequence


@dataclass(frozen=True)
class Back:
    """The text of a group once more."""

    number: int
    is_folded: bool


@dataclass(frozen=True)
class Condition:
    """One or the other, by whether a group took part."""

    number: int
    yes: Sequence
    no: Sequence


Node: TypeAlias = Chars | At | RegexGroup | Branch | Repeat | Lookaround | Atomic | Back | Condition
Sequence: TypeAlias = "tuple[Node, ...]"


@dataclass(frozen=True)
class Parsed:
    """A pattern that was read; *least* is the number of characters that it takes at least."""

    body: Sequence
    least: int


def parse(text: str, flags: int) -> Parsed:
    """Read a pattern; raises `PatternError` with the place of the mistake."""
    if len(text) > LONGEST:
        raise PatternError(text, say("it is longer than {} characters", LONGEST), LONGEST)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _parser.parse(text, flags)
        return Parsed(_sequence(tree, tree.state.flags), tree.getwidth()[0])
    except re.error as error:
        raise PatternError(text, error.msg, error.pos) from None
    except RecursionError:
        advice = say("take parentheses away that are not needed, and write \\( for the sign itself")
        raise PatternError(text, say("it nests too deeply"), advice=advice) from None
    except (ValueError, OverflowError) as error:  # ValueError: flags that exclude each other
        raise PatternError(text, spoken(error)) from None


def _sequence(tree: Iterable[tuple[Any, Any]], flags: int) -> Sequence:
    return tuple(_node(op.name, value, flags) for op, value in tree)


def _node(name: str, value: Any, flags: int) -> Node:  # noqa: C901, PLR0911  # a table of the parser's nodes
    match name:
        case "LITERAL" | "NOT_LITERAL":
            return _chars(((value, value),), "", flags, is_negated=name == "NOT_LITERAL")
        case "ANY":
            return Chars((), is_negated=True) if flags & re.DOTALL else Chars(((10, 10),), is_negated=True)
        case "IN":
            return _set(value, flags)
        case "AT":
            # The parser knows neither of the flags that decide what an anchor means; its compiler adds them.
            where = value.name
            if flags & re.MULTILINE:
                where = {"AT_BEGINNING": "AT_BEGINNING_LINE", "AT_END": "AT_END_LINE"}.get(where, where)
            return At(where, bool(flags & re.ASCII))
        case "SUBPATTERN":
            number, added, removed, body = value
            return RegexGroup(number, _sequence(body, _combined(flags, added, removed)))
        case "BRANCH":
            return Branch(tuple(_sequence(option, flags) for option in value[1]))
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, body = value
            mode: Mode = "greedy" if name == "MAX_REPEAT" else "lazy" if name == "MIN_REPEAT" else "possessive"
            endless = most is _parser.MAXREPEAT or int(most) >= int(_parser.MAXREPEAT)
            return Repeat(least, None if endless else most, _sequence(body, flags), mode)
        case "ASSERT" | "ASSERT_NOT":
            return Lookaround(value[0] > 0, name == "ASSERT_NOT", _sequence(value[1], flags))
        case "ATOMIC_GROUP":
            return Atomic(_sequence(value, flags))
        case "GROUPREF":
            return Back(value, bool(flags & re.IGNORECASE))
        case "GROUPREF_EXISTS":
            number, yes, no = value
            return Condition(number, _sequence(yes, flags), _sequence(no, flags) if no else ())
        case "FAILURE":
            return Lookaround(is_ahead=True, is_negated=True, body=())
        case _:
            raise PatternError("", say("the parser of Python's re has a part of which nothing is known here: {}", name))


def _combined(flags: int, added: int, removed: int) -> int:
    if added & (re.ASCII | re.UNICODE):
        flags &= ~(re.ASCII | re.UNICODE)
    return (flags | added) & ~removed


def _set(items: Iterable[tuple[Any, Any]], flags: int) -> Chars:
    ranges: list[tuple[int, int]] = []
    categories, is_negated = "", False
    for op, value in items:
        if op.name == "NEGATE":
            is_negated = True
        elif op.name == "LITERAL":
            ranges.append((value, value))
        elif op.name == "RANGE":
            ranges.append(value)
        else:
            categories += _CATEGORIES[value.name]
    return _chars(tuple(ranges), categories, flags, is_negated=is_negated)


def _chars(ranges: tuple[tuple[int, int], ...], categories: str, flags: int, *, is_negated: bool) -> Chars:
    is_folded = bool(flags & re.IGNORECASE) and not all(
        first == last and _is_caseless(chr(first)) for first, last in ranges
    )
    return Chars(ranges, categories, is_negated, is_folded, bool(flags & re.ASCII))


def _is_caseless(char: str) -> bool:
    return char.lower() == char.upper()


_CALLS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(\(\?(?:R|[0-9]+|[-+][0-9]+|&|P>))", re.DOTALL)


def refuse_recursion(text: str) -> None:
    """The module regex has calls of groups, whose memory nothing bounds; neither `re` nor RE2 knows them."""
    for found in _CALLS.finditer(text):
        if found[1]:
            raise PatternError(text, say("a pattern cannot call itself or a group"), found.start())
