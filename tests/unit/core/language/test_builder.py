import inspect

import pytest
from hypothesis import given, settings

from scrapy_bt.core.language.builder import Builder
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.language.grammar import grammar
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.printer import print_document
from scrapy_bt.core.tree import nodes
from scrapy_bt.core.tree.nodes import Document, Node, walk
from tests.strategies import documents

CLASSES = {
    kind for _, kind in inspect.getmembers(nodes, inspect.isclass) if issubclass(kind, Node) and kind is not Node
}


def test_every_rule_makes_a_node() -> None:
    rules = {rule.alias or rule.origin.name for rule in grammar().rules if not rule.origin.name.startswith("_")}
    passed_on = {rule.origin.name for rule in grammar().rules if rule.options.expand1}
    assert {rule for rule in rules - passed_on if not hasattr(Builder, rule)} == set()


def test_if_a_tree_is_printed_then_it_is_built_again_with_every_class_of_node() -> None:
    seen: set[type] = set()

    @given(documents())
    @settings(max_examples=200, derandomize=True)
    def run(document: Document) -> None:
        assert parse(print_document(document)) == document
        seen.update(map(type, walk(document)))

    run()
    assert seen == CLASSES


def test_a_name_of_an_attribute_may_stand_in_quotes() -> None:
    (visit,) = parse(
        """p :: visit "a" { form = { 'user[id]' = x  "{a}" = css "b" "c"  "d" = "e" } }""", file="a.bt"
    ).entries
    assert isinstance(visit, nodes.Visit)
    assert visit.attributes is not None
    form = visit.attributes.get("form")
    assert isinstance(form, nodes.Attributes)
    assert [entry.name for entry in form.entries] == ["user[id]", "{a}", "d"]
    assert form.get("{a}") == nodes.Source("css", ("b", "c"))


def test_deep_trees_are_built_without_recursion() -> None:
    depth = 150
    tree = parse("m :: and { x = " + "!" * depth + "y }")
    assert len(list(walk(tree))) == depth + 5


def test_a_file_says_how_it_is_healed():
    document = parse("heal = review\nmain :: and { true }")
    assert (document.heal, document.entries[0].mode) == ({"": "review"}, "review")
    assert parse('main :: and { heal = 3 print "{heal}" }').heal == {}


def test_a_file_says_how_nodes_are_healed():
    text = "heal = watch heal a | heal = auto heal heal :: data css 'b' heal b = off a :: data css 'a' [[ heal ]]"
    document = parse(text.replace("heal heal ::", "heal ::") + " main :: and { :heal }")
    assert document.heal == {"": "watch", "a": "auto", "heal": "auto", "b": "off"}
    assert document.entries[1].nodes == ("a", "heal")


@pytest.mark.parametrize(("mode", "told"), [("revew", "revew"), ('"auto"', '"auto"'), ("3", "3"), ("none", "none")])
def test_an_unknown_way_of_healing_is_told_where_it_stands(mode, told):
    (fault,) = check(f"heal = {mode}\nmain :: and {{ true }}")
    assert (fault.code, fault.place.line, fault.place.column) == ("unknown-healing", 1, 8)
    assert fault.message == f"`{told}` is no way of healing"
