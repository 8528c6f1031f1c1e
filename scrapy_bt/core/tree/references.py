"""Which names an expression, a source or an attribute reads."""

from __future__ import annotations

from collections.abc import Iterable

from .nodes import (
    Attributes,
    Binary,
    Conversion,
    Field,
    Item,
    ListValue,
    Node,
    Reference,
    Source,
    Template,
    Unary,
    walk,
)

PAGE = "@@"
"""The use of a page as a whole."""
EVERY = "*"
"""The use of every variable."""
FORGETS = "!forgets"
"""The use of the versions of shared values that a task has got."""
LATE = "%late"
"""Notes in the frame of a tree that it took longer than it may."""
FACT = ".page."
"""Stands in the names of what a visit needs to know of the page before it: `@node.page.url`."""

# Names that no author can write: `@node` what a node takes from the page, `%path` the state of a loop, `$path` a
# temporary, `=@node.0` an attribute's value while a request is built.
_SIGNS = "@%$=!*"


def names_in(*nodes: Node | str | None) -> frozenset[str]:
    """Variables, and facts of the page as `page.url`; `now` is no variable."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Node):
            for part in walk(node):
                if isinstance(part, Reference):
                    found.add(_name(part))
                elif isinstance(part, Conversion) and part.kind == "url":
                    found.add("page.base")
    return frozenset(found - {"now"})


def _name(reference: Reference) -> str:
    return reference.dotted if reference.name == "page" else reference.name


def is_of_page(name: str) -> bool:
    """The name dies with the page of its frame."""
    return name[0] == "@" or name.startswith("page.")


def is_hidden(name: str) -> bool:
    """No author can assign to it: a temporary, a loop's list, a page value."""
    return name[0] in _SIGNS or name.startswith("page.")


def is_passed(name: str) -> bool:
    """A tree that needs the name gets it from its callers."""
    return name in (EVERY, FORGETS) or not is_hidden(name)


def is_fixed(source: Source) -> bool:
    """What it takes from a page can be known as soon as the page is there."""
    return source.how != "python" and not any(isinstance(text, Template) for text in source.texts)


def page_uses(key: str, sources: Iterable[Source]) -> frozenset[str]:
    """What reading *sources* from the page needs: the values under *key*, or the page itself."""
    sources = tuple(sources)
    if not sources:
        return frozenset()
    return frozenset({f"@{key}"}) if all(map(is_fixed, sources)) else frozenset({PAGE})


def sources_of(item: Item) -> tuple[Source, ...]:
    """The sources that an item reads from the page, `each` first."""
    fields = (source for field in item.fields for source in sources_of_field(field))
    return (*([item.each] if item.each else []), *fields)


def sources_of_field(field: Field) -> tuple[Source, ...]:
    """The sources that a field reads from the page, in the order of the text."""
    if isinstance(field.value, Source):
        return (field.value,)
    found: list[Source] = []
    stack: list[Node] = [field.value]
    while stack:
        match stack.pop():
            case Source() as source:
                found.append(source)
            case Binary(left=left, right=right):
                stack += (right, left)
            case Unary(operand=operand):
                stack.append(operand)
            case ListValue(values=values):
                stack += values[::-1]
            case _:  # a call reads for itself
                pass
    return tuple(found)


def sources_in(attributes: Attributes | None) -> tuple[Source, ...]:
    """The sources within a node's attributes, in the order of the text, Python ones too."""
    return tuple(node for node in walk(attributes) if isinstance(node, Source)) if attributes else ()
