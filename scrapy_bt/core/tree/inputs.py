"""What actions need of a frame, ready to be computed: requests, sources, fields and parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .destinations import Destination
from .expressions import Compute
from .pages import Query
from .task import Frame


@dataclass(frozen=True, slots=True)
class SourcePlan:
    """How to fill a source's placeholders, and under which name its values are carried."""

    key: str
    node: str
    """Of which declared node it is a part."""
    how: str
    texts: tuple[Callable[[Frame, float], str], ...]
    query: Query | None
    """The query itself where no text has placeholders."""
    all: bool
    kind: str | None

    def fill(self, frame: Frame, now: float) -> Query:
        """The query as it stands for this frame."""
        if self.query is not None:
            return self.query
        return Query(self.how, tuple(text(frame, now) for text in self.texts), self.kind)


@dataclass(frozen=True, slots=True)
class RequestPlan:
    """How to build a visit's request from a frame."""

    method: str | None
    url: Callable[[Frame, float], str] | None
    base: str | None
    """Under which name the frame knows what a relative URL is relative to; None if the URL is absolute."""
    attributes: Callable[[Frame, float], dict[str, Any]]
    sources: tuple[SourcePlan, ...]
    """Attribute values taken out of the frame's page; the attributes refer to them by their keys."""
    python: SourcePlan | None = None
    scheme: str = ""
    """The scheme that the author has written; empty: http or https, whatever the values say."""
    destination: Destination = ""


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """Where a field of a record comes from: the page, or a computation, with what it takes of the page."""

    name: str
    source: SourcePlan | None
    compute: Compute | None
    parts: tuple[tuple[str, SourcePlan], ...] = ()
    """By the names of `compute` for them."""

    @property
    def taken(self) -> tuple[tuple[str, SourcePlan], ...]:
        """What is taken of the page, and the names for it in a record under way."""
        return self.parts if self.source is None else ((self.name, self.source),)


@dataclass(frozen=True, slots=True)
class ParameterPlan:
    """What a parameter gets: the argument; without one the caller's variable of its name; without that the default."""

    name: str
    argument: Compute | None
    default: Compute | None
