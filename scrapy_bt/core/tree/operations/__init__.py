"""The steps that control nodes come down to: a graph in which each step names where success and failure lead."""

from .branches import Branch, Fork, Gather, Leave
from .calls import Action, Enter, Extract, Fetch, GiveUp, Move, Record, Remedy, Retry
from .sharing import Forget, Free, Hold, Publish, Share
from .steps import Assign, Change, Exit, Head, Limit, Loop, Next, Operation, Print, Test, Unlimit

__all__ = [
    "Action",
    "Assign",
    "Branch",
    "Change",
    "Enter",
    "Exit",
    "Extract",
    "Fetch",
    "Forget",
    "Fork",
    "Free",
    "Gather",
    "GiveUp",
    "Head",
    "Hold",
    "Leave",
    "Limit",
    "Loop",
    "Move",
    "Next",
    "Operation",
    "Print",
    "Publish",
    "Record",
    "Remedy",
    "Retry",
    "Share",
    "Test",
    "Unlimit",
]
