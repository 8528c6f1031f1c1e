"""Answers about `.bt` files."""

from __future__ import annotations

import posixpath

from ...errors import Fault, RuleError
from ...sentences import say
from ..documents.pieces import TextEdit, UneditableError
from ..language.checker import check as find_faults
from ..language.checker.attributes import EXAMPLES
from ..language.formatter import format_text
from ..language.operations import RenameName
from ..language.parser import ParseResult, parse, read
from ..language.renaming import all_places, check_new_name, places_of
from ..language.spans import Span, Spans
from ..language.words import Word, read_words
from ..tree.keywords import MEANINGS
from ..tree.nodes import Competing, Data, Heal, Include, Item, Node, SharedNode, States, Tree, Visit
from ..tree.notation import one_line
from .answers import CompletionItem, Elsewhere, FileLookups, Hover, Kind, SemanticToken, Symbol
from .completions import completions, shortened
from .contexts import context_at
from .tokens import name_span, tokens_of

_LONGEST_HOVER = 600
_KIND_OF: dict[type, str] = {Visit: "visit", Data: "data", Item: "item", Tree: "tree"}


def check(text: str, file: str, beside: FileLookups | None = None) -> list[Fault]:
    """All faults by place, as far as they can be told without importing Python."""
    beside = beside or FileLookups()
    return find_faults(text, file=file, rules=beside.rules, includes=beside.includes)


def complete(text: str, offset: int, beside: FileLookups | None = None) -> list[CompletionItem]:
    """What could be written at a place."""
    context = context_at(text, offset)
    if context.is_in_comment:
        return []
    return list(dict.fromkeys(completions(context, _read_with(text, beside))))


def _read_with(text: str, beside: FileLookups | None) -> ParseResult:
    """What a text says, with what it includes where that can be read."""
    return read(text, includes=beside.includes if beside is not None else None)


def hover(text: str, offset: int, beside: FileLookups | None = None) -> Hover | None:
    """What the word at a place means."""
    found = _name_at(text, offset)
    if found is not None:
        name, is_node, span = found
        if not is_node:
            return Hover(MEANINGS.get(name, f"The variable `{name}`."), span=span)
        document = _read_with(text, beside).document
        node = document.declarations.get(name)
        if node is None or node.place is None:
            return None
        comments = _comments_above(dict(document.included).get(node.place.file, text), node)
        shown = shortened(one_line(node), _LONGEST_HOVER)
        return Hover(f"```bt\n{shown}\n```" + (f"\n\n{comments}" if comments else ""), span=span)
    word = _word_at(text, offset)
    if word is not None and word.text in MEANINGS:
        return Hover(f"`{word.text}`: {MEANINGS[word.text]}", span=Span(word.start, word.end))
    if word is not None and (example := _example(text, word)):
        return Hover(f"`{example}`", span=Span(word.start, word.end))
    return None


def definition(text: str, offset: int) -> Span | None:
    """Where the name at a place is declared, or the variable first gets a value."""
    found = _name_at(text, offset)
    if found is None:
        return None
    name, is_node, _ = found
    reading, spans = read(text), Spans(text)
    if is_node:
        node = reading.document.declarations.get(name)
        return None if node is None or node.place is None else name_span(spans, node, name)
    places = sorted(places_of(spans, reading.document, name, is_node=False))
    return places[0] if places else None


def definition_elsewhere(text: str, offset: int, beside: FileLookups) -> Elsewhere | None:
    """Where the node at a place is declared, if that is a file which this one includes."""
    found = _name_at(text, offset)
    if found is None or not found[1]:
        return None
    document = _read_with(text, beside).document
    node, texts = document.declarations.get(found[0]), dict(document.included)
    if node is None or node.place is None or node.place.file not in texts:
        return None
    other = texts[node.place.file]
    return Elsewhere(node.place.file, other, name_span(Spans(other), node, found[0]))


