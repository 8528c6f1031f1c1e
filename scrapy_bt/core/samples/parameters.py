"""The parameters of a request: pieces of its path, query, form, multipart, JSON, headers, cookies; changing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Where = Literal["path", "query", "form", "multipart", "json", "body", "header", "cookie"]


@dataclass(frozen=True, order=True)
class Key:
    """Names a parameter within its request."""

    where: Where
    name: str
    """Of a path: the segment's place from 0; of JSON: a path as `items[0].id`; a JSON text within a field goes on after
    a `$`: `payload$.user.id`; of a whole body that cannot be parted: empty."""
    number: int = 0
    """Which of several with the same name."""

    def __str__(self) -> str:
        again = f" #{self.number + 1}" if self.number else ""
        return f"{self.where} {self.name}{again}".rstrip()


@dataclass(frozen=True)
class Parameter:
    """A parameter with its value, decoded from the coding of its place."""

    key: Key
    value: str
