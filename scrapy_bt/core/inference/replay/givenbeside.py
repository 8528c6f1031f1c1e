"""What the person gave and sent beside a path: where a site keeps it, pages are other ones with it that look alike."""

from __future__ import annotations

from collections.abc import Sequence

from ...samples.requestparts import IN_FORM_BODIES
from .drafts import Draft
from .experiment import ReplayTrial
from .oracle import SAYING, echo
from .planning import Planner


def given_beside(planner: Planner, draft: Draft, target: int) -> list[int]:
    """The steps before a target that sent what the person gave, may have changed something, and are in no path."""
    given = {step for step, _ in planner.typed_places()} - set(draft.steps)
    sent = (step for step in sorted(given) if not planner.is_safe(step) and planner.is_persons(step))
    return planner.concerning(target, sent)


def whole_forms(steps: Sequence[int], draft: Draft) -> Draft:
    """The same with all that forms have sent in some of its steps: which button was pressed may have no value."""
    return draft.with_parameters(
        (step, key) for step, key in draft.dropped if step in steps and key.where in IN_FORM_BODIES
    )


def said_again(planner: Planner, trial: ReplayTrial | None, target: int) -> float:
    """How much of what was recorded the target, or a list that leads to it, says in a replay; the least, 0 to 1."""
    wanted, shares = {target, *planner.lists_before(target)}, [1.0]
    for step, answer in trial.answers if trial is not None else ():
        recorded = planner.first(step).answer
        if step in wanted and recorded is not None:
            shares.append(echo(recorded, answer)[0])
    return min(shares)


def is_much_more(share: float, than: float) -> bool:
    """Whether it is more of what was recorded than what changes by itself."""
    return share - than > 1 - SAYING
