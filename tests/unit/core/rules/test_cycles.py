from scrapy_bt.core.rules.cycles import layers_above, layers_in_cycles
from scrapy_bt.core.rules.rule import Layer, Rule, TagRef

RULE = Rule(
    "r",
    layers=(
        Layer("home"),
        Layer("list", parent=TagRef("home", "x")),
        Layer("self", parent=TagRef("self", "x")),
        Layer("a", parent=TagRef("b", "x")),
        Layer("b", parent=TagRef("a", "x")),
        Layer("leaf", parent=TagRef("b", "y")),
    ),
)


def test_layers_that_lead_back_to_themselves_are_found():
    assert layers_in_cycles(RULE) == {"self", "a", "b"}


def test_the_layers_on_the_ways_to_one_are_found():
    assert layers_above(RULE, "home") == frozenset()
    assert layers_above(RULE, "list") == {"home"}
    assert layers_above(RULE, "self") == {"self"}
    assert layers_above(RULE, "leaf") == {"a", "b"}
