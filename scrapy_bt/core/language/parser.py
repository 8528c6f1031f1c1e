"""Text to tree: a document, or every syntax fault at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lark import UnexpectedInput

from ...errors import Place, RuleError
from ...sentences import say
from ..tree.inline import name_inline
from ..tree.nodes import Document, Node
from .expression_builder import REPORT
from .grammar import grammar
from .includes import Includes, Lookup
from .nesting import report_too_deep
from .recovery import Recovery
from .report import Report


@dataclass(frozen=True)
class ParseResult:
    """What a text says, with its faults reported; with faults, *document* holds only the entries without any."""

    document: Document
    report: Report
    broken: frozenset[str] = frozenset()
    """The names of the declarations with faults."""
    fragments: tuple[Node, ...] = ()
    """What could be read of the entries with faults."""
    has_only_named_faults: bool = True
    """All faults are within declarations whose names are *broken*."""


def parse(text: str, *, file: str = "<text>", includes: Lookup | None = None) -> Document:
    """Return the document that *text* is; raise `RuleError` with every syntax fault.

    With *includes* also what it includes is in it.
    """
    reading = read(text, file=file, includes=includes)
    if reading.report.faults:
        raise RuleError(reading.report.in_order())
    return reading.document


def read(text: str, *, file: str = "<text>", includes: Lookup | None = None) -> ParseResult:
    """Return what can be read of *text*, with *includes* and of what it includes, and the syntax faults."""
    reading = _read(text, file)
    if includes is None:
        return reading
    broken = set(reading.broken)

    def read_other(text: str, file: str) -> tuple[Document, Report]:
        other = _read(text, file)
        broken.update(other.broken)
        return other.document, other.report

    document = Includes(reading.report, includes, read_other).expand(reading.document)
    return replace(reading, document=document, broken=frozenset(broken))


def _read(text: str, file: str) -> ParseResult:
    report = Report(text, file)
    broken: set[str] = set()
    is_named = True
    fragments: tuple[Node, ...] = ()
    token = REPORT.set(report)
    try:
        document: Document = grammar().parse(text)  # type: ignore[assignment]  # the builder makes a document of it
    except UnexpectedInput as error:
        report = Report(text, file)
        REPORT.set(report)
        recovery = Recovery(text, report)
        document = recovery.run()
        broken = recovery.broken
        fragments = tuple(recovery.fragments)
        is_named = not recovery.has_nameless
        if not report.faults:
            place = Place(file, max(error.line, 1), max(error.column, 1))
            report.add("unexpected", place, say("this cannot stand here"), say("look for a mistake before it"))
    finally:
        REPORT.reset(token)
    too_deep = report_too_deep(document, report)
    if too_deep:
        hidden = {id(entry) for entry in too_deep}
        broken |= {getattr(entry, "name", "") for entry in too_deep}
        document = Document(tuple(entry for entry in document.entries if id(entry) not in hidden), place=document.place)
        fragments = ()
    return ParseResult(name_inline(document), report, frozenset(broken), fragments, is_named)
