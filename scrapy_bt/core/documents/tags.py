"""Tags with very many attributes, which take parsers of HTML a time that grows with the square of their number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

MOST_ATTRIBUTES = 5000
"""Of one tag, which take a twentieth of a second; what pages that people see have at most is about a hundred."""

# A value in quotes may hold `>`. Nothing here can fail, so that no text takes longer than it is long; what comes after
# so many values is another match.
_TAG = re.compile(r"""<[A-Za-z][^>=]*(?:=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))?[^>=]*){0,100000}""")
_VALUE = re.compile(r"""=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))""")
_ATTRIBUTE = re.compile(r"""[^\s/=]+(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s"']*))?""")


def count_attributes(tag: str) -> int:
    """How many attributes a tag may have: never fewer than it has."""
    names = _VALUE.sub(" ", tag).replace("/", " ").split()
    return len(names) - 1


def find_long_tags(text: str, most: int = MOST_ATTRIBUTES) -> Iterator[tuple[int, int]]:
    """Where tags of more than *most* attributes begin and end, `>` not included."""
    shortest = 2 * most
    if len(text) <= shortest:
        return
    for found in _TAG.finditer(text):
        start, end = found.span()
        if end - start > shortest and count_attributes(found.group()) > most:
            yield start, end


def shorten_tags(text: str) -> str:
    """The text itself, or a copy in which tags have no more than `MOST_ATTRIBUTES` attributes: the first ones."""
    parts: list[str] = []
    done = 0
    for start, end in find_long_tags(text):
        last = next(islice(_ATTRIBUTE.finditer(text, start + 1, end), MOST_ATTRIBUTES + 1, None), None)
        if last is not None:
            parts.append(text[done : last.start()])
            done = end
    return "".join((*parts, text[done:])) if parts else text
