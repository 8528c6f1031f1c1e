"""Where an action's outcome leads: the moves of state tables, and how often they try again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import effects
from . import operations as op
from .operations import Action, Operation
from .task import INHERITED, note_repair, read_repairs

if TYPE_CHECKING:
    from .run import Run


def settle(
    run: Run,
    step: Action,
    outcome: str,
    *,
    succeeded: bool,
    message: str = "",
    retry_after: float | None = None,
    kept: Mapping[str, Any] | None = None,
) -> Operation | None:
    """Where an action's outcome leads, by its node's state table; *kept*: what it needs to be tried again."""
    if step.moves:
        move = _move(step, outcome, succeeded=succeeded)
        match move:
            case op.Retry() | op.Remedy() | "pause":
                if _may_try_again(run, step, move):
                    run.frame.variables.update(kept or {})
                    return _try_again(run, step, move, retry_after)
                succeeded = False  # its table wants another outcome
            case "stop":
                run.trouble(step, step.name, outcome, message)
                run.stop(f"stopped by the state table of '{step.name}' at {outcome}")
                return None
            case "end":
                forget_tries(run, step)
                return step.end
            case "true" | "false":
                succeeded = move == "true"
            case None:
                pass
        forget_tries(run, step)
    if succeeded:
        return step.yes
    # A tree fails by what has been told already, by itself or by its goroutine.
    if not isinstance(step, op.Enter) or not run.has_told:
        run.trouble(step, step.name, outcome, message)
    return step.broken if isinstance(step, op.Extract) and outcome == "error" else step.no


def _move(step: Action, outcome: str, *, succeeded: bool) -> op.Move | None:
    """The most specific row: the code, its class, then `any` for what would be a failure."""
    moves = step.moves
    if outcome in moves:
        return moves[outcome]
    if outcome[:1].isdecimal() and (group := f"{outcome[0]}xx") in moves:
        return moves[group]
    return None if succeeded else moves.get("any")


def _may_try_again(run: Run, step: Action, move: op.Move) -> bool:
    tries = run.frame.tries
    if isinstance(move, op.Retry):
        return tries.get(step.id, 0) < (run.limits.wait_times if move.times is None else move.times)
    if not isinstance(move, op.Remedy):
        return True
    last, count = read_repairs(tries.get(~step.id, 0))
    return last != move.entry.id and count < max(1, run.limits.wait_times) and not _is_under_remedy(run, step)


def calls_under_way(run: Run) -> dict[int, int]:
    """The calls of state tables within which the task is, as a branch of it has them in its `Frame.tries`."""
    return {key: INHERITED for frame in run.task.frames for key in frame.tries if key < 0}


def _is_under_remedy(run: Run, step: Action) -> bool:
    """The task is within the call of a state table by which the same node is to be mended."""
    for frame in run.task.frames:
        for key, value in frame.tries.items():
            if key >= 0 or (frame is run.frame and key == ~step.id and value != INHERITED):
                continue
            other = run.program.by_id.get(~key)
            if isinstance(other, Action) and other.name == step.name:
                return True
    return False


def _try_again(run: Run, step: Action, move: op.Move, retry_after: float | None) -> Operation | None:
    tries = run.frame.tries
    if isinstance(move, op.Remedy):
        _, count = read_repairs(tries.get(~step.id, 0))
        tries[~step.id] = note_repair(move.entry.id, count + 1)
        run.is_tried_again = True
        return move.entry
    run.is_tried_again = True
    _forget_repairs(run, step)
    if isinstance(move, op.Retry):
        done = tries.get(step.id, 0)
        tries[step.id] = done + 1
        run.suspend(step, effects.Delay(_delay(run, move, done, retry_after)))
    else:
        run.suspend(step, effects.Pause())
    return None


def _delay(run: Run, move: op.Retry, done: int, retry_after: float | None) -> float:
    if move.delay is not None:
        return move.delay
    delay = run.limits.wait_delay * 2.0 ** min(done, 60)
    return float(min(max(delay, retry_after or 0.0), run.limits.wait_delay_max))


def forget_tries(run: Run, step: Action) -> None:
    """The node has come to a result: its next run may be tried again as often."""
    if run.frame.tries:
        run.frame.tries.pop(step.id, None)
        _forget_repairs(run, step)


def _forget_repairs(run: Run, step: Action) -> None:
    """Its call may be used again; one within which the task has begun stays."""
    if run.frame.tries.get(~step.id, INHERITED) != INHERITED:
        del run.frame.tries[~step.id]
