"""Places that a request lacks and another one of its kind has."""

from __future__ import annotations

import json

import pytest

from scrapy_bt.core.samples.absent import with_place
from scrapy_bt.core.samples.parameters import Key, parameters_of, with_parameters
from scrapy_bt.core.samples.traffic import Sent

JSON = (("Content-Type", "application/json"),)


def body(value: object) -> Sent:
    return Sent("POST", "https://site.test/api", JSON, json.dumps(value).encode())


def variables(value: object) -> str:
    return f"https://site.test/graphql?id=7&variables={json.dumps(value, separators=(',', ':'))}"


@pytest.mark.parametrize(
    ("sent", "like", "name", "grown"),
    [
        ({"q": "a"}, {"q": "b", "after": "x1"}, "after", {"q": "a", "after": ""}),
        ({"q": "a"}, {"q": "b", "page": 2}, "page", {"q": "a", "page": None}),
        ({"q": "a"}, {"paging": {"size": 8, "page": 2}}, "paging.page", {"q": "a", "paging": {"page": None}}),
        ([{"v": {"n": 8}}], [{"v": {"n": 8, "a b": "x"}}], '[0].v["a b"]', [{"v": {"n": 8, "a b": ""}}]),
        ({"q": '{"n":1}'}, {"q": '{"n":1,"c":"x"}'}, "q$.c", {"q": '{"n":1,"c":""}'}),
        ({"q": "a", "after": "x0"}, {"after": "x1"}, "after", {"q": "a", "after": "x0"}),
        ({"q": "a"}, {"after": "x1"}, "before", {"q": "a"}),
        ({"paging": 3}, {"paging": {"page": 2}}, "paging.page", {"paging": 3}),
    ],
)
def test_json_gets_the_place_empty(sent: object, like: object, name: str, grown: object) -> None:
    assert json.loads(with_place(body(sent), Key("json", name), body(like)).body or b"") == grown


def test_so_does_json_within_a_field_of_a_query_or_of_a_form() -> None:
    key = Key("query", "variables$.after")
    sent, like = (Sent("GET", variables(value)) for value in ({"n": 8}, {"n": 8, "after": "x"}))
    grown = with_place(sent, key, like)
    assert {each.key.name: each.value for each in parameters_of(with_parameters(grown, {key: "y"}))}[key.name] == "y"
    assert parameters_of(with_parameters(grown, {key: None})) == parameters_of(sent)
    form = (("Content-Type", "application/x-www-form-urlencoded"),)
    sent, like = (Sent("POST", "https://site.test/", form, text) for text in (b"v={%22n%22:8}", b"v={%22c%22:1}"))
    assert {"v$.n", "v$.c"} <= {each.key.name for each in parameters_of(with_place(sent, Key("form", "v$.c"), like))}


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b'{"a": 1}x'])
def test_what_is_no_json_stays_as_it_is(text: bytes) -> None:
    sent = Sent("POST", "https://site.test/api", JSON, text)
    assert with_place(sent, Key("json", "after"), body({"after": "x"})) == sent
