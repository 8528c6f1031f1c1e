from dataclasses import replace

import pytest

from scrapy_bt.core.rules.compiler import rule_document
from scrapy_bt.core.rules.rule import Column, Layer, Rule, RuleGroup, Tag, TagRef
from scrapy_bt.core.rules.tables import renamed, tables_of

TITLE = Column("ti-tle", tag=TagRef("list", "title"), length=3)
RULE = Rule("r", layers=(Layer("list", tags=(Tag("title"),)),), groups=(RuleGroup("books", columns=(TITLE,)),))


def test_items_of_groups_have_their_columns():
    tables = tables_of(rule_document(RULE, "r.yaml"), {"r.yaml": RULE})
    assert tables["books"].columns == {"ti_tle": TITLE}
    assert tables["books"].file == "r.yaml"


def test_other_items_and_rules_that_are_not_here_have_none():
    assert tables_of(rule_document(RULE, "r.yaml"), {}) == {}


@pytest.mark.parametrize("name", ["list", "n", "link", "at", "list_page", "list_entry", "onward", "more", "way"])
def test_a_group_keeps_its_name(name):
    rule = replace(RULE, groups=(RuleGroup(name, columns=(Column("t", tag=TITLE.tag),)),))
    assert list(tables_of(rule_document(rule, "r.yaml"), {"r.yaml": rule})) == [name]
    assert list(renamed(rule)) == []


def test_of_groups_that_become_one_word_the_one_that_is_it_keeps_it():
    rule = replace(
        RULE, groups=tuple(RuleGroup(name, columns=(Column("t", tag=TITLE.tag),)) for name in ("a-b", "a_b"))
    )
    assert list(renamed(rule)) == ["the rows of group `a-b` are the table `a_b_2`"]


def test_what_cannot_keep_its_name_is_told():
    groups = (RuleGroup("main", columns=(TITLE,)), RuleGroup("Tage-buch", columns=(TITLE,)))
    assert list(renamed(replace(RULE, groups=groups))) == [
        "the rows of group `main` are the table `main_2`",
        "the rows of group `Tage-buch` are the table `Tage_buch`",
        "the column `ti-tle` of group `main` is the field `ti_tle`",
        "the column `ti-tle` of group `Tage-buch` is the field `ti_tle`",
    ]


def test_a_group_that_is_complete_in_several_layers_is_told_with_them():
    layers = (
        Layer("a", entries=("https://a.test/",), parent=TagRef("b", "up"), tags=(Tag("down", link=True),), depth=2),
        Layer("b", parent=TagRef("a", "down"), tags=(Tag("up", link=True),)),
    )
    columns = (Column("x", tag=TagRef("a", "down")), Column("y", tag=TagRef("b", "up")))
    rule = Rule("r", layers=layers, groups=(RuleGroup("both", columns=columns),))
    assert list(renamed(rule)) == ["the rows of group `both` from layer `b` are the table `both_2`"]
