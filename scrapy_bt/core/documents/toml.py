"""From the text of a TOML file to nodes with their places.

Python's own parser says whether the text is TOML, and what its values are; it does not say where they stand, which is
what is found out here. So this reads valid TOML only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ...errors import Place
from ...sentences import say
from .nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from .report import ShapeReport
from .yaml import LONGEST

try:
    import tomllib  # type: ignore[import-not-found,unused-ignore]  # from Python 3.11 on
except ModuleNotFoundError:
    import tomli as tomllib  # the same parser under its older name

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BARE_VALUE = re.compile(r"[^,\]}\r\n#]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:""?(?!"))?|\'\'\'.*?\'\'\'(?:\'\'?(?!\'))?|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL
)
_LONG_NUMBER = re.compile(r"[\d_]{4000,}", re.ASCII)
_MOST_BITS = 1_000
"""Of a number; a longer one stays as it is written, and is read as a number by nobody."""
_WHERE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass
class _Table:
    place: Place
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, _Part] = field(default_factory=dict)


@dataclass
class _Array:
    place: Place
    items: list[_Part] = field(default_factory=list)


_Part: TypeAlias = "Scalar | _Table | _Array"


def compose_toml(report: ShapeReport) -> Mapping | None:
    """The root of the file's nodes; what is no TOML is told to *report*; none for an unreadable file."""
    text = report.text
    if len(text) > LONGEST:
        message = say("the file has {:,} characters; a {} has at most {:,}", len(text), report.noun, LONGEST)
        report.add("too-long", report.place(0, 0), message, say("make several {}s of it", report.noun))
        return None
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _tell(error, report)
        return None
    except ValueError:  # what it does not know as an error of its own
        at = next((found.start() for found in _LONG_NUMBER.finditer(text)), 0)
        report.add(
            "bad-toml", report.place(at, at + 1), say("a number has thousands of digits"), say("write a smaller one")
        )
        return None
    except RecursionError:
        report.add(
            "too-deep", report.place(0, 0), say("arrays are too deep within each other"), say("take brackets away")
        )
        return None
    root = _frozen(_TomlReader(report).read())
    assert isinstance(root, Mapping), "a document is a table"
    return root


def _tell(error: Exception, report: ShapeReport) -> None:
    """Where the parser noticed it, as far as it says."""
    said = str(error)
    where = _WHERE.search(said)
    message = said[: where.start()] if where else said
    at = len(report.text.rstrip())
    if where and where[1]:
        at = sum(len(line) + 1 for line in report.text.split("\n")[: int(where[1]) - 1]) + int(where[2]) - 1
    advice = say("put texts in quotes, lists in [ ], and each `name = value` on a line of its own")
    report.add(
        "bad-toml", report.place(at, at + 1), say("this is no TOML: {}{}", message[:1].lower(), message[1:]), advice
    )


class _TomlReader:
    def __init__(self, report: ShapeReport) -> None:
        self._report, self._text, self._at = report, report.text, 0

    def read(self) -> _Table:
        root = here = _Table(self._report.place(0, 1))
        self._skip()
        while self._at < len(self._text):
            if self._text.startswith("[", self._at):
                here = self._header(root)
            else:
                self._pair(here)
            self._skip()
        return root

    def _header(self, root: _Table) -> _Table:
        begin = self._at
        is_array = self._text.startswith("[[", begin)
        self._at += 1 + is_array
        keys = self._dotted()
        self._skip()
        self._at += 1 + is_array
        place = self._report.place(begin, self._at)
        table = _descend(root, keys[:-1])
        last = keys[-1]
        if is_array:
            array = table.values.setdefault(last.text, _Array(place))
            table.keys.setdefault(last.text, last)
            assert isinstance(array, _Array), "the parser has seen to that"
            array.items.append(_Table(place))
            return _within(array)
        table.keys.setdefault(last.text, last)
        return _within(table.values.setdefault(last.text, _Table(place)))

    def _pair(self, here: _Table) -> None:
        keys = self._dotted()
        self._skip()
        self._at += 1  # =
        self._skip()
        table = _descend(here, keys[:-1])
        table.keys[keys[-1].text] = keys[-1]
        table.values[keys[-1].text] = self._value()

    def _dotted(self) -> list[Scalar]:
        keys: list[Scalar] = []
        while True:
            self._skip()
            found = _STRING.match(self._text, self._at) or _BARE_KEY.match(self._text, self._at)
            assert found is not None, "a key stands here"
            text = found[0] if found[0][0] not in "\"'" else str(_loaded(found[0]))
            keys.append(Scalar(text, self._report.place(*found.span()), *found.span()))
            self._at = found.end()
            self._skip()
            if not self._text.startswith(".", self._at):
                return keys
            self._at += 1

    def _value(self) -> _Part:
        sign = self._text[self._at]
        if sign == "[":
            return self._array()
        if sign == "{":
            return self._inline()
        found = _STRING.match(self._text, self._at) or _BARE_VALUE.match(self._text, self._at)
        assert found is not None, "a value stands here"
        written = found[0].rstrip()
        start = self._at
        self._at += len(written)
        place = self._report.place(start, self._at)
        value = _loaded(written)
        if isinstance(value, str):
            return Scalar(value, place, start, self._at, written[0])
        if isinstance(value, bool):
            return Scalar(str(value).lower(), place, start, self._at)
        if isinstance(value, float):
            return Scalar(repr(value).replace("inf", ".inf").replace("nan", ".nan"), place, start, self._at)
        is_long = isinstance(value, int) and value.bit_length() > _MOST_BITS
        return Scalar(written if is_long else str(value), place, start, self._at)

    def _array(self) -> _Array:
        array = _Array(self._report.place(self._at, self._at + 1))
        self._at += 1
        while not self._ends("]"):
            array.items.append(self._value())
        return array

    def _inline(self) -> _Table:
        table = _Table(self._report.place(self._at, self._at + 1))
        self._at += 1
        while not self._ends("}"):
            self._pair(table)
        return table

    def _ends(self, bracket: str) -> bool:
        self._skip()
        if self._text.startswith(",", self._at):
            self._at += 1
            self._skip()
        if self._text.startswith(bracket, self._at):
            self._at += 1
            return True
        return False

    def _skip(self) -> None:
        found = _BLANK.match(self._text, self._at)
        assert found is not None, "it may be empty"
        self._at = found.end()


def _loaded(written: str) -> Any:
    return tomllib.loads(f"value = {written}")["value"]


def _descend(table: _Table, keys: list[Scalar]) -> _Table:
    for key in keys:
        table.keys.setdefault(key.text, key)
        table = _within(table.values.setdefault(key.text, _Table(key.place)))
    return table


def _within(part: _Part) -> _Table:
    """The table that a name stands for: of an array of tables the last one."""
    inner = part.items[-1] if isinstance(part, _Array) else part
    assert isinstance(inner, _Table), "the parser has seen to that"
    return inner


def _frozen(part: _Part) -> Node:
    if isinstance(part, _Table):
        return Mapping(
            tuple(MappingEntry(part.keys[name], _frozen(value)) for name, value in part.values.items()), part.place
        )
    if isinstance(part, _Array):
        return ListNode(tuple(map(_frozen, part.items)), part.place)
    return part
