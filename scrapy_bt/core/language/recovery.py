"""Every syntax fault of a text that does not parse, and the entries that do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...errors import Place
from ..tree.nodes import Data, Document, Entry, Visit
from .attempt import END, Attempt, Stop
from .diagnosis import explain, mistakes_by_code
from .grammar import KEYWORDS
from .mistakes import EXTRA_BRACE, RESERVED_WORD, UNCLOSED_BLOCK, UNCLOSED_STRING
from .report import Report
from .segments import Segment, find_next_entry, split


@dataclass
class Recovery:
    """Reads a text segment by segment, so that a fault in one declaration hides none in another."""

    text: str
    report: Report
    entries: list[Entry] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    """The names of declarations with faults."""
    _kept: set[str] = field(default_factory=lambda: {""})
    _unclosed: int = 0
    """How many blocks were left open so far; as many `}` to come are no faults of their own."""

    def run(self) -> Document:
        """Report all faults; return the document of the entries without any."""
        for segment in split(self.text):
            if segment.name in KEYWORDS:
                self._report_reserved(segment)
            elif not self._read(segment) and segment.name not in self._kept:
                self.broken.add(segment.name)
        return Document(tuple(self.entries))

    def _read(self, segment: Segment) -> bool:
        attempt = Attempt(self.text, segment.start, segment.end)
        codes: list[str] = []
        resumed_at = -1
        while (stop := attempt.advance()) is not None:
            mistake = explain(stop, attempt.accepts)
            if not codes:
                # A visit or a data node may lack what the fault made unreadable: `a :: data csss "b"`.
                self._keep([entry for entry in attempt.finished_entries() if not isinstance(entry, (Visit, Data))])
            goes_on = attempt.leave_to_block()
            # What comes after the first fault counts only where the reading surely stands in an open block again.
            if stop.kind == END and (codes or segment.unclosed is not None):
                break
            if codes and not goes_on:
                break
            codes.append(mistake.code)
            if mistake.code == EXTRA_BRACE and self._unclosed:
                self._unclosed -= 1
                break
            self.report.add(mistake.code, self._place(stop), mistake.message, mistake.advice)
            position = find_next_entry(self.text, stop.position, segment.end)
            if not goes_on or position is None or position <= resumed_at:
                break
            resumed_at = position
            attempt.go_to(position, stop)
        if segment.unclosed is not None and UNCLOSED_STRING not in codes:
            self._report_unclosed(segment.unclosed)
            return False
        if codes or attempt.document is None:
            return False
        self._keep(attempt.document.entries)
        return True

    def _keep(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        self._kept.update(getattr(entry, "name", "") for entry in entries)

    def _report_unclosed(self, position: int) -> None:
        self._unclosed += 1
        mistake = mistakes_by_code()[UNCLOSED_BLOCK]
        place = self._place_at(position, 1)
        self.report.add(mistake.code, place, mistake.message, mistake.advice.format())

    def _report_reserved(self, segment: Segment) -> None:
        mistake = mistakes_by_code()[RESERVED_WORD]
        place = self._place_at(segment.start, len(segment.name))
        message, advice = (text.format(word=segment.name) for text in (mistake.message, mistake.advice))
        self.report.add(mistake.code, place, message, advice)

    def _place(self, stop: Stop) -> Place:
        return Place(self.report.file, stop.line, stop.column, stop.line, stop.column + len(stop.word))

    def _place_at(self, position: int, length: int) -> Place:
        line = self.text.count("\n", 0, position) + 1
        column = position - self.text.rfind("\n", 0, position)
        return Place(self.report.file, line, column, line, column + length)
