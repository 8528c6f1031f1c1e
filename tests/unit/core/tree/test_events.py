from dataclasses import fields
from typing import get_args

from scrapy_bt.core.tree.events import Arrived, Event, Granted


def test_every_event_carries_the_time() -> None:
    assert all("now" in {field.name for field in fields(kind)} for kind in get_args(Event))


def test_an_answer_may_be_as_short_as_its_outcome() -> None:
    assert Arrived("timeout") == Arrived("timeout", None, 0.0, "", None)
    assert Granted() == Granted(now=0.0)
