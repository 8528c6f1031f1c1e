"""Mistakes of syntax that people make, each with what to write instead and with examples.

An example says in which state the parser stands, and before which word, when the mistake shows; a fault of a text is
explained by the mistake whose example stopped in the same state before the same kind of word (`diagnosis`). So a
mistake covers all texts like its examples, and the tests run the table.
"""

from __future__ import annotations

from .attributes import ATTRIBUTES
from .declarations import DECLARATIONS
from .expressions import EXPRESSIONS
from .in_place import IN_PLACE
from .mistake import (
    EXTRA_BRACE,
    MISSING_DECLARES,
    MISSING_EQUALS,
    NESTED_DECLARATION,
    RESERVED_WORD,
    UNCLOSED_BLOCK,
    UNCLOSED_STRING,
    UNKNOWN_KIND,
    Mistake,
)
from .resources import RESOURCES
from .signs import SIGNS
from .statements import STATEMENTS
from .states import STATES

__all__ = [
    "EXTRA_BRACE",
    "MISSING_DECLARES",
    "MISSING_EQUALS",
    "MISTAKES",
    "NESTED_DECLARATION",
    "RESERVED_WORD",
    "UNCLOSED_BLOCK",
    "UNCLOSED_STRING",
    "UNKNOWN_KIND",
    "Mistake",
]

MISTAKES = (*IN_PLACE, *DECLARATIONS, *ATTRIBUTES, *RESOURCES, *STATES, *STATEMENTS, *EXPRESSIONS, *SIGNS)
