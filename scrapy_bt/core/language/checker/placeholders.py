"""Placeholders that are none: what looks like one and is sent as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....errors import Place
from ...tree.nodes import Literal, Node, Print, Template, Text, Visit
from .subject import Subject

_PATH = r"[^\W\d]\w*(?:\.[^\W\d]\w*|\[[^\[\]{}]*\])*"
_LOOKS_LIKE = re.compile(
    rf"""\{{\s*(?:
        {_PATH}\s*[-+*/%|]\s*[\w."']+   # {{n+1}}
      | {_PATH}\s+(?:as|all|from)\s+\w+      # {{row.price as number}}
      | :\s*[^\W\d]\w*                # {{:node}}
      | [^\W\d]\w*(?:\.\w+|\[[^\[\]{{}}]*\])+     # {{row["id"]}}
      | [^\W\d]\w*\([^(){{}}]*\)       # {{quote(x)}}
    )\s*\}}""",
    re.VERBOSE,
)


def check_placeholders(subject: Subject) -> None:
    """In strings that are sent, braces hold a name or a path."""
    patterns = {id(text) for source in subject.sources for text in source.texts}  # in which braces have a meaning
    for node in subject.nodes:
        for text, place in () if id(node) in patterns else _texts_of(node):
            for part in (text,) if isinstance(text, str) else text.parts:
                for match in _LOOKS_LIKE.finditer(part) if isinstance(part, str) else ():
                    if place is None or f"{{{match[0]}" not in subject.report.line(place.line):
                        _report(subject, match[0], place)


def _texts_of(node: Node) -> Iterator[tuple[Text, Place | None]]:
    if isinstance(node, Template):
        yield node, node.place
    elif isinstance(node, Visit) and isinstance(node.url, str):
        yield node.url, node.place
    elif isinstance(node, Print) and isinstance(node.text, str):
        yield node.text, node.place
    elif isinstance(node, Literal) and isinstance(node.value, str):
        yield node.value, node.place


def _report(subject: Subject, written: str, place: Place | None) -> None:
    if place is not None:
        column = subject.report.line(place.line).find(written) + 1
        if column:
            place = Place(place.file, place.line, column, place.line, column + len(written))
    message = f"`{written}` is sent as it stands: a placeholder holds a name, such as `{{n}}` or `{{row.tags[0]}}`"
    advice = f"assign the value before, and write its name; `{{{written}}}` if the braces are meant"
    subject.report.warn("no-placeholder", place, message, advice)
