"""The steps that control nodes come down to: a graph in which each step names where success and failure lead."""

from .branches import Fork, Gather, Leave, StartBranch
from .calls import Action, EmitRecords, Enter, Extract, FetchPage, GiveUp, Move, Remedy, Retry
from .sharing import AcquirePermit, AskShared, Forget, Publish, ReleasePermit
from .steps import (
    EndLimit,
    Exit,
    LoopHead,
    LoopStart,
    Next,
    Operation,
    SetVariable,
    StartLimit,
    SwitchState,
    Test,
    WriteLine,
)

__all__ = [
    "AcquirePermit",
    "Action",
    "AskShared",
    "EmitRecords",
    "EndLimit",
    "Enter",
    "Exit",
    "Extract",
    "FetchPage",
    "Forget",
    "Fork",
    "Gather",
    "GiveUp",
    "Leave",
    "LoopHead",
    "LoopStart",
    "Move",
    "Next",
    "Operation",
    "Publish",
    "ReleasePermit",
    "Remedy",
    "Retry",
    "SetVariable",
    "StartBranch",
    "StartLimit",
    "SwitchState",
    "Test",
    "WriteLine",
]
