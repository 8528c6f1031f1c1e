import pytest

from scrapy_bt.core.rules.naming import UniqueNames, as_word, name_fields
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.core.rules.treatments import Insert, Replace

RULE = Rule(
    "shop",
    layers=(
        Layer(
            "list",
            entries=("https://shop.test/",),
            tags=(Tag("row"), Tag("name", parent="row"), Tag("link", link=True, parent="row"), Tag("next", link=True)),
            next_page="next",
        ),
        Layer("detail", parent=TagRef("list", "link"), tags=(Tag("price"), Tag("more", link=True))),
        Layer("again", parent=TagRef("detail", "more"), tags=(Tag("link", link=True),)),
    ),
    groups=(RuleGroup("lamps", columns=(Column("name", tag=TagRef("list", "name")),)),),
)


def test_layers_and_tags_are_found_by_their_names() -> None:
    assert RULE.layer("detail").tag("price").name == "price"
    with pytest.raises(KeyError, match="absent"):
        RULE.layer("absent")
    with pytest.raises(KeyError, match="absent"):
        RULE.layer("list").tag("absent")


def test_child_tags_by_their_parents() -> None:
    children = RULE.layer("list").children
    assert {parent: [tag.name for tag in tags] for parent, tags in children.items()} == {
        "": ["row", "next"],
        "row": ["name", "link"],
    }


def test_where_a_link_leads() -> None:
    assert [layer.name for layer in RULE.led_to(TagRef("list", "link"))] == ["detail"]
    assert list(RULE.led_to(TagRef("list", "next"))) == []


def test_what_lies_below_a_tag() -> None:
    assert {str(tag) for tag in RULE.below(TagRef("list", "row"))} == {
        "list.name",
        "list.link",
        "detail.price",
        "detail.more",
        "again.link",
    }
    assert RULE.below(TagRef("detail", "price")) == frozenset()


def test_a_cycle_of_layers_ends() -> None:
    link = TagRef("tree", "branch")
    rule = Rule("tree", layers=(Layer("tree", tags=(Tag("branch", link=True),), parent=link),))
    assert rule.below(link) == {link}


def test_the_tags_of_a_group() -> None:
    assert RULE.groups[0].tags == {TagRef("list", "name")}


def test_how_much_longer_a_tag_makes_a_value():
    assert Tag("t").growth == 1
    assert Tag("t", treatments=(Insert("ab"), Replace("a", "bb"))).growth == 6


def test_a_name_becomes_a_word():
    assert [as_word(text) for text in ("a-b", "Preis (€)", "标题", "1a", "")] == [
        "a_b",
        "Preis____",
        "标题",
        "_1a",
        "_",
    ]


def test_each_gets_a_name_of_its_own_that_means_nothing_else():
    names = UniqueNames()
    assert [names.give(text) for text in ("a-b", "a_b", "visit", "css", "main")] == [
        "a_b", "a_b_2", "visit_2", "css_2", "main_2",
    ]  # fmt: skip


def test_fields_differ_and_may_be_words_of_the_language():
    tag = TagRef("l", "t")
    group = RuleGroup("g", columns=tuple(Column(name, tag=tag) for name in ("end", "a-b", "a_b", "a b")))
    assert name_fields(group) == ("end", "a_b", "a_b_2", "a_b_3")
