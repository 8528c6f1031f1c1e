"""Drafts get smaller and larger, and stay in order."""

from scrapy_bt.core.inference.answers.values import Argument, Constant
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.samples.parameters import Key

DRAFT = Draft((0, 2, 5))
PLACE = (2, Key("query", "q"))


def test_steps_go_and_come_back_in_their_order_with_the_target_last() -> None:
    assert DRAFT.without_steps([0]).steps == (2, 5)
    assert DRAFT.without_steps([0]).with_steps([1, 0, 7]).steps == (0, 1, 2, 5)


def test_parameters_are_dropped_and_restored() -> None:
    dropped = DRAFT.without_parameters([PLACE])
    assert dropped.dropped == {PLACE}
    assert dropped.with_parameters([PLACE]) == DRAFT


def test_the_last_choice_for_a_place_holds() -> None:
    chosen = DRAFT.choosing(PLACE, Constant("a")).choosing(PLACE, Argument("b"))
    assert chosen.chosen == {PLACE: Argument("b")}
    assert hash(chosen) == hash(DRAFT.choosing(PLACE, Argument("b")))
