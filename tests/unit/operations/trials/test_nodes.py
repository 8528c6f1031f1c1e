import pytest
from scrapy.exceptions import UsageError

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.rules.encoding import decode_page
from scrapy_bt.operations.trials.nodes import (
    explain_values,
    find_node,
    find_nodes,
    nodes_of,
    read_variables,
    response_page,
    shown,
    tell_trial,
)
from scrapy_bt.operations.trials.pages import TrialPage

TREE = """main :: and {
    visit "https://a.test/"
    item each css ".row" { name = css "b::text"  link = xpath "a/@href"  note = css "i" }
    gone = css ".none::text"
}
"""
BODY = b"<p class=row><b>A</b><a href=/x>x</a><p class=row><b>B</b>"


def page() -> TrialPage:
    return TrialPage("https://a.test/", "https://a.test/", decode_page(BODY), len(BODY))


def test_values_have_their_elements_and_what_is_missing_its_reason():
    document = parse(TREE, file="a.bt")
    values = [{"name": "A", "link": "/x", "note": None}, {"name": "B", "link": None, "note": None}]
    trial = explain_values(find_node(document, "main/item"), values, response_page(page()), most=5)
    assert [element.tag for element in trial.scopes] == ["p", "p"]
    assert [element.tag for element in trial.places] == ["b", "a", "b"]
    assert [(miss.row, miss.field) for miss in trial.misses] == [(0, "note"), (1, "link"), (1, "note")]
    lines = list(tell_trial(trial, most=1))
    assert lines[:2] == ["2 records", "1."]
    assert len(lines) == 5


def test_a_source_that_finds_nothing_says_so():
    document = parse(TREE, file="a.bt")
    node = find_node(document, "gone=/css")
    trial = explain_values(node, [], response_page(page()), most=5)
    assert list(tell_trial(trial, most=5)) == ["0 values", 'css ".none::text": nothing is found']
    assert list(nodes_of(document)) == ["main/item", "main/gone=/css"]
    with pytest.raises(UsageError, match="main/item"):
        find_node(document, "x")


def test_a_tree_is_all_that_it_takes():
    document = parse(TREE, file="a.bt")
    assert [node.name for node in find_nodes(document, "main")] == ["main/item", "main/gone=/css"]
    assert [node.name for node in find_nodes(document, "main/gone=/")] == ["main/gone=/css"]
    assert [node.name for node in find_nodes(document, "main/item")] == ["main/item"]


def test_variables_and_long_values():
    assert read_variables({"a": "1", "b": "[1]", "c": "{"}) == {"a": "1", "b": [1], "c": "{"}
    assert len(shown("x" * 500)) == 100
