"""One choice that has to be given twice."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.scrutiny.giventwice import given_twice
from scrapy_bt.core.inference.scrutiny.subject import Subject
from tests.recordings import ask, record


@pytest.mark.parametrize(
    ("addresses", "told"),
    [
        (("/shop/lamps_7?of=Brass+Lamps", "/shop/ropes_3?of=Long+Ropes"), ("lamps_7", "Brass Lamps")),
        (("/shop/lamps_7?of=5", "/shop/ropes_3?of=9"), None),
        (("/shop/brass-lamps?of=Brass+Lamps", "/shop/long-ropes?of=Long+Ropes"), None),
    ],
)
def test_two_arguments_that_say_the_same_are_told(addresses: tuple[str, str], told: tuple[str, str] | None) -> None:
    inference = Inference([record(ask(address, "<p>Things")) for address in addresses], Goal(level="none"))
    inference.next()
    finished = inference._finished()
    subject: Subject = finished.subject(finished.judge())
    assert given_twice(subject) == told
