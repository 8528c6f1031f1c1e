"""The records of trees: plain dicts that know which item node gave them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Record(dict[str, Any]):
    """A record; *node* is the name of its item node, for a rule that of its group."""

    def __init__(self, node: str, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.node = node

    def copy(self) -> Record:
        """One with the same fields, of the same node."""
        return Record(self.node, self)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Record, (self.node, dict(self)))
