"""A tree that was grown, with what is said about its parts and what is known of its stubs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...language.printer import Comment, print_document
from ...tree import nodes as bt
from ...tree.notation import one_line
from ..conclusion import Given


@dataclass(frozen=True)
class Stub:
    """What the inference knows of a node that the language has no words for; `generate` fills a template with it."""

    name: str
    template: str
    """Which template makes it, such as `data/sha256`."""
    inputs: tuple[str, ...] = ()
    """The names of the attributes that it gets its texts by."""
    facts: Mapping[str, str | int] = field(default_factory=dict)
    """What the template is filled with, such as the length of a random text."""
    evidence: str = ""


@dataclass(frozen=True)
class Grown:
    """*comments* are about nodes of *document*; by step: the name of its visit, how long its *series* goes on.

    *seconds*: by node, how long it took in the recordings.
    """

    document: bt.Document
    comments: tuple[Comment, ...] = ()
    stubs: tuple[Stub, ...] = ()
    visits: Mapping[int, str] = field(default_factory=dict)
    series: Mapping[int, str] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    arguments: Mapping[str, Given] = field(default_factory=dict)
    """By parameter of `main`, what is given there; hosts are no arguments."""

    @property
    def needed(self) -> tuple[str, ...]:
        """The parameters without a default: the tree does not begin without them."""
        return tuple(name for name, given in self.arguments.items() if given.is_secret or given.example is None)


def print_grown(grown: Grown) -> str:
    """The text of a `.bt` file."""
    return print_document(grown.document, grown.comments)


def declarations_as_data(grown: Grown) -> dict[str, str]:
    """The visits and data nodes that need no code, as they are declared; for those that somebody makes stubs again."""
    nodes = (entry for entry in grown.document.entries if isinstance(entry, (bt.Visit, bt.Data)))
    return {node.name: one_line(node) for node in nodes if not node.is_stub}


def stubs_as_data(grown: Grown) -> list[dict[str, Any]]:
    """What is known of the stubs, as it is stored beside the tree; `codegen` reads it."""
    return [
        {
            "name": stub.name,
            "template": stub.template,
            "inputs": list(stub.inputs),
            "facts": dict(stub.facts),
            "evidence": stub.evidence,
        }
        for stub in grown.stubs
    ]
