"""Texts that begin with lines of a label and a value, as letters do: each is a field, and so is what follows."""

from __future__ import annotations

from collections.abc import Iterator

from ....documents.elements import Element
from ....tree.literals import literal
from ..elements.labels import LABELLED, with_colon

_SEVERAL = 2
"""Such lines, from which on they are the head of a text."""


def headlines_of(text: Element, path: str) -> Iterator[tuple[str, str]]:
    """Labels and paths of what a preformatted text begins with, and of the rest; nothing: it has no such head.

    *path*: what finds the text.
    """
    whole = "".join(map(str, text.itertext()))
    if whole[:1].isspace():  # XPath could not say where it begins
        return
    head, _, rest = whole.rstrip().partition("\n\n")
    lines = [LABELLED.fullmatch(line) for line in head.split("\n")]
    labels = {line[1]: with_colon(line) for line in lines if line is not None}
    if not path or len(labels) < max(_SEVERAL, len(lines)):
        return
    for label, written in labels.items():
        start = literal(f"\n{written}")
        yield label, f"substring-before(substring-after(concat('\n', {path}, '\n'), {start}), '\n')"
    if rest.strip():
        yield "text", f"substring-after({path}, '\n\n')"
