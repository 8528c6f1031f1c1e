import inspect

from hypothesis import given, settings

from scrapy_bt.core.language.builder import Builder
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
    @settings(max_examples=150, derandomize=True)
    def run(document: Document) -> None:
        assert parse(print_document(document)) == document
        seen.update(map(type, walk(document)))

    run()
    assert seen == CLASSES


def test_deep_trees_are_built_without_recursion() -> None:
    depth = 150
    tree = parse("m :: and { x = " + "!" * depth + "y }")
    assert len(list(walk(tree))) == depth + 5