def inclusion(text: str, file: str, other: str) -> Span | None:
    """The `include` that brings a file, or the first one, which may bring it by way of another."""
    spans = Spans(text)
    includes = [entry for entry in read(text).document.entries if isinstance(entry, Include)]
    paths = [posixpath.normpath(posixpath.join(posixpath.dirname(file), entry.file)) for entry in includes]
    chosen = includes[paths.index(other)] if other in paths else next(iter(includes), None)
    return None if chosen is None or chosen.place is None else spans.at(chosen.place)


def references(text: str, offset: int) -> list[Span]:
    """Wherever the name at a place stands."""
    found = _name_at(text, offset)
    if found is None:
        return []
    name, is_node, _ = found
    return sorted(places_of(Spans(text), read(text).document, name, is_node=is_node))


def rename(text: str, offset: int, name: str) -> list[TextEdit]:
    """The edits that rename what stands at *offset*; raises `UneditableError` saying why they cannot be made."""
    found = _name_at(text, offset)
    if found is None:
        raise UneditableError(say("there is no name of a node or a variable here"))
    old, is_node, _ = found
    try:
        document = parse(text)
    except RuleError as error:
        raise UneditableError(say("mend the syntax first: {}", error.faults[0].message)) from None
    check_new_name(document, RenameName(old, new=name, kind="node" if is_node else "variable"))
    return [TextEdit(*span, name) for span in sorted(places_of(Spans(text), document, old, is_node=is_node))]


def symbols(text: str) -> list[Symbol]:
    """The entries of the file, with the fields of items and the rows of state tables."""
    spans = Spans(text)
    return [_symbol(spans, entry) for entry in read(text).document.entries]


def _symbol(spans: Spans, entry: Node) -> Symbol:
    span = spans.of(entry)
    kind: Kind = "node"
    if isinstance(entry, States):
        name, detail, kind = " | ".join(entry.nodes) or "all visits", "state", "table"
    elif isinstance(entry, Include):
        name, detail, kind = entry.file, "include", "value"
    elif isinstance(entry, Heal):
        name, detail, kind = " | ".join(entry.nodes) or entry.mode, "heal", "value"
    elif isinstance(entry, (SharedNode, Competing)):
        name, detail, kind = entry.node, "shared" if isinstance(entry, SharedNode) else "competing", "value"
    else:
        name, detail = getattr(entry, "name", ""), _KIND_OF.get(type(entry), "")
    children: list[Symbol] = []
    if isinstance(entry, Item):
        for field in entry.fields:
            inner = spans.of(field)
            children.append(
                Symbol(field.name, detail="", kind="field", span=inner, name_span=name_span(spans, field, field.name))
            )
    start = spans.text.find(name, span.start, span.end)
    named = Span(start, start + len(name)) if start >= 0 else Span(span.start, span.start)
    return Symbol(name, detail=detail, kind=kind, span=span, name_span=named, children=tuple(children))


def tokens(text: str) -> list[SemanticToken]:
    """The words of the file, in order."""
    return sorted(tokens_of(text, read(text)), key=lambda token: token.span)


def formatted(text: str) -> str:
    """The text in the canonical layout; raises `RuleError` with its syntax faults."""
    return format_text(text)


def _name_at(text: str, offset: int) -> tuple[str, bool, Span] | None:
    """The name of a node or a variable at a place, and whether it is a node's."""
    document, spans = read(text).document, Spans(text)
    for is_node in (True, False):
        for name, span in all_places(spans, document, is_node=is_node):
            if span.start <= offset <= span.end:
                return name, is_node, span
    return None


def _word_at(text: str, offset: int) -> Word | None:
    return next(
        (word for word in read_words(text) if word.start <= offset <= word.end and word.text.isidentifier()), None
    )


def _example(text: str, word: Word) -> str:
    context = context_at(text, word.start)
    return EXAMPLES.get(context.owner, {}).get(word.text, "")


def _comments_above(text: str, node: Node) -> str:
    assert node.place is not None, "it was read from a text"
    lines = text.split("\n")[: node.place.line - 1]
    found: list[str] = []
    while lines and lines[-1].strip().startswith("#"):
        found.insert(0, lines.pop().strip().lstrip("# "))
    return " ".join(found)
