"""The frontier: the queue of ready tasks and the blackboard beside it."""

from __future__ import annotations

from .memory import MemoryFrontier

__all__ = ["MemoryFrontier"]
