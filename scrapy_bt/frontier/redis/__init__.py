"""The frontier in Redis (or Valkey), for any number of workers."""

from .calls import (
    Bury,
    Call,
    Calls,
    Complete,
    Description,
    Ended,
    Exchanged,
    NodeStatus,
    Release,
    Snapshot,
    StandingOrders,
    TaskStatus,
    WorkerStatus,
)
from .frontier import RedisFrontier

__all__ = [
    "Bury",
    "Call",
    "Calls",
    "Complete",
    "Description",
    "Ended",
    "Exchanged",
    "NodeStatus",
    "RedisFrontier",
    "Release",
    "Snapshot",
    "StandingOrders",
    "TaskStatus",
    "WorkerStatus",
]
