"""Bodies as data."""

import pytest

from scrapy_bt.core.documents.data import GUARDS, called_in, is_data, read_data


@pytest.mark.parametrize("guard", ["", *GUARDS])
def test_json_is_read_behind_what_guards_it(guard):
    assert read_data(f'\ufeff{guard}{{"a": [1]}}') == {"a": [1]}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"a": 1}\n{"a": 2}\n', ""),
        ('{"a": 1}\n\n{"a": 2}', "application/x-ndjson"),
        ('{"a": 1}\n\n{"a": 2}', "text/x-ndjson"),
        ('\x1e{"a": 1}\n\x1e{"a": 2}\n', "application/json-seq"),
    ],
)
def test_lines_of_json_are_a_list(text, kind):
    assert read_data(text, kind) == [{"a": 1}, {"a": 2}]


def test_one_line_is_a_list_where_its_type_says_that_there_are_lines():
    assert read_data('{"a": 1}', "application/jsonl") == [{"a": 1}]
    assert read_data('{"a": 1}', "application/json") == {"a": 1}


@pytest.mark.parametrize(
    "text", ['show({"a": 1});', '/**/jQuery.cb_1({"a": 1})', "typeof show === 'function' && show({\"a\": 1});"]
)
def test_a_call_with_json_is_this_json(text):
    assert read_data(text, "application/javascript") == {"a": 1}
    assert called_in(text) in ("show", "jQuery.cb_1")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('Title,Price\r\n"A lamp, of brass",5.00\r\nA rope,"7"\r\n', "text/csv"),
        ("Title;Price\nA lamp, of brass;5.00\nA rope;7\n", "text/csv"),
        ("Title\tPrice\nA lamp, of brass\t5.00\nA rope\t7", "text/tab-separated-values"),
    ],
)
def test_lines_of_a_table_are_called_by_its_first_line(text, kind):
    assert read_data(text, kind) == [{"Title": "A lamp, of brass", "Price": "5.00"}, {"Title": "A rope", "Price": "7"}]


def test_lines_of_a_table_without_names_are_lists():
    assert read_data("A lamp,5.00\nA rope,7\n", "text/csv") == [["A lamp", "5.00"], ["A rope", "7"]]


@pytest.mark.parametrize("text", ["", "<html>", "null", "show(1, 2)", '{"a": 1}\n{"a":', "[" * 100_000, "a,b"])
def test_what_is_no_data_is_none(text):
    assert read_data(text) is None


def test_media_types_of_data():
    kinds = ("application/json", "application/hal+json", "application/x-ndjson", "text/x-ndjson", "text/csv")
    assert all(map(is_data, kinds))
    assert not any(map(is_data, ("text/html", "application/javascript", "text/plain")))


def test_lines_of_json_end_where_json_says():
    assert read_data('{"a": "x\u2028y"}\r\n{"a": "z\x85"}', "application/x-ndjson") == [
        {"a": "x\u2028y"},
        {"a": "z\x85"},
    ]


def test_a_call_ends_with_its_last_bracket_and_begins_behind_one_comment():
    assert read_data('/* a ** */ f ({"a": ")"}) ; \n') == {"a": ")"}
    assert called_in("f()") == "f"
    assert called_in("f(1)" + " " * 10 + "x") == called_in("f(") == called_in("/*" + "*/x(" * 10) == ""


def test_what_is_nearly_a_call_is_looked_through_once():
    assert called_in("f()" + " " * 1_000_000 + "x") == ""
    assert called_in("/*" + "*/x(" * 1_000_000) == ""


def test_events_are_what_they_tell():
    boat = 'event: boat\ndata: {"name":\ndata: "Dinghy"}\n\n'
    text = f": hello\r\n\r\n{boat}data:[1]\r\rdata: {{}}\n\ndata: [DONE]\n\ndata: ping"
    assert is_data("text/event-stream")
    assert read_data(text, "text/event-stream") == [{"name": "Dinghy"}, [1]]
    assert read_data("", "text/event-stream") == []
