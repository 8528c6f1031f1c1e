"""Which spiders run a tree, for those whom `TreeSpider` itself uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from ..core.tree.program import Program


@runtime_checkable
class RunsTree(Protocol):
    """A spider that runs a tree, as `TreeSpider` does."""

    @classmethod
    def load_program(cls) -> Program: ...
