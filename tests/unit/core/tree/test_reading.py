"""Taking values out of pages, now or later; what Python functions may give is tested in test_actions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jmespath.exceptions import JMESPathTypeError
from scrapy.http import HtmlResponse

from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.inputs import SourcePlan
from scrapy_bt.core.tree.jsonpaths import FUNCTIONS, search_json
from scrapy_bt.core.tree.pages import Query
from scrapy_bt.core.tree.reading import Reading, explain, plain_values, visible
from scrapy_bt.core.tree.references import PAGE
from scrapy_bt.core.tree.task import Frame
from scrapy_bt.core.tree.values import UnfitValueError
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import NodeError
from tests.trees import program

TEXT = """
row :: item each css "p" { a = css "b::text" }
odd :: data xpath "count(1)"
main :: and { :page :title :row :odd :links }
"""
BODY = b"<h1>T</h1><p><b>1</b><p><b>2</b>"


def a_frame(**variables: Any) -> Frame:
    return Frame(0, variables, page=ResponsePage(HtmlResponse("https://site.test/x", body=BODY)))


def a_reading(page_limit: int = 1000) -> Reading:
    return Reading(program(TEXT), PageReader(), page_limit, 0.0)


def test_values_are_taken_from_the_page_or_from_what_is_carried() -> None:
    reading = a_reading()
    plan = reading.program.page_readers["@title"]
    assert isinstance(plan, SourcePlan)
    assert reading.values(plan, a_frame()) == ["T"]
    assert reading.values(plan, Frame(0, {"@title": ["U"]})) == ["U"]
    assert reading.values(plan, Frame(0)) == []
    with pytest.raises(NodeError, match="no luck"):
        reading.values(plan, Frame(0, {"@title": "no luck"}))


def test_what_is_carried_comes_before_the_page() -> None:
    reading = a_reading()
    plan = reading.program.page_readers["@title"]
    assert isinstance(plan, SourcePlan)
    frame = a_frame()
    frame.variables["@title"] = ["before"]
    assert reading.values(plan, frame) == ["before"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("@title", ["T"]),
        ("@links", []),
        ("@row", [{"a": "1"}, {"a": "2"}]),
        ("@odd", "XPathEvalError: Invalid type"),
        ("page.url", "https://site.test/x"),
        ("@go.page.status", 200),
        ("@go.page.base", "https://site.test/x"),
    ],
)
def test_what_a_task_takes_along_instead_of_a_page(name: str, value: Any) -> None:
    assert a_reading().take(a_frame(), name) == value


def test_a_page_is_carried_as_plain_data_up_to_a_limit() -> None:
    reading, frame = a_reading(), a_frame()
    frozen = reading.take(frame, PAGE)
    assert frozen[:2] == ["https://site.test/x", 200]
    again = Frame(0, {PAGE: frozen})
    assert reading.has_page(again)
    page = reading.page_of(again)
    assert page is not None
    assert (page.url, page is reading.page_of(again)) == ("https://site.test/x", True)
    small = a_reading(page_limit=10)
    message = small.take(frame, PAGE)
    assert message.endswith("BT_PAGE_LIMIT is 10)")
    with pytest.raises(NodeError, match="too large"):
        small.page_of(Frame(0, {PAGE: message}))
    assert small.take(Frame(0, {PAGE: message}), "@title") == message
    assert small.take(Frame(0), PAGE) is None


def test_a_page_is_forgotten_with_all_that_was_taken_from_it() -> None:
    frame = a_frame(x=1)
    frame.variables |= {"@title": ["T"], PAGE: [], "page.url": "u", "%loop": 1}
    a_reading().forget_page(frame)
    assert (frame.variables, frame.page) == ({"x": 1, "%loop": 1}, None)
    assert not a_reading().has_page(frame)


def test_values_in_a_variable() -> None:
    reading = a_reading()
    plan = SourcePlan("@n", "n", "css", (), Query("css", ("b::text",)), all=False, kind=None)
    assert reading.values_in(plan, Frame(0), "<b>1</b>") == ["1"]
    assert reading.values_in(plan, Frame(0), ["<b>1</b>", None, "<b>2</b>"]) == ["1", "2"]
    assert reading.values_in(plan, Frame(0), None) == []
    link = SourcePlan("@n", "n", "css", (), Query("css", ("a::attr(href)",), "url"), all=False, kind="url")
    assert reading.values_in(link, a_frame(), "<a href=y>") == ["https://site.test/y"]
    assert reading.values_in(link, Frame(0, {"page.base": "https://base.test/"}), "<a href=y>") == [
        "https://base.test/y"
    ]


def test_what_is_put_together_is_read_as_json() -> None:
    text = """
