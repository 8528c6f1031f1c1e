"""Every syntax fault of a text that does not parse, and the entries that do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ...errors import Place
from ..tree.keywords import KEYWORDS
from ..tree.nodes import Data, Document, Entry, Node, Visit
from .attempt import END, Attempt, Stop
from .diagnosis import explain, mistakes_by_code
from .foreign import find_foreign_block, find_misspelt_block
from .mistakes import EXTRA_BRACE, MISSING_DECLARES, NESTED_DECLARATION, RESERVED_WORD, UNCLOSED_BLOCK, UNCLOSED_STRING
from .report import Report
from .segments import Segment, begins_line, find_next_entry, find_parameter_end, split

_WITHOUT_KEYWORD = ("brace-without-keyword", "unexpected")
"""The mistakes that a misspelt keyword makes."""


@dataclass
class Recovery:
    """Reads a text segment by segment, so that a fault in one declaration hides none in another."""

    text: str
    report: Report
    entries: list[Entry] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    """The names of declarations with faults."""
    fragments: list[Node] = field(default_factory=list)
    """What could be read of entries with faults."""
    has_nameless: bool = False
    """Some fault is in what declares no name, or a second one of a name."""
    _kept: set[str] = field(default_factory=lambda: {""})
    _unclosed: int = 0
    """How many blocks were left open so far; as many `}` to come are no faults of their own."""

    def run(self) -> Document:
        """Report all faults; return the document of the entries without any."""
        for segment in split(self.text):
            if segment.name in KEYWORDS:
                self._report_reserved(segment)
                self.has_nameless = True
            elif not self._read(segment):
                self.has_nameless = self.has_nameless or segment.name in self._kept
                self.broken |= {segment.name} - self._kept
        return Document(tuple(self.entries))

    def _read(self, segment: Segment) -> bool:
        attempt = Attempt(self.text, segment.start, segment.end)
        codes: list[str] = []
        resumed_at = -1
        while (stop := attempt.advance()) is not None:
            mistake = explain(stop, attempt.accepts)
            block: int | None = None
            stretch = self.text, segment.start, stop.position, segment.end
            is_misspelt = mistake.code in _WITHOUT_KEYWORD
            if foreign := find_foreign_block(*stretch) or (find_misspelt_block(*stretch) if is_misspelt else None):
                mistake, at, word, block = foreign
                line, column = self._line_and_column(at)
                stop = replace(stop, word=word, line=line, column=column)
            if not codes:
                # A visit or a data node may lack what the fault made unreadable: `a :: data csss "b"`.
                self._keep([entry for entry in attempt.finished_entries() if not isinstance(entry, (Visit, Data))])
            self._note_declared(attempt, mistake.code, stop)
            goes_on = self._leave(attempt, stop, segment.end)
            # What comes after the first fault counts only where the reading surely stands in an open block again.
            if segment.unclosed is not None and (stop.kind == END or mistake.code == NESTED_DECLARATION):
                break
            if stop.kind == END and codes:
                break
            if codes and goes_on is None:
                break
            codes.append(mistake.code)
            if mistake.code == EXTRA_BRACE and self._unclosed:
                self._unclosed -= 1
                break
            self.report.add(mistake.code, self._place(stop), mistake.message, mistake.advice)
            if block is not None and goes_on is not None and attempt.accepts("SERIAL"):
                attempt.open_block()
                position: int | None = block
            else:
                position = goes_on(stop.position) if goes_on is not None else None
            if position is None or position <= resumed_at:
                break
            resumed_at = position
            attempt.go_to(position, stop)
        self._keep_fragments(attempt, codes)
        if segment.unclosed is not None and UNCLOSED_STRING not in codes:
            self._report_unclosed(segment.unclosed)
            return False
        if codes or attempt.document is None:
            return False
        self._keep(attempt.document.entries)
        return True

    def _note_declared(self, attempt: Attempt, code: str, stop: Stop) -> None:
        """What was meant to be declared is a name of which no more is known."""
        if code in (MISSING_DECLARES, NESTED_DECLARATION):
            self.broken.add(stop.before)
        if code == NESTED_DECLARATION:
            attempt.forget_declared()

    def _leave(self, attempt: Attempt, stop: Stop, end: int) -> Callable[[int], int | None] | None:
        """Leave what was begun; return what finds, from a stop on, where to go on, or none if nothing is open."""
        in_parameters = attempt.leave_to_parameters()
        if in_parameters is not None:
            # Behind a first parameter that was left no comma can come, but another first one.
            return partial(
                find_parameter_end, self.text, end=end, brackets=in_parameters, is_first=not attempt.accepts("COMMA")
            )
        in_block = attempt.leave_to_block()
        if in_block == 0 and begins_line(self.text, stop.position) and attempt.accepts(stop.kind):
            # What stands before it is at fault: it is the next entry itself.
            return int
        return None if in_block is None else partial(find_next_entry, self.text, end=end, brackets=in_block)

    def _keep(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        self._kept.update(getattr(entry, "name", "") for entry in entries)

    def _keep_fragments(self, attempt: Attempt, codes: Sequence[str]) -> None:
        if codes:
            parts = attempt.read_parts() if attempt.document is None else attempt.document.entries
            kept = set(map(id, self.entries))
            self.fragments += [part for part in parts if id(part) not in kept]

    def _report_unclosed(self, position: int) -> None:
        self._unclosed += 1
        mistake = mistakes_by_code()[UNCLOSED_BLOCK].filled()
        place = self._place_at(position, 1)
        self.report.add(mistake.code, place, mistake.message, mistake.advice)

    def _report_reserved(self, segment: Segment) -> None:
        mistake = mistakes_by_code()[RESERVED_WORD].filled(segment.name)
        place = self._place_at(segment.start, len(segment.name))
        self.report.add(mistake.code, place, mistake.message, mistake.advice)

    def _place(self, stop: Stop) -> Place:
        return Place(self.report.file, stop.line, stop.column, stop.line, stop.column + len(stop.word))

    def _place_at(self, position: int, length: int) -> Place:
        line, column = self._line_and_column(position)
        return Place(self.report.file, line, column, line, column + length)

    def _line_and_column(self, position: int) -> tuple[int, int]:
        return self.text.count("\n", 0, position) + 1, position - self.text.rfind("\n", 0, position)
