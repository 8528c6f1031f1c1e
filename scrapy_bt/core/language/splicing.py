"""A change of one place in the text of a `.bt` file: the ways in which it can be written, the plainest first.

Line ends mean nothing in the language, so what comes to stand beside each other may read as one. Who asks takes the
first way after which the text is the tree that it should be; later ways write parentheses.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from textwrap import indent

from ..documents.edits import Path
from ..documents.pieces import TextEdit
from ..tree.nodes import Document, Node
from . import paths
from .fragments import plain_lines
from .spans import Span, Spans

_INDENT = " " * 4
_ENDINGS = ("{}", "{}()", "({})")
"""A statement as it is; a call that takes no arguments from what follows; an expression that ends with itself."""


class Splicer:
    """The text of a file that *document* was read from, asked for the pieces of a change."""

    def __init__(self, text: str, document: Document) -> None:
        self.text = text
        self.spans = Spans(text)
        self._document = document

    def written(self, path: Path) -> str:
        """How what is at a path is written, with its comments, without its indentation."""
        span = self._span(path)
        if self.spans.has_lines_of_its_own(span):
            span = self.spans.with_comments(span)
        return plain_lines(self.text[span.start : span.end])

    def setting(self, path: Path, new: str) -> Iterator[list[TextEdit]]:
        """What writes *new* over what is at a path."""
        span = self._span(path)
        laid_out = self._behind(new, span.start)
        for form, before in product(("{}", "({})", "{}()", "{}\n"), self._guards(path)):
            yield _beside(before, TextEdit(span.start, span.end, form.format(laid_out)))
        yield from self._before_following(path, 1, [TextEdit(span.start, span.end, laid_out)])

    def deletion(self, path: Path) -> Iterator[list[TextEdit]]:
        """What takes away what is at a path."""
        span = self._span(path)
        if path[-1] == "else":
            owner = self._span(path[:-1])
            word = self.spans.word_before(span.start)
            before = self.spans.word_before(word.start) if word is not None else None
            start = before.end if before is not None else owner.start
            yield [TextEdit(start, span.end, "")]
            return
        for guard in self._guards(path):
            yield _beside(guard, self._gone(path, span))
        yield from self._before_following(path, 1, [self._gone(path, span)])

    def insertion(self, path: Path, index: int, new: str) -> Iterator[list[TextEdit]]:
        """What puts *new* into the block at a path."""
        block = paths.at(self._document, path)
        inside = paths.parts(block)
        for form, before in product((*_ENDINGS, "{}\n"), self._guards((*path, index))):
            text = form.format(new)
            if not inside:
                yield self._into_empty(block, text)
            elif index < len(inside):
                yield _beside(before, self._in_front(self.spans.of(inside[index]), text))
            else:
                yield _beside(before, self._at_end(self.spans.of(inside[-1]), text))
        if index < len(inside):
            yield from self._before_following((*path, index), 0, [self._in_front(self.spans.of(inside[index]), new)])

    def new_else(self, path: Path, new: str) -> Iterator[list[TextEdit]]:
        """What adds `else` to the `if` at a path."""
        span = self._span(path)
        margin = self.spans.indent(span.start)
        yield [TextEdit(span.end, span.end, f" else {{\n{indent(new, margin + _INDENT)}\n{margin}}}")]

    def wrapping(self, path: Path, count: int, header: str) -> Iterator[list[TextEdit]]:
        """What puts *count* statements from the one at a path on into a block."""
        first = self._span(path)
        last = self._span((*path[:-1], int(path[-1]) + count - 1))
        both = Span(first.start, last.end)
        for guard in self._guards(path):
            if not self.spans.has_lines_of_its_own(both):
                yield [*guard, TextEdit(first.start, first.start, f"{header} {{ "), TextEdit(last.end, last.end, " }")]
                yield [*guard, TextEdit(first.start, first.start, f"{header} {{ "), TextEdit(last.end, last.end, "\n}")]
                continue
            lines = self.spans.with_comments(both)
            margin = self.spans.indent(first.start)
            inside = indent(self.text[lines.start : lines.end], _INDENT)
            is_ended = inside.endswith("\n")
            end = "\n" if is_ended else ""
            inside = inside if is_ended else f"{inside}\n"
            yield [
                *guard,
                TextEdit(lines.start, lines.end, f"{margin}{header} {{\n{_plain_ends(inside)}{margin}}}{end}"),
            ]

    def _span(self, path: Path) -> Span:
        return self.spans.of(paths.at(self._document, path))

    def _guards(self, path: Path) -> Iterator[list[TextEdit]]:
        """What is written at the statement before the one at a path, so that it does not go on with what follows."""
        yield []
        step = path[-1]
        if not isinstance(step, int) or step - 1 < 0:
            return
        before: Node = paths.parts(paths.at(self._document, path[:-1]))[step - 1]
        span = self.spans.of(before)
        yield [TextEdit(span.end, span.end, "()")]
        yield [TextEdit(span.start, span.start, "("), TextEdit(span.end, span.end, ")")]

    def _before_following(self, path: Path, further: int, pieces: list[TextEdit]) -> Iterator[list[TextEdit]]:
        """The pieces, and what stands *further* behind the path in parentheses: behind `end` a `!` belongs to it."""
        step = path[-1]
        siblings = paths.parts(paths.at(self._document, path[:-1])) if isinstance(step, int) else ()
        if isinstance(step, int) and step + further < len(siblings):
            span = self.spans.of(siblings[step + further])
            yield [*_beside(pieces, TextEdit(span.start, span.start, "(")), TextEdit(span.end, span.end, ")")]

    def _gone(self, path: Path, span: Span) -> TextEdit:
        spans = self.spans
        siblings = [spans.of(part) for part in paths.parts(paths.at(self._document, path[:-1]))]
        number = int(path[-1])
        if not spans.has_lines_of_its_own(span):
            if number < len(siblings) - 1 and "#" not in self.text[span.end : siblings[number + 1].start]:
                return TextEdit(span.start, siblings[number + 1].start, "")
            if number and "#" not in self.text[siblings[number - 1].end : span.start]:
                return TextEdit(siblings[number - 1].end, span.end, "")
            return TextEdit(span.start, span.end, "")
        lines = spans.with_comments(span)
        if number < len(siblings) - 1:
            return TextEdit(lines.start, spans.over_blank_lines(lines.end), "")
        return TextEdit(spans.back_over_blank_lines(lines.start), lines.end, "")

    def _in_front(self, following: Span, text: str) -> TextEdit:
        if not self.spans.begins_line(following.start):
            return TextEdit(following.start, following.start, f"{self._behind(text, following.start)}  ")
        lines = self.spans.with_comments(following)
        margin = self.spans.indent(following.start)
        return TextEdit(lines.start, lines.start, f"{indent(text.rstrip(), margin)}\n")

    def _at_end(self, last: Span, text: str) -> TextEdit:
        if not self.spans.has_lines_of_its_own(last):
            return TextEdit(last.end, last.end, f"  {self._behind(text, last.start)}")
        margin = self.spans.indent(last.start)
        over = self.spans.line_over(last.end)
        text = indent(text.rstrip(), margin)
        if self.text[:over].endswith("\n"):
            return TextEdit(over, over, f"{text}\n")
        return TextEdit(over, over, f"\n{text}")

    def _into_empty(self, block: Node, text: str) -> list[TextEdit]:
        if isinstance(block, Document):
            is_ended = not self.text or self.text.endswith("\n")
            return [TextEdit(len(self.text), len(self.text), text if is_ended else f"\n{text}")]
        braces = self.spans.braces(block)
        if braces is None:
            end = self.spans.of(block).end
            return [TextEdit(end, end, f" {{ {text} }}")]
        start, end = braces
        margin = self.spans.indent(start)
        inner = self.text[start + 1 : end - 1]
        if inner.strip():
            # Comments are within the braces: the last line of them is followed by what is new.
            return [TextEdit(end - 1, end - 1, f"{_INDENT}{self._behind(text, end - 1)}\n{margin}")]
        if "\n" not in text and "#" not in text and "\n" not in inner:
            return [TextEdit(start + 1, end - 1, f" {text} ")]
        return [TextEdit(start + 1, end - 1, f"\n{indent(text.rstrip(), margin + _INDENT)}\n{margin}")]

    def _behind(self, text: str, start: int) -> str:
        """The text with the indentation that its lines but the first have in the line of *start*."""
        first, *others = text.split("\n")
        margin = self.spans.indent(start)
        return "\n".join([first, *(margin + line if line.strip() else line for line in others)])


def _beside(before: list[TextEdit], piece: TextEdit) -> list[TextEdit]:
    """The pieces together; what comes to the same place comes in this order."""
    last = before[-1] if before else None
    if last is None or last.end != piece.start:
        return [*before, piece]
    return [*before[:-1], TextEdit(last.start, piece.end, last.text + piece.text)]


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n")
