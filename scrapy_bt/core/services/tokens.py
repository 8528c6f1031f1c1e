"""The words of a `.bt` file by what they are, as editors colour them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..language.parser import ParseResult
from ..language.renaming import all_places
from ..language.spans import Span, Spans
from ..language.words import Word, read_words
from ..tree.keywords import KEYWORDS, MEANINGS
from ..tree.nodes import KINDS, Attribute, Document, Field, Node, walk
from .answers import SemanticToken

_PLACEHOLDER = re.compile(r"\{\{|\{(?P<name>[^\W\d]\w*)")


def tokens_of(text: str, reading: ParseResult) -> Iterator[SemanticToken]:
    """The words of a file and what each is."""
    spans = Spans(text)
    types = dict(_types_by_place(spans, reading.document))
    for word in read_words(text):
        first = word.text[0]
        if word.is_comment:
            yield SemanticToken(Span(word.start, word.end), type="comment")
        elif first in "\"'":
            yield from _string_tokens(word)
        elif first.isdigit():
            yield SemanticToken(Span(word.start, word.end), type="number")
        elif word.start in types:
            length, kind = types[word.start]
            yield SemanticToken(Span(word.start, word.start + length), type=kind)
        elif word.text in KEYWORDS or word.text in MEANINGS:
            yield SemanticToken(Span(word.start, word.end), type="keyword")
        elif word.text in KINDS:
            yield SemanticToken(Span(word.start, word.end), type="type")


def _types_by_place(spans: Spans, document: Document) -> Iterator[tuple[int, tuple[int, str]]]:
    for is_node, kind in ((False, "variable"), (True, "function")):
        for _, span in all_places(spans, document, is_node=is_node):
            yield span.start, (span.end - span.start, kind)
    for node in walk(document):
        if isinstance(node, (Field, Attribute)) and node.place is not None:
            span = name_span(spans, node, node.name)
            yield span.start, (span.end - span.start, "property")


def _string_tokens(word: Word) -> Iterator[SemanticToken]:
    at = 0
    for match in _PLACEHOLDER.finditer(word.text):
        if match["name"] is not None:
            start, end = match.span("name")
            if start > at:
                yield SemanticToken(Span(word.start + at, word.start + start), type="string")
            yield SemanticToken(Span(word.start + start, word.start + end), type="variable")
            at = end
    if at < len(word.text):
        yield SemanticToken(Span(word.start + at, word.end), type="string")


def name_span(spans: Spans, node: Node, name: str) -> Span:
    """Where a name stands with which its node begins."""
    assert node.place is not None, "it was read from a text"
    start = spans.at(node.place).start
    if not spans.text.startswith(name, start):
        return Span(start, start + 1)
    return Span(start, start + len(name))
