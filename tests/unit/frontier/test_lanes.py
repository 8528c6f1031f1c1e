"""Whose tasks are left alone."""

import pytest

from scrapy_bt.frontier.lanes import Lanes


@pytest.mark.parametrize(
    ("lane", "opens"), [("", 0.0), ("mine", 0.0), ("gone", 0.0), ("other", 17.0)], ids=["none", "own", "gone", "kept"]
)
def test_only_tasks_of_others_who_are_there_wait(lane, opens):
    assert Lanes("mine", frozenset({"mine", "other"}), patience=7.0).opens(lane, 10.0) == opens
