"""Steps for shared and competing resources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..inputs import ParameterPlan
from ..nodes import Declaration
from .steps import Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class AskShared(Operation):
    """A shared node: its value is there, or *make* makes it."""

    name: str
    parameters: tuple[ParameterPlan, ...]
    reads: frozenset[str] = frozenset()
    """Variables that it reads beside its parameters, what it calls included: its value is for their values alone."""
    target: str | None
    many: bool
    make: Operation
    yes: Operation
    no: Operation
    broken: Operation
    kind: type[Declaration]
    """A shared tree's value is what it assigns, a visit's its page, a data node's its values."""
    values: str | None = None
    """The variable in which a data node's values are while they are made."""
    takes: frozenset[str] = frozenset()
    """What is still needed of that which a shared tree assigns."""
    tracked: bool = False
    """Some state table invalidates it."""
    is_session: bool = False
    """It is a tree that sends a form or JSON, or gives nothing but its cookies: each of its values is a session."""
    is_common: bool = False
    """It stands in an included file, so that other trees may take its value over."""

    def exits(self) -> Iterator[Operation]:
        yield self.yes
        yield self.make
        yield self.no
        if self.broken is not self.no:
            yield self.broken


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Publish(Operation):
    """The making of a shared value came to *success*."""

    share: AskShared | None = None
    """What it ends; set by the compiler, which makes the two from the end to the beginning."""
    ttl: float | None
    success: bool
    next: Operation
    gives: frozenset[str] = frozenset()
    """What others still need of that which a shared tree assigns."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Forget(Operation):
    """Invalidate a shared value before it is made anew."""

    name: str
    next: AskShared
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class AcquirePermit(Operation):
    """Wait for a place of a competing resource and keep it."""

    resource: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class ReleasePermit(Operation):
    """Give a competing resource back."""

    resource: str
    next: Operation
