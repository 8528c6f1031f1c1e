from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.requests.shapes import (
    describe,
    likeness,
    looks_like_value,
    media_type,
    shape_of,
    values_of,
)
from scrapy_bt.core.samples.parameters import Key
from tests.recordings import ask


def test_values_do_not_change_the_shape() -> None:
    one = shape_of(ask("/item/17?tab=1", data={"rows": [{"id": 1}, {"id": 2}]}).sent)
    assert one == shape_of(ask("/item/18?tab=2", data={"rows": [{"id": 3}]}).sent)
    assert one.path == ("item", "*")
    assert one.names == {"query tab", "body rows[].id"}


def test_a_name_that_is_a_time_is_no_name() -> None:
    assert shape_of(ask("/list?size=5&1795282098983").sent) == shape_of(ask("/list?size=6&1795282104450").sent)
    assert shape_of(ask("/list?7=a").sent).names == {"query 7"}


@pytest.mark.parametrize(
    ("form", "does"),
    [
        ({"action": "list_all", "page": "2"}, ("action=list_all",)),
        ({"action": "17"}, ()),
        ({"query": "query Shop($a: Int) { items { id } }"}, ("graphql=Shop",)),
        ({"query": "{ items { id } }"}, ("graphql=items",)),
        ({"query": "red lamps"}, ()),
        ({"query": "a" * 300_000 + "{!"}, ()),
    ],
)
def test_what_is_to_be_done_is_part_of_the_shape(form: dict[str, str], does: tuple[str, ...]) -> None:
    assert shape_of(ask("/ajax", form=form).sent).does == does


@pytest.mark.parametrize(
    ("segment", "is_value"), [("17", True), ("sku-17", True), ("items", False), ("v2", False), ("a" * 50, True)]
)
def test_segments_that_look_like_values(segment: str, *, is_value: bool) -> None:
    assert looks_like_value(segment) == is_value


def test_likeness_counts_equal_parameters() -> None:
    assert likeness(ask("/a?b=1&c=2"), ask("/a?b=1&c=3")) == pytest.approx(2 / 3)
    assert likeness(ask("/"), ask("/")) == 1


def test_what_is_told_of_a_request() -> None:
    exchange = ask("/a/b?token=s3cr3t", {"a": 1})
    assert describe(exchange) == "GET /a/b"
    assert media_type(exchange) == "application/json"
    assert values_of(exchange.sent)[Key("query", "token")] == "s3cr3t"
