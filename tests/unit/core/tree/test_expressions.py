from typing import Any

import pytest
from scrapy.http import HtmlResponse

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.expressions import (
    compile_expression,
    compile_reference,
    compile_text,
    compile_url,
    compile_value,
    read_page_fact,
)
from scrapy_bt.core.tree.nodes import Assign, Call, Reference, Source, Template, Tree, Visit
from scrapy_bt.core.tree.task import Frame
from scrapy_bt.core.tree.values import UnfitValueError
from scrapy_bt.crawl.reading.pages import ResponsePage

VARIABLES = {"a": 2, "b": "text", "row": {"id": 7, "tags": ["x", "y"], "deep": {"end": True}}, "empty": None}
PAGE = ResponsePage(
    HtmlResponse("https://site.test/p", status=201, headers={"X-Rate-Limit": "9"}, body=b"<base href=/b/>")
)


def frame(*, page: bool = False) -> Frame:
    return Frame(0, dict(VARIABLES), page=PAGE if page else None)


def compute(expression: str, *, page: bool = False, now: float = 0.0) -> Any:
    tree = parse(f"main :: and {{ x = {expression} }}").declarations["main"]
    assert isinstance(tree, Tree)
    (statement,) = tree.body.statements
    assert isinstance(statement, Assign)
    return compile_expression(statement.value)(frame(page=page), now)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1", 1),
        ('"t"', "t"),
        ("true", True),
        ("none", None),
        ("a", 2),
        ("absent", None),
        ("row.id", 7),
        ("row.deep.end", True),
        ("row.deep.end.more", None),
        ("row.absent", None),
        ("b.length", None),
        ('"<{a}|{row.id}|{absent}|{empty}>"', "<2|7||>"),
        ("a + 1 * 3", 5),
        ("(a + 1) * 3", 9),
        ("-a", -2),
        ("!a", False),
        ("!absent", True),
        ("a | 5", 2),
        ("absent | 5", 5),
        ("absent | empty | 0", 0),
        ("a & 5", 5),
        ("0 & 1 / 0", 0),
        ("1 | 1 / 0", 1),
        ("a == 2 & b == b", True),
        ("a < 1 | a > 1", True),
        ("now", 12.5),
        ("now - 2", 10.5),
    ],
)
def test_expressions(expression: str, value: Any) -> None:
    found = compute(expression, now=12.5)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("page.url", "https://site.test/p"),
        ("page.status", 201),
        ("page.headers.x_rate_limit", "9"),
        ("page.headers.absent", None),
        ("page.cookies.absent", None),
        ("page.base", "https://site.test/b/"),
        ("page.headers", None),
        ("page.else", None),
    ],
)
def test_facts_of_the_page(fact: str, value: Any) -> None:
    assert compute(fact, page=True) == value
    assert compute(fact) is None
    carried = Frame(0, {fact: value})
    assert compile_reference(Reference("page", tuple(fact.split(".")[1:])))(carried, 0.0) == value


def test_a_fact_needs_a_page() -> None:
    assert read_page_fact(frame(), ("url",)) is None


def test_entries_of_a_list_are_found_by_their_place() -> None:
    assert compile_reference(Reference("row", ("tags", "1")))(frame(), 0.0) == "y"
    assert compile_reference(Reference("row", ("tags", "2")))(frame(), 0.0) is None
    assert compile_reference(Reference("row", ("tags", "x")))(frame(), 0.0) is None


def test_calls_have_to_be_taken_out_before() -> None:
    with pytest.raises(TypeError, match="not an expression without calls"):
        compile_expression(Call("a"))


def test_texts() -> None:
    assert compile_text("plain {a}")(frame(), 0.0) == "plain {a}"
    assert compile_text(Template(("p", Reference("b"), "!")))(frame(), 0.0) == "ptext!"


def test_urls() -> None:
    parts = ("https://site.test/", Reference("b"), "?q=", Reference("row", ("id",)))
    assert compile_url(Template(parts))(frame(), 0.0) == "https://site.test/text?q=7"
    assert compile_url("https://site.test/{}")(frame(), 0.0) == "https://site.test/{}"
    with pytest.raises(UnfitValueError, match=r"'row.absent' is none and cannot stand in a URL"):
        compile_url(Template(("x", Reference("row", ("absent",)))))(frame(), 0.0)


def test_values_of_attributes() -> None:
    visit = parse(
        'v :: visit "u" { a = [1, b, [none]]  c = { d = "{a}!"  e = 30s }  f = 500ms  g = true }'
    ).declarations["v"]
    assert isinstance(visit, Visit)
    assert visit.attributes is not None
    expected = {"a": [1, "text", [None]], "c": {"d": "2!", "e": 30.0}, "f": 0.5, "g": True}
    assert compile_value(visit.attributes)(frame(), 0.0) == expected
    with pytest.raises(TypeError, match="not an attribute's value"):
        compile_value(Source("css", ("a",)))
