"""The life of a task as a table."""

from __future__ import annotations

import pytest

from scrapy_bt.core.tree.nodes import Move, StateRow, Wait
from scrapy_bt.core.tree.staterows import rows_beside
from scrapy_bt.core.tree.states import TRANSITIONS, LifeState, Transition, change
from scrapy_bt.errors import BTError


def test_a_task_is_queued_runs_and_ends() -> None:
    state = LifeState.WAIT
    for cause in (Transition.LEASE, Transition.GO_ON, Transition.LEASE, Transition.END):
        state = change(state, cause)
    assert state is LifeState.FINISHED


@pytest.mark.parametrize("state", [LifeState.WAIT, LifeState.RUNNING, LifeState.PAUSE])
def test_pausing_and_stopping_are_possible_from_every_state_of_life(state: LifeState) -> None:
    assert change(state, Transition.PAUSE) is LifeState.PAUSE
    assert change(state, Transition.STOP) is LifeState.STOP


def test_from_pause_the_way_leads_back_to_the_queue() -> None:
    assert change(LifeState.PAUSE, Transition.RESUME) is LifeState.WAIT
    with pytest.raises(BTError):
        change(LifeState.PAUSE, Transition.LEASE)


def test_a_stopped_task_is_never_brought_back() -> None:
    after = {TRANSITIONS[LifeState.STOP, cause] for cause in Transition if (LifeState.STOP, cause) in TRANSITIONS}
    assert after <= {LifeState.STOP, LifeState.FINISHED}


def test_a_pair_that_is_not_listed_says_what_is_possible() -> None:
    with pytest.raises(BTError, match=r"`finished` cannot `lease`; possible from there: nothing"):
        change(LifeState.FINISHED, Transition.LEASE)


MORE = (StateRow(("404", "timeout"), Wait()), StateRow(("any",), Move("end")))


def test_own_rows_come_first_and_others_keep_what_is_left_of_them() -> None:
    own = (StateRow(("404",), Move("true")),)
    assert rows_beside(own, MORE) == (*own, StateRow(("timeout",), Wait()), StateRow(("any",), Move("end")))


@pytest.mark.parametrize(("own", "left"), [("4xx", ("timeout", "any")), ("any", ())])
def test_a_wider_row_of_its_own_covers_what_is_in_it(own: str, left: tuple[str, ...]) -> None:
    rows = rows_beside((StateRow((own,), Move("false")),), MORE)
    assert tuple(outcome for row in rows[1:] for outcome in row.outcomes) == left