put :: data json "to_string(@)" { from = { a = { b = word  "c d" = none }  e = [word, 1, 1.5, true, "{word}!"] } }
main :: and { x = :put }
"""
    step = program(text).by_path["main/x=/put"]
    assert isinstance(step, op.Extract)
    assert step.origin is not None
    frame = Frame(0, {"word": 'say "ü"\\'})
    (found,) = a_reading().values_in(step.source, frame, step.origin(frame, 0.0))
    assert json.loads(found) == {
        "a": {"b": 'say "ü"\\', "c d": None},
        "e": ['say "ü"\\', 1, 1.5, True, 'say "ü"\\!'],
    }


def test_an_item_without_sources_has_one_record_whatever_the_page() -> None:
    a_program = program("main :: and { :one }")
    step = a_program.by_path["main/one"]
    assert isinstance(step, op.EmitRecords)
    reading = Reading(a_program, PageReader(), 10, 0.0)
    assert reading.records(step, Frame(0)) == [{}]
    assert reading.records(step, Frame(0, {PAGE: "too large"})) == [{}]


def test_authors_see_their_own_variables_only() -> None:
    assert visible(Frame(0, {"x": 1, "@n": [], "%l": 1, "$t": 2, "page.url": "u", "_y": 3})) == {"x": 1, "_y": 3}


def test_explanations() -> None:
    assert explain(UnfitValueError("as it is")) == "as it is"
    assert explain(NodeError("as it is")) == "as it is"
    assert explain(KeyError("x")) == "KeyError: 'x'"


def test_plain_values() -> None:
    assert plain_values(None) == []
    assert plain_values({"a": 1}) == [{"a": 1}]
    assert plain_values(x for x in "ab") == ["a", "b"]
    with pytest.raises(NodeError, match="a complex"):
        plain_values([1j])


def test_entries_of_an_object_come_with_their_keys() -> None:
    data = {"packages": {"koa": {"v": 1}, "chalk": {"v": 2}}}
    assert search_json("items(packages)", data) == [["koa", {"v": 1}], ["chalk", {"v": 2}]]
    assert search_json("items(packages)[*][0]", data) == ["koa", "chalk"]
    assert search_json("items(nothing)", data) is None
    with pytest.raises(JMESPathTypeError):
        search_json("items(packages.koa.v)", data)
    assert {"items", "keys", "contains"} <= FUNCTIONS


def test_objects_are_given_with_what_stands_elsewhere_for_a_key_of_theirs() -> None:
    boats = [{"name": "Petrel", "owner": 7}, {"name": "Tern", "owner": 9}, {"name": "Auk"}, "none"]
    data = {"boats": boats, "people": [{"id": "7", "name": "Eva"}, {"id": 7, "name": "Other"}, {"name": "Nobody"}, 3]}
    found = search_json("with_named(boats, 'whose', &owner, people, &id)", data)
    assert found == [{**boats[0], "whose": {"id": "7", "name": "Eva"}}, *boats[1:]]  # type: ignore[dict-item]  # an object
    pairs = {"a": [{"k": "x", "n": 1}], "b": [{"k": "y", "n": 1}, {"k": "x", "n": 1, "of": "x"}]}
    assert search_json("with_named(a, 'b', &[k, n], b, &[k, n])[].b.of", pairs) == ["x"]
    assert search_json("with_named(no, 'b', &k, b, &k)", pairs) is None
    assert search_json("with_named(a, 'b', &k, no, &k)", pairs) == pairs["a"]
    assert search_json("with_named(`[]`, 'b', &k, b, &k)", pairs) == []


def test_a_choice_is_found_by_its_name_or_by_what_stands_for_it() -> None:
    data = {"of": {"Lamps": "lgt", "Ropes": 7, "lgt": "x"}}
    found = [search_json(f"chosen(of, {given})", data) for given in ("'Lamps'", "'7'", "`7`", "'lgt'", "'Boats'", "no")]
    assert found == ["lgt", "7", "7", "x", None, None]
    assert search_json("chosen(no, 'Lamps')", data) is None


def test_texts_are_coded_in_base64_and_back_and_told_apart_by_sha256() -> None:
    assert search_json("base64(text)", {"text": "reader:a & ü"}) == "cmVhZGVyOmEgJiDDvA=="
    assert search_json("base64(`12`)", {}) == "MTI="
    assert search_json("from_base64(text)", {"text": "cmVhZGVyOmEgJiDDvA"}) == "reader:a & ü"
    assert search_json("[base64(no), from_base64(no), sha256(no)]", {}) == [None, None, None]
    assert [search_json("lower(@)", text) for text in ("Über", 5, None)] == ["über", "5", None]
    told = search_json("[upper(@), trim(@), slug(@), replace(@, ' ', '_'), url_text(@)]", " Ö & 5 ")
    assert told == [" Ö & 5 ", "Ö & 5", "o-5", "_Ö_&_5_", "%20%C3%96%20%26%205%20"]
    assert search_json("[upper(no), trim(no), slug(no), replace(no, 'a', 'b'), url_text(no)]", {}) == [None] * 5
    assert search_json("sha256(@)", "ü") == "607474ca475a9724d7360aba71a56d5df77e61350e3f724cfa1f46e857e2d85f"
    assert search_json("from_json(text).a[1]", {"text": '{"a": [1, "b"]}'}) == "b"
    assert search_json("rows[].from_json(@).a", {"rows": ['{"a": 1}', {"a": 2}, 5, [1]]}) == [1, 2]
    assert [search_json("from_json(@)", text) for text in (None, "", "{", "[" * 99_999)] == [None, None, None, None]
    assert [search_json("from_base64(@)", text) for text in ("a", "no base64!", "/w==")] == [None, None, None]
