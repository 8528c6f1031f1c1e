import pytest

from scrapy_bt.core.documents.pieces import UneditableError
from scrapy_bt.core.language.operations import RenameName
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.paths import at
from scrapy_bt.core.language.renaming import all_names, check_new_name, places_of, renamed
from scrapy_bt.core.language.spans import Spans
from scrapy_bt.core.tree.nodes import Assign, Call

TEXT = r"""
a :: visit "x{b.c}{{b}}\u{b}"
[[ a ]]
(( a = 2 ))
state a | d { 404 = :a }
d :: visit "y"
main :: and (b = 1) { : a  b = b + 1  while b = :d { :t(b, b = b.a) } }
t :: and (b) { x = css "{b}" from b }
"""


def _found(name, *, is_node):
    spans = Spans(TEXT)
    places = sorted(places_of(spans, parse(TEXT), name, is_node=is_node))
    assert all(TEXT[start:end] == name for start, end in places)
    return len(places)


def test_a_name_is_found_in_every_place_where_it_stands():
    assert _found("a", is_node=True) == 6
    assert _found("d", is_node=True) == 3
    assert _found("b", is_node=False) == 11


def test_a_node_is_renamed_where_it_is_told_how_it_is_healed():
    text = "heal b | a = auto a :: data css 'a' b :: data css 'a'"
    assert [place.start for place in places_of(Spans(text), parse(text), "a", is_node=True)] == [9, 18]
    assert renamed(parse(text), RenameName("a", new="n")).heal == {"b": "auto", "n": "auto"}


def test_nodes_and_variables_are_two_kinds_of_names():
    document = parse(TEXT)
    assert set(all_names(document, is_node=True)) == {"a", "d", "t", "main"}
    assert set(all_names(document, is_node=False)) == {"b", "x"}


def test_a_name_that_is_taken_or_no_name_is_refused():
    document = parse(TEXT)
    check_new_name(document, RenameName("a", new="b"))
    for rename in (
        RenameName("a", new="d"),
        RenameName("a", new="1"),
        RenameName("a", new="css"),
        RenameName("q", new="r"),
    ):
        with pytest.raises(UneditableError):
            check_new_name(document, rename)


def test_nodes_and_variables_of_one_name_are_told_apart():
    both = parse("x :: visit 'a'\nmain :: and (x) { x = :x  :t(x = x) }\nt :: and (x) { y = x }")
    node = renamed(both, RenameName("x", new="n"))
    assert at(node, (1, 0)) == Assign("x", Call("n"))
    variable = renamed(both, RenameName("x", new="n", kind="variable"))
    assert at(variable, (1, 0)) == Assign("n", Call("x"))
    assert at(variable, (1, 1)).named[0].name == "n"
