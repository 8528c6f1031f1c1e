"""The states of a task and what moves it from one to the next (runtime.md, "States")."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from ...errors import BTError
from ...sentences import say


class LifeState(Enum):
    """Where a task is in its life."""

    WAIT = "wait"
    """Queued, delayed, or waiting for a join, a shared value or a resource."""
    RUNNING = "running"
    """Leased to a worker."""
    PAUSE = "pause"
    STOP = "stop"
    FINISHED = "finished"


class Transition(Enum):
    """What moves a task from one state to the next."""

    LEASE = "lease"
    GO_ON = "go on"
    """The step ended, or its lease did: the task is queued again."""
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    END = "end"


# Asking twice for the same changes nothing; a stopped task is never brought back. Scheduling is not preemptive: a
# running task that is told to pause or to stop does so when its step ends.
TRANSITIONS: Mapping[tuple[LifeState, Transition], LifeState] = {
    (LifeState.WAIT, Transition.LEASE): LifeState.RUNNING,
    (LifeState.WAIT, Transition.PAUSE): LifeState.PAUSE,
    (LifeState.WAIT, Transition.RESUME): LifeState.WAIT,
    (LifeState.WAIT, Transition.STOP): LifeState.STOP,
    (LifeState.RUNNING, Transition.GO_ON): LifeState.WAIT,
    (LifeState.RUNNING, Transition.PAUSE): LifeState.PAUSE,
    (LifeState.RUNNING, Transition.RESUME): LifeState.RUNNING,
    (LifeState.RUNNING, Transition.STOP): LifeState.STOP,
    (LifeState.RUNNING, Transition.END): LifeState.FINISHED,
    (LifeState.PAUSE, Transition.PAUSE): LifeState.PAUSE,
    (LifeState.PAUSE, Transition.RESUME): LifeState.WAIT,
    (LifeState.PAUSE, Transition.STOP): LifeState.STOP,
    (LifeState.STOP, Transition.STOP): LifeState.STOP,
    (LifeState.STOP, Transition.END): LifeState.FINISHED,
}


def change(state: LifeState, cause: Transition) -> LifeState:
    """The state after *cause*; a pair that the table does not list is an error."""
    try:
        return TRANSITIONS[state, cause]
    except KeyError:
        causes = ", ".join(sorted(f"`{after.value}`" for before, after in TRANSITIONS if before is state)) or say(
            "nothing"
        )
        raise BTError(
            say("a task in state `{}` cannot `{}`; possible from there: {}", state.value, cause.value, causes)
        ) from None
