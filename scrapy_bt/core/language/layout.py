"""The canonical layout: blocks of words as lines of text.

A line holds 88 columns of code where the words allow it; comments may go beyond. A block stays on its line if it fits
and is simple; else it has one entry a line, four spaces in. In one column stand the `::` of adjacent declarations, the
`=` of adjacent attributes, fields and rows, and the comments that end adjacent lines.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from ..tree.nodes import HOWS
from ..tree.spacing import gap
from .line_writer import LineWriter
from .linecuts import chains, ends_of, weakest
from .structure import Block, BlockEntry, Part, build
from .words import Word

WIDTH = 88
INDENT = 4
STATEMENTS_ON_A_LINE = 3

_CONTINUATION = 2 * INDENT


def lay_out(words: Iterable[Word], *, make_gaps: bool = False) -> str:
    """Return *words* as text; blank lines are kept, or, if *make_gaps*, set between entries of different sorts."""
    layout = Layout(build(words))
    if make_gaps:
        layout.make_gaps()
    return layout.text()


class _Flat(NamedTuple):
    text: str
    levels: int
    """How many bodies are nested in it."""


_Writing: TypeAlias = Generator["_Writing", None, None]
"""Writes and yields what has to be written in between: blocks nest too deeply for calls within calls."""


class Layout:
    """Writes a document to a page."""

    def __init__(self, document: Block) -> None:
        self._document = document
        self._page = LineWriter(WIDTH)
        self._flats: dict[int, _Flat | None] = {}
        self._flatten()

    def make_gaps(self) -> None:
        """Set blank lines between the entries: where the sort changes, and around what is long.

        Comments stand right above what they are about.
        """
        before: BlockEntry | None = None
        comments: list[BlockEntry] = []
        for entry in self._document.entries:
            entry.gap = False
            if entry.is_comment:
                comments.append(entry)
                continue
            if before is not None:
                long = entry.sort in ("tree", "states") and not (self._fits(before) and self._fits(entry))
                (comments or [entry])[0].gap = before.sort != entry.sort or long
            before, comments = entry, []

    def text(self) -> str:
        """Return the document, written."""
        under_way = [self._write_entries(self._document, 0)]
        while under_way:
            inner = next(under_way[-1], None)
            if inner is None:
                under_way.pop()
            else:
                under_way.append(inner)
        return self._page.text()

    def _write_entries(self, block: Block, indent: int) -> _Writing:
        pads = self._pads(block)
        continuation = _CONTINUATION if block.kind != "list" else INDENT * (len(block.entries) > 1)
        for number, (entry, pad) in enumerate(zip(block.entries, pads, strict=True)):
            first = entry.parts[0]
            if isinstance(first, Word) and first.is_comment and not first.lines:
                self._page.comment(first.text)
                continue
            self._page.start(indent, gap=entry.gap and number > 0)
            if entry.is_comment:
                self._page.comment(ends_of(first)[0])
            else:
                yield from self._write_entry(entry, indent, pad, indent + continuation)

    def _write_entry(self, entry: BlockEntry, indent: int, pad: int, continuation: int) -> _Writing:
        """Write one entry; *pad* spaces go before its `::` or `=`, lines that go on begin at *continuation*."""
        flat = self._flats[id(entry)]
        if flat is not None and indent + len(flat.text) + pad <= WIDTH:
            self._page.write(self._joined(entry.code, pad) or "")
            for part in entry.parts[len(entry.code) :]:
                self._write_comment(part, continuation)
        else:
            yield from self._write_broken(entry, indent, pad, continuation)

    def _write_broken(self, entry: BlockEntry, indent: int, pad: int, continuation: int) -> _Writing:
        cuts = self._cuts(entry, indent, pad, continuation)
        before, last = "", ""
        strings = continuation
        for number, part in enumerate(entry.parts):
            if isinstance(part, Word) and part.is_comment:
                self._write_comment(part, continuation)
                continue
            opening, closing = ends_of(part)
            is_string = opening[0] in "\"'"
            if self._page.ends or number in cuts:
                self._page.start(indent if opening in ("{", "else") else strings if is_string else continuation)
            elif last:
                self._page.write(gap(before, last, opening))
            if pad and opening in ("::", "="):
                self._page.write(" " * pad)
                pad = 0
            if is_string and last in HOWS and self._page.line.width <= WIDTH // 2:
                strings = self._page.line.width
            if isinstance(part, Word):
                self._page.write(part.text)
            elif opening == "{":
                yield self._write_block(part, indent)
            else:
                yield self._write_list(part, entry.parts[number + 1 :], cuts, number + 1)
            before, last = last, closing

    def _write_comment(self, part: Part, indent: int) -> None:
        assert isinstance(part, Word)
        if part.lines or self._page.ends:
            self._page.start(indent)
        self._page.comment(part.text)

    def _write_block(self, block: Block, indent: int) -> _Writing:
        self._page.write(block.opening)
        if block.entries:
            yield self._write_entries(block, indent + INDENT)
            self._page.start(indent)
        self._page.write(block.closing)

    def _write_list(self, block: Block, rest: Sequence[Part], cuts: set[int], number: int) -> _Writing:
        flat = self._flats[id(block)]
        if flat is not None:
            tail = 0
            for place, part in enumerate(rest, number):
                if place in cuts or (isinstance(part, Block) and part.opening != "{"):
                    break
                opening, _ = ends_of(part)
                tail += len(opening) + (opening != ",")
                if opening == "{":
                    break
            if self._page.line.width + len(flat.text) + tail <= WIDTH:
                self._page.write(flat.text)
                return
        yield from self._write_block(block, self._page.line.indent)

    def _cuts(self, entry: BlockEntry, indent: int, pad: int, continuation: int) -> set[int]:
        """Return before which parts a new line is needed, lists in brackets aside."""
        cuts: set[int] = set()
        section: list[int] = []
        column = indent + pad
        for number, part in enumerate(entry.parts):
            opening, _ = ends_of(part)
            if opening == "{" or opening.startswith("#"):
                self._cut(entry.parts, section, column + len(" {") * (opening == "{"), continuation, cuts)
                section = []
                column = indent + len("} ") if opening == "{" else continuation
            else:
                section.append(number)
        self._cut(entry.parts, section, column, continuation, cuts)
        return cuts

    def _cut(self, parts: list[Part], section: list[int], column: int, continuation: int, cuts: set[int]) -> None:
        text = self._joined([parts[number] for number in section])
        if text is not None and column + len(text) <= WIDTH:
            return
        places = weakest(parts, section)
        cuts.update(places)
        if places:
            for start, end in pairwise([0, *map(section.index, places), len(section)]):
                self._cut(parts, section[start:end], continuation if start else column, continuation, cuts)

    def _pads(self, block: Block) -> list[int]:
        """Return for each entry how many spaces bring its sign into the column of its neighbours."""
        sign = "::" if block.kind == "document" else "="
        pads = [0] * len(block.entries)
        if block.kind in ("body", "list"):
            return pads
        run: dict[int, int] = {}

        def close() -> None:
            widest = max(run.values(), default=0)
            for number, width in run.items():
                pads[number] = widest - width
            run.clear()

        for number, entry in enumerate(block.entries):
            if entry.gap:
                close()
            if entry.is_comment:
                continue
            key = self._key(entry, sign)
            if key is None or (block.kind == "document" and entry.sort == "tree" and not self._fits(entry)):
                close()
            else:
                run[number] = len(key)
        close()
        return pads

    def _key(self, entry: BlockEntry, sign: str) -> str | None:
        for number, part in enumerate(entry.parts):
            if isinstance(part, Block) or part.is_comment:
                return None
            if part.text == sign:
                return self._joined(entry.parts[:number])
        return None

    def _fits(self, entry: BlockEntry) -> bool:
        flat = self._flats[id(entry)]
        return flat is not None and len(flat.text) <= WIDTH

    def _flatten(self) -> None:
        """Find out what fits on a line, from the innermost blocks outwards."""
        blocks = [self._document]
        for block in blocks:
            blocks += [part for entry in block.entries for part in entry.parts if isinstance(part, Block)]
        for block in reversed(blocks):
            for entry in block.entries:
                self._flats[id(entry)] = self._flatten_entry(entry)
            self._flats[id(block)] = self._flatten_block(block)

    def _flatten_entry(self, entry: BlockEntry) -> _Flat | None:
        code = entry.code
        text = None if code != entry.parts[: len(code)] else self._joined(code)
        if text is None or entry.is_comment or chains(code):
            return None
        inner = [self._flats[id(part)] for part in code if isinstance(part, Block)]
        return _Flat(text, max((flat.levels for flat in inner if flat is not None), default=0))

    def _flatten_block(self, block: Block) -> _Flat | None:
        flats = [self._flats[id(entry)] for entry in block.entries if len(entry.code) == len(entry.parts)]
        entries = [flat for flat in flats if flat is not None]
        if len(entries) < len(block.entries) or (block.kind == "rows" and len(entries) > 1):
            return None
        levels = max((flat.levels for flat in entries), default=0)
        if block.kind == "body":
            if levels > 1 or len(entries) > (1 if levels else STATEMENTS_ON_A_LINE):
                return None
            levels += 1
        inner = ("  " if block.opening == "{" else " ").join(flat.text for flat in entries)
        if inner and block.opening == "{":
            inner = f" {inner} "
        return _Flat(f"{block.opening}{inner}{block.closing}", levels) if len(inner) <= WIDTH else None

    def _joined(self, parts: Sequence[Part], pad: int = 0) -> str | None:
        """Return *parts* on one line, *pad* spaces before the first `::` or `=`; none if a block needs more lines."""
        texts: list[str] = []
        before, last = "", ""
        for part in parts:
            opening, closing = ends_of(part)
            if last:
                texts.append(gap(before, last, opening))
            if pad and opening in ("::", "="):
                texts.append(" " * pad)
                pad = 0
            if isinstance(part, Word):
                texts.append(part.text)
            else:
                flat = self._flats[id(part)]
                if flat is None:
                    return None
                texts.append(flat.text)
            before, last = last, closing
        return "".join(texts)
