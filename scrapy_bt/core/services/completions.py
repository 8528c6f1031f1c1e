"""What could be written at a place of a `.bt` file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import get_args

from ...settings.healingmodes import HEALING_MODES
from ..language.checker.attributes import EXAMPLES
from ..language.foreign import DECLARATIONS
from ..language.parser import ParseResult
from ..language.renaming import all_names
from ..tree.keywords import MEANINGS
from ..tree.methods import METHODS
from ..tree.nodes import BLOCK_KINDS, HOWS, KINDS, MOVE_NAMES, OUTCOMES, Document, Statement
from ..tree.notation import one_line
from .answers import CompletionItem
from .contexts import Context

MOVES = ("wait", *MOVE_NAMES)
_BEFORE_NODES = ("state", "heal", "|")
PAGE = ("page.url", "page.status", "page.headers")
STATEMENTS = (
    *(kind.keyword for kind in get_args(Statement) if kind.keyword),
    *("else", "state", "visit", "item", *BLOCK_KINDS),
)


def completions(context: Context, reading: ParseResult) -> Iterator[CompletionItem]:
    """What could be written there; some may come twice."""
    document = reading.document
    last = context.words[-1] if context.words else ""
    before = context.words[-2] if len(context.words) > 1 else ""
    if context.is_in_string:
        if re.search(r"(?<!\{)\{$", last):
            yield from _variables(document)
    elif last in (":", "[[", "(("):
        yield from _nodes(reading)
    elif last == "as":
        yield from (CompletionItem(kind, kind="value") for kind in KINDS)
    elif last == "::":
        yield from _keywords(DECLARATIONS)
    elif last == "visit":
        yield from (CompletionItem(method, kind="value") for method in sorted(METHODS))
    elif context.block == "rows":
        is_move = last == "="
        names = MOVES if is_move else (*OUTCOMES, "404", "5xx")
        yield from (CompletionItem(name, kind="value", detail=MEANINGS.get(name, "")) for name in names)
    elif context.block == "attributes" and last != "=":
        for name, example in EXAMPLES.get(context.owner, {}).items():
            yield CompletionItem(name, kind="field", detail=example, text=f"{name} = ")
    elif context.block == "document":
        yield from _between_declarations(context.words, reading)
    else:
        yield from _variables(document)
        yield from _keywords(HOWS)
        yield from (CompletionItem(name, kind="variable", detail=MEANINGS["page"]) for name in PAGE)
        if last != "=" and before != "each" and context.block == "body":
            yield from _keywords(STATEMENTS)
            yield from (CompletionItem(f":{one.label}", kind="node", detail=one.detail) for one in _nodes(reading))


def _between_declarations(words: Sequence[str], reading: ParseResult) -> Iterator[CompletionItem]:
    last = words[-1] if words else ""
    if last in _BEFORE_NODES:
        yield from _nodes(reading)
    elif last == "=" and _is_healing(words[:-1]):
        yield from (CompletionItem(mode, kind="value") for mode in HEALING_MODES)
    else:
        yield from _keywords(("state", "include", "heal"))


def _is_healing(words: Sequence[str]) -> bool:
    """Whether they end with `heal`, or with nodes behind it."""
    left = list(words)
    while left[-2:-1] == ["|"]:
        del left[-2:]
    return "heal" in left[-2:]


def _nodes(reading: ParseResult) -> Iterator[CompletionItem]:
    for name, node in reading.document.declarations.items():
        if "/" not in name:
            yield CompletionItem(name, kind="node", detail=shortened(one_line(node), 100))
    for name in sorted(reading.broken - {""}):
        yield CompletionItem(name, kind="node", detail="it has a fault of syntax")


def _variables(document: Document) -> Iterator[CompletionItem]:
    for name in sorted({*all_names(document, is_node=False)}):
        yield CompletionItem(name, kind="variable")


def _keywords(names: tuple[str, ...]) -> Iterator[CompletionItem]:
    return (CompletionItem(name, kind="keyword", detail=MEANINGS.get(name, "")) for name in names)


def shortened(text: str, length: int) -> str:
    """As much of a text as there is room for."""
    return text if len(text) <= length else text[: length - 1] + "…"
