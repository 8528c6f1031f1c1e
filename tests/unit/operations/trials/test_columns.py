from scrapy_bt.core.rules.groups import GroupRow
from scrapy_bt.core.rules.rule import Column, RuleGroup, TagRef
from scrapy_bt.core.rules.trials import GroupTrial
from scrapy_bt.operations.trials.columns import is_number, losses, typed

NAME = Column("name", tag=TagRef("list", "name"), length=3)
PRICE = Column("price", tag=TagRef("list", "price"), type="number")
URL = "https://a.test/"


def trial(*rows):
    return GroupTrial(RuleGroup("g", columns=(NAME, PRICE)), rows)


def test_numbers_become_numbers_and_what_is_none_nothing():
    assert typed(trial(), GroupRow("g", ("Ada", "1,50 EUR"))) == ["Ada", 1.5]
    assert typed(trial(), GroupRow("g", ("Ada", "sold"))) == ["Ada", None]


def test_values_of_other_pages_stay_the_names_of_their_tags():
    assert is_number(PRICE, "12")
    assert not is_number(PRICE, "‹list.price›")
    assert not is_number(NAME, "12")
    assert typed(trial(), GroupRow("g", ("Ada", "‹list.price›"))) == ["Ada", "‹list.price›"]


def test_what_is_lost_is_told_once_of_each_kind():
    rows = [
        GroupRow("g", ("Ada", "sold"), ("name",)),
        GroupRow("g", ("Ben", "gone"), ("name",)),
        GroupRow("g", ("Cy", "2 for 3")),
    ]
    cut, none, several = losses(trial(*rows), URL)
    assert cut == "a text is longer than column name takes, and is cut to 3 characters (and 1 more)"
    assert "“sold”" in none
    assert none.endswith("(and 1 more)")
    assert "has 2, of which" in several
    assert losses(trial(GroupRow("g", ("Ada", "2"))), URL) == []
