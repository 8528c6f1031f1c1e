"""What stands under the keys of a mapping; what does not have its type is passed over, since it was told."""

from __future__ import annotations

from collections.abc import Iterator

from .nodes import ListNode, Mapping, Scalar


def mappings(within: Mapping, key: str) -> Iterator[Mapping]:
    """The mappings in the list under a key."""
    found = within.get(key)
    if isinstance(found, ListNode):
        yield from (node for node in found.items if isinstance(node, Mapping))


def scalars(within: Mapping, key: str) -> Iterator[Scalar]:
    """The words, texts and numbers in the list under a key."""
    found = within.get(key)
    if isinstance(found, ListNode):
        yield from (node for node in found.items if isinstance(node, Scalar) and not node.is_nothing)


def text_of(within: Mapping, key: str, default: str = "") -> str:
    """The text under a key."""
    found = within.get(key)
    return found.text if isinstance(found, Scalar) and not found.is_nothing else default


def number_of(within: Mapping, key: str, default: int = 0) -> int:
    """The whole number under a key."""
    found = within.get(key)
    value = found.value if isinstance(found, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else default
