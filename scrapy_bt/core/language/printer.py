"""Tree → text, by pre-order traversal: what inference and rule files write their `.bt` files with."""

from __future__ import annotations

from ..tree.nodes import Document
from ..tree.notation import words
from .layout import lay_out
from .words import Word


def print_document(document: Document) -> str:
    """Return *document* as a file in the canonical layout; formatting it changes nothing."""
    return lay_out(map(Word, words(document)), make_gaps=True)
