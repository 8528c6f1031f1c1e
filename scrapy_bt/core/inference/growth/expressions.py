"""Extractions and texts as expressions of the language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...tree import nodes as bt
from ..answers.codings import IN_JMESPATH
from ..answers.values import Coded, Coding, Extraction, Value

Part = bt.Literal | bt.Reference | bt.Template
PAGE_FACTS = ("header", "cookie")
"""What is read of a page without a node: `page.headers.x`."""


def source_of(extraction: Extraction, kind: str | None = None, *, every: bool = False) -> bt.Source:
    """An extraction as a source."""
    how = "re" if extraction.how == "url" else extraction.how
    return bt.Source(how, (extraction.text,), all=every, kind=kind)


def page_fact(extraction: Extraction) -> bt.Reference:
    """`page.headers.name` or `page.cookies.name`."""
    where = "headers" if extraction.how == "header" else "cookies"
    name = "".join(letter if letter.isalnum() else "_" for letter in extraction.text)
    return bt.Reference("page", (where, name.lower() if where == "headers" else name))


def in_functions(value: Value, text: str, *, more: Mapping[Coding, str] | None = None) -> tuple[str, Value]:
    """The functions of JMESPath that make a value of *text*, and what that is to hold; *more*: such that count, too."""
    known = {**IN_JMESPATH, **(more or {})}
    if not isinstance(value, Coded) or value.coding not in known:
        return text, value
    inner, held = in_functions(value.value, text, more=more)
    return known[value.coding].format(inner), held


def concatenated(parts: Sequence[bt.Expression | str]) -> bt.Literal | bt.Reference | bt.Template:
    """Texts and references one after another."""
    pieces: list[str | bt.Reference] = []
    for part in parts:
        if isinstance(part, bt.Template):
            inner: Sequence[str | bt.Reference] = part.parts
        elif isinstance(part, bt.Literal):
            inner = (str(part.value),)
        elif isinstance(part, (str, bt.Reference)):
            inner = (part,)
        else:
            raise TypeError(f"not a part of a text: {part!r}")
        for piece in inner:
            if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
                pieces[-1] += piece
            elif piece != "":
                pieces.append(piece)
    if all(isinstance(piece, str) for piece in pieces):
        return bt.Literal("".join(map(str, pieces)))
    if len(pieces) == 1 and isinstance(pieces[0], bt.Reference):
        return pieces[0]
    return bt.Template(tuple(pieces))


def read_from(origin: bt.Reference) -> bt.Attributes:
    """What makes a data node read a value in place of the page."""
    return bt.Attributes((bt.Attribute("from", origin),))


def as_value(value: bt.Expression) -> bt.Value:
    """An expression that may be given to an attribute."""
    if isinstance(value, (bt.Literal, bt.Reference, bt.Template, bt.ListValue)):
        return value
    raise TypeError(f"not a value of an attribute: {value!r}")


def as_text(value: bt.Literal | bt.Reference | bt.Template) -> bt.Text:
    """It as an address."""
    if isinstance(value, bt.Literal):
        return str(value.value)
    return bt.Template((value,)) if isinstance(value, bt.Reference) else value
