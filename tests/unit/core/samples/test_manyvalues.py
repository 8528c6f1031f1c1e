from __future__ import annotations

import json

import pytest

from scrapy_bt.core.samples.manyvalues import read, template_of, with_json_values, with_values, written
from scrapy_bt.core.samples.parameters import ALL, Key, RequestParameter, parameters_of, with_parameters
from scrapy_bt.core.samples.traffic import Sent

FORM = (("Content-Type", "application/x-www-form-urlencoded"),)
JSON = (("Content-Type", "application/json"),)
QUERY = Sent("GET", "https://a.test/x?id=1&q=a+b&id=2", lists=frozenset({("query", "id")}))
IN_FORM = Sent("POST", "https://a.test/x", FORM, b"ids%5B%5D=1&ids%5B%5D=2&q=a", lists=frozenset({("form", "ids[]")}))
IN_JSON = Sent("POST", "https://a.test/x", JSON, b'{"ids":[1,2],"q":"a"}', lists=frozenset({("json", "ids[]")}))
OBJECTS = Sent(
    "POST",
    "https://a.test/x",
    JSON,
    b'{"q": "a", "of": {"items": [{"id": "1", "n": 3}, {"id": "2", "n": 3}]}}',
    lists=frozenset({("json", "of.items[].id")}),
)


IN_LIST = Sent(
    "POST", "https://a.test/x", JSON, b'{"params":[[1,2],"a"],"q":"a"}', lists=frozenset({("json", "params[0][]")})
)


@pytest.mark.parametrize(
    "sent", [QUERY, IN_FORM, IN_JSON, IN_LIST, OBJECTS], ids=["query", "form", "json", "list", "objects"]
)
def test_the_values_of_a_list_are_one_parameter_and_what_is_beside_it_stays(sent: Sent) -> None:
    where, name = next(iter(sent.lists))
    own = [parameter for parameter in parameters_of(sent) if parameter.key.number == ALL]
    assert own == [RequestParameter(Key(where, name, ALL), '["1", "2"]')]  # type: ignore[arg-type]
    assert with_parameters(sent, {own[0].key: own[0].value}) == sent
    for values in (["7"], ["7", "8", "9"]):
        changed = with_parameters(sent, {own[0].key: written(values)})
        assert read({each.key: each.value for each in parameters_of(changed)}[own[0].key]) == values
        beside = [each.value for each in parameters_of(changed) if each.key.name in ("q", "of.items[0].n")]
        assert beside == [each.value for each in parameters_of(sent) if each.key.name in ("q", "of.items[0].n")]


def test_a_list_goes_where_its_first_value_stood_or_is_left_out() -> None:
    key = Key("query", "id", ALL)
    assert with_parameters(QUERY, {key: '["7", "8 &", "9"]'}).url == "https://a.test/x?id=7&id=8+%26&id=9&q=a+b"
    assert with_parameters(QUERY, {key: None, Key("query", "q"): "c"}).url == "https://a.test/x?q=c"
    assert with_parameters(QUERY, {key: "[]"}).url == "https://a.test/x?q=a+b"
    assert with_parameters(QUERY, {key: "7"}).url == "https://a.test/x?id=7&q=a+b"


def test_numbers_stay_numbers_and_objects_keep_what_all_of_them_say() -> None:
    assert with_json_values('{"ids":[1,2],"q":"a"}', "ids[]", ["7", "x"]) == '{"ids":[7,"x"],"q":"a"}'
    made = json.loads(with_json_values('{"a": [{"id": "1", "n": 3}]}', "a[].id", ["7", "8"]))
    assert made == {"a": [{"id": "7", "n": 3}, {"id": "8", "n": 3}]}


def test_a_name_is_that_of_the_whole_field() -> None:
    assert with_values("id=1&idx=2&&x", "id", ["7"]) == "id=7&idx=2&&x"


def test_objects_that_differ_in_something_else_have_no_template() -> None:
    assert template_of([{"id": 1, "n": 3}, {"id": 2, "n": 3}], "id") == {"n": 3}
    assert template_of([{"id": 1, "n": 3}, {"id": 2, "n": 4}], "id") is None
    assert template_of([1, 2], "id") is None
