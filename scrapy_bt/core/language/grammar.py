"""The grammar file, made into a parser."""

from __future__ import annotations

from functools import cache
from importlib import resources

from lark import Lark

from .builder import Builder


@cache
def grammar() -> Lark:
    """Return the parser of `bt.lark`, which makes the nodes of `Builder`."""
    text = resources.files(__package__).joinpath("bt.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        start="document",
        keep_all_tokens=True,
        maybe_placeholders=True,
        transformer=Builder(),  # lark only looks its methods up by name
    )
