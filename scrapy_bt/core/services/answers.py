"""The answers that editors get; places are indexes in the text."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal, Protocol

from ...errors import Fault, Place, Suggestion
from ..documents.pieces import TextEdit
from ..language.checker.checkeddocument import RuleLookup
from ..language.includes import Lookup
from ..language.spans import Span

Kind = Literal["node", "variable", "keyword", "field", "value", "table"]
TOKEN_TYPES = ("keyword", "function", "variable", "property", "string", "number", "comment", "type", "regexp")
"""The kinds of words, under the names that editors give them."""


@dataclass(frozen=True)
class CompletionItem:
    """What could be written; *text*: what is put in, if it is not the label."""

    label: str
    _: KW_ONLY
    kind: Kind
    detail: str = ""
    text: str = ""


@dataclass(frozen=True)
class Hover:
    """What something means, in Markdown."""

    text: str
    _: KW_ONLY
    span: Span


@dataclass(frozen=True)
class Symbol:
    """A line of a file's outline."""

    name: str
    _: KW_ONLY
    detail: str
    kind: Kind
    span: Span
    name_span: Span
    children: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class SemanticToken:
    """A word and what it is, one of `TOKEN_TYPES`."""

    span: Span
    _: KW_ONLY
    type: str


@dataclass(frozen=True)
class Fix:
    """A change that mends a fault."""

    title: str
    _: KW_ONLY
    fault: Fault
    piece: TextEdit


@dataclass(frozen=True)
class FileLookups:
    """How the files beside a file are read, where there are any."""

    includes: Lookup | None = None
    rules: RuleLookup | None = None


@dataclass(frozen=True)
class Elsewhere:
    """A place in an included file; *file*: its path from the folder of the file that was asked about."""

    file: str
    text: str
    span: Span


class LanguageService(Protocol):
    """What is answered for one kind of files; no answer raises an error because the text has faults."""

    def check(self, text: str, file: str, beside: FileLookups | None = None, /) -> list[Fault]:
        """All faults by place."""

    def complete(self, text: str, offset: int, beside: FileLookups | None = None) -> list[CompletionItem]:
        """What could be written at a place."""

    def hover(self, text: str, offset: int, beside: FileLookups | None = None) -> Hover | None:
        """What the word at a place means."""

    def definition(self, text: str, offset: int) -> Span | None:
        """Where the name at a place is declared."""

    def definition_elsewhere(self, text: str, offset: int, beside: FileLookups) -> Elsewhere | None:
        """Where a name is defined in a file that this one includes."""

    def inclusion(self, text: str, file: str, other: str) -> Span | None:
        """What includes *other* in the text of *file*, also by way of a third one."""

    def references(self, text: str, offset: int) -> list[Span]:
        """Wherever the name at a place stands."""

    def rename(self, text: str, offset: int, name: str) -> list[TextEdit]:
        """What gives it another name; raises `UneditableError` saying why not."""

    def symbols(self, text: str) -> list[Symbol]:
        """The outline of the file."""

    def tokens(self, text: str) -> list[SemanticToken]:
        """The words of the file, in order."""

    def formatted(self, text: str) -> str:
        """The text in the canonical layout; raises `RuleError` with the faults that hinder it."""


class LineStarts:
    """Where the lines of a text begin, for places that count lines and columns from 1."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._length = len(text)

    def span(self, place: Place) -> Span:
        """The span of a place; a place without an end has one character."""
        start = self._index(place.line, place.column)
        end = self._index(place.end_line, place.end_column) if place.end_line else start + 1
        return Span(start, max(start, end))

    def _index(self, line: int, column: int) -> int:
        start = self._starts[min(max(line, 1), len(self._starts)) - 1]
        return min(start + max(column, 1) - 1, self._length)


def fixes(text: str, faults: list[Fault]) -> list[Fix]:
    """What mends those of the *faults* whose advice names what was meant."""
    lines = LineStarts(text)
    found = []
    for fault in faults:
        if isinstance(fault.advice, Suggestion):
            span = lines.span(fault.place)
            start = text.find(fault.advice.wrong, span.start)
            if 0 <= start < max(span.end, span.start + 1):
                piece = TextEdit(start, start + len(fault.advice.wrong), fault.advice.right)
                title = f"Write `{fault.advice.right}`"
                found.append(Fix(title, fault=fault, piece=piece))
    return found


def difference(before: str, after: str) -> list[TextEdit]:
    """The one piece that makes *after* of *before*; none where they are equal."""
    if before == after:
        return []
    start = 0
    shortest = min(len(before), len(after))
    while start < shortest and before[start] == after[start]:
        start += 1
    end = 0
    while end < shortest - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return [TextEdit(start, len(before) - end, after[start : len(after) - end])]
