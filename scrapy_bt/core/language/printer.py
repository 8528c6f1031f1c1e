"""Tree → text, by pre-order traversal: what inference and rule files write their `.bt` files with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..documents.controls import shown
from ..tree.nodes import Document, Node
from ..tree.notation import Remark, words
from .layout import lay_out
from .words import Word


@dataclass(frozen=True)
class Comment:
    """What is said about a node, without the `#`: behind it (a block: behind its opening brace), or *above* it.

    The node is meant itself, not one that equals it.
    """

    node: Node
    text: str
    above: bool = False


def print_document(document: Document, comments: Iterable[Comment] = ()) -> str:
    """Return *document* as a file in the canonical layout; formatting it changes nothing.

    Each line of a comment's text becomes a line of its own, or, behind a node, all of them one.
    """
    remarks: dict[int, list[Remark]] = {}
    for comment in comments:
        lines = comment.text.splitlines() if comment.above else [" ".join(comment.text.split())]
        remarks.setdefault(id(comment.node), []).extend(
            Remark(f"# {shown(line)}".rstrip(), is_alone=comment.above) for line in lines
        )
    return lay_out(map(_as_word, words(document, remarks)), make_gaps=True)


def _as_word(text: str) -> Word:
    return Word(str(text), lines=1) if isinstance(text, Remark) and text.is_alone else Word(str(text))
