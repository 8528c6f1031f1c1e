"""Parts of a file in the notation of the language, as a clipboard holds them, read as what a block holds."""

from __future__ import annotations

from dataclasses import replace
from textwrap import dedent
from typing import Any

import msgspec

from ...errors import Place, RuleError
from ..tree.nodes import Attributes, Call, Data, Document, Item, Node, States, Visit
from .parser import parse
from .paths import parts
from .words import read_words

_PLACE = "<what is put in>"


def read_fragment(text: str, block: Node) -> tuple[Any, ...]:
    """The nodes that *text* is in a block such as that of *block*; raises `RuleError` with its faults."""
    block = block.inline if isinstance(block, Call) and block.inline is not None else block
    if isinstance(block, Document):
        return parse(text, file=_PLACE).entries
    head = {Item: "x :: item {", States: "state x {"}.get(type(block), "x :: and {")
    if isinstance(block, (Attributes, Visit, Data)):
        head = "x :: visit {"
    return parts(_read(f"{head}\n{text}\n}}").entries[0])


def read_condition(text: str) -> Any:
    """What stands between `while` or `if` and the braces."""
    return _read(f"x :: and {{ while\n{text}\n{{ }} }}").entries[0].body.statements[0].condition  # type: ignore[union-attr]


def read_header(text: str) -> Any:
    """The statement with an empty block that begins as *text* does."""
    found = parts(_read(f"x :: and {{\n{text}\n{{ }} }}").entries[0])
    return found[0] if len(found) == 1 else None


def plain_lines(text: str) -> str:
    """The text without the indentation that all its lines have, and without line ends around it."""
    return dedent(text.replace("\r\n", "\n").strip("\n")).strip()


def renamed_declaration(text: str, name: str) -> str:
    """A declaration, field or attribute with another name."""
    word = next((word for word in read_words(text) if not word.is_comment), None)
    return text if word is None else text[: word.start] + name + text[word.end :]


def _read(text: str) -> Document:
    try:
        return parse(text, file=_PLACE)
    except RuleError as error:
        # One line stands before what is put in.
        raise RuleError([replace(fault, place=_line_up(fault.place)) for fault in error.faults]) from None


def _line_up(place: Place) -> Place:
    return msgspec.structs.replace(place, line=max(1, place.line - 1), end_line=max(1, place.end_line - 1))
