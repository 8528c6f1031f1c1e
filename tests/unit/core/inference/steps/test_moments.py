"""Requests and answers that tell their time."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.steps.listing import listings
from scrapy_bt.core.inference.steps.moments import timeless_values, without_moments
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import answer, ask, record

_AT = 1_700_000_000
_NAME, _WHEN = ("name", Extraction("json", "name")), ("when", Extraction("json", "when"))


def test_the_number_of_a_call_is_no_value() -> None:
    call = ask("/rpc", data={"method": "find", "params": [], "id": 17})
    other = ask("/rpc", data={"method": "find", "id": 17})
    assert [Key("json", "id") in timeless_values(each) for each in (call, other)] == [False, True]


def test_the_time_of_sending_is_left_out() -> None:
    known = {Key("query", "id"): "7", Key("path", "0"): "item"}
    for told in (f"{_AT}", f"{_AT}123"):
        (asked,) = record(ask(f"/item?id=7&_t={told}")).exchanges
        assert timeless_values(asked) == known
    (asked,) = record(ask("/item?id=7&born=1600000000")).exchanges
    assert timeless_values(asked) == {**known, Key("query", "born"): "1600000000"}


def test_details_that_differ_in_the_time_of_sending_too_are_of_one_list() -> None:
    own = answer("https://shop.test/api", {"rows": [{"id": n} for n in (17, 28, 39)]})
    opened = record(ask(f"/item?id=17&_t={_AT}005"), ask(f"/item?id=39&_t={_AT + 1}005")).exchanges
    (found, *_) = listings(0, own, opened)
    assert (found.key, found.each.text) == (Key("query", "id"), "rows[].id")


@pytest.mark.parametrize(
    ("told", "left"),
    [
        pytest.param([_AT * 1000 + 50, _AT * 1000 + 30_090], [_NAME], id="milliseconds"),
        pytest.param(["2023-11-14T22:13:20.05Z", "2023-11-14T22:13:50Z"], [_NAME], id="as a text"),
        pytest.param([_AT + 900, _AT + 930], [_NAME], id="of a clock that is ahead"),
        pytest.param([_AT - 900, _AT + 200], [_NAME, _WHEN], id="of what has happened lately"),
        pytest.param([_AT, _AT], [_NAME, _WHEN], id="the same on both"),
        pytest.param(["soon", "late"], [_NAME, _WHEN], id="no times"),
    ],
)
def test_fields_that_tell_when_an_answer_was_made_are_none(told: list[object], left: list[object]) -> None:
    pages = [answer("/", {"name": f"thing {n}", "when": each}) for n, each in enumerate(told)]
    assert list(without_moments((_NAME, _WHEN), [_AT, _AT + 30.0], pages)) == left
    assert without_moments((_WHEN,), [_AT, _AT + 30.0], pages) == (_WHEN,)
