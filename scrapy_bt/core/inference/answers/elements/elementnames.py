"""Elements by their names: the path of any; those of XML, whose names say what they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from ....tree.literals import literal
from .neighbours import before

_NAME = re.compile(r"[A-Za-z][\w.-]*")
_PARENTS = ((0, 0.85), (1, 0.86), (2, 0.84))
"""How many names of those around it stand before that of an element, and how firm that is."""


def ways_in_xml(element: Any, suffix: str) -> Iterator[tuple[Literal["css", "xpath"], str, float]]:
    """The selectors for an element by its name, each with how firm it is; *suffix*: what is taken of it."""
    if (called := member_name(element)) and suffix == "::text":
        yield "xpath", f"//member[name={literal(called)}]/value//text()[normalize-space()]", 0.88
    names = [local_name(each) for each in (element, *element.iterancestors())]
    for count, firmness in _PARENTS[: len(names)]:
        yield "css", " > ".join(reversed(names[: count + 1])) + suffix, firmness


def member_name(element: Any) -> str:
    """What XML-RPC calls the member of a structure whose value this is; empty if there is nothing."""
    holder = next((each for each in (element, *element.iterancestors()) if local_name(each) == "value"), None)
    called = None if holder is None else before(holder)
    return (called.text or "").strip() if called is not None and called.tag == "name" else ""


def local_name(element: Any) -> str:
    """The name of an element without its namespace, as selectors have it."""
    return str(element.tag).rpartition("}")[2]


def tag_in_path(element: Any) -> str:
    """How a path has it: as any element, where its tag is no name, as those in the text of a script may be."""
    return str(element.tag) if is_plain(str(element.tag)) else "*"


def is_plain(tag: str) -> bool:
    """Whether a path can name it; what stands in angle brackets, such as an address, may be read as an element."""
    return _NAME.fullmatch(tag) is not None


def path_of(element: Any) -> str:
    """The path of an element from the root, by places among its siblings."""
    steps = []
    while element is not None:
        parent, tag = element.getparent(), local_name(element)
        alike = [] if parent is None else [child for child in parent if child.tag == element.tag]
        steps.append(f"{tag}:nth-of-type({alike.index(element) + 1})" if len(alike) > 1 else tag)
        element = parent
    return " > ".join(reversed(steps))
