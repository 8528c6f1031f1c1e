"""Calls that have a number each."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.requests.numberedcalls import numbered_call
from tests.recordings import ask


@pytest.mark.parametrize(
    ("told", "is_call"),
    [
        ({"id": 1, "method": "find", "params": ["lamp"]}, True),
        ({"id": 1, "method": "find", "jsonrpc": "2.0"}, True),
        ({"id": 1, "method": "find"}, False),
        ({"id": "lamp", "method": "find", "params": []}, False),
        ({"id": 1, "params": []}, False),
        ([1], False),
    ],
)
def test_a_call_says_what_is_called_and_which_one_it_is(told: object, is_call: bool) -> None:
    assert bool(numbered_call(ask("/rpc", data=told).sent)) is is_call


def test_the_number_tells_no_call_from_another_and_all_else_does() -> None:
    calls = [{"id": number, "method": "find", "params": [word]} for number, word in ((1, "a"), (2, "a"), (3, "b"))]
    one, again, other = (numbered_call(ask("/rpc", data=call).sent) for call in calls)
    assert one == again != other
    assert numbered_call(ask("/rpc").sent) == ""
