"""What is had by what it is called, in a tree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Called, SentChoice, Value
from scrapy_bt.core.inference.conclusion import Conclusion, Given
from scrapy_bt.core.inference.growth import grow, print_grown
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.language.checker import check
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Sent
from scrapy_bt.testing import Playbook, emit, failed, finished, page, printed, the_end, visit

HOME, LIST = "https://port.test/", "https://port.test/list?kind=lgt"
ON_PAGE = Called(0, Argument("kind"), ('//select[@name="kind"]//option[.=', " or @value=", "]/@value"))
RECORDED = SentChoice(Argument("kind"), (('Lamps "{old}"', "lgt"), ("Ropes", "cdg")))
PAGE = "<select name=kind><option value=lgt>Lamps &quot;{old}&quot;</option><option value=cdg>Ropes</option></select>"


def tree(value: Value, *, looks: bool) -> str:
    asked = PlannedStep(1, Sent("GET", LIST), {Key("query", "kind"): value})
    steps = (PlannedStep(0, Sent("GET", HOME)), asked) if looks else (asked,)
    text = print_grown(grow(Conclusion(Plan(steps, 1), (), (Given("kind", "lgt"),)), named=True))
    assert check(text) == []
    return text


def come(book: Playbook, url: str) -> None:
    """The list comes from the URL, and that is all."""
    book << visit("list_page", url=url) >> page("<title>Lamps</title>") << emit("list") << finished() << the_end()


@pytest.mark.parametrize("given", ['Lamps "{old}"', "lgt"])
def test_a_choice_is_found_either_way(given: str) -> None:
    come(Playbook(tree(ON_PAGE, looks=True), kind=given) << visit("home_page", url=HOME) >> page(PAGE), LIST)
    come(Playbook(tree(RECORDED, looks=False), kind=given), LIST)


def test_what_is_not_on_the_page_is_told_and_ends_the_tree() -> None:
    book = Playbook(tree(ON_PAGE, looks=True), kind="Boats") << visit("home_page", url=HOME) >> page(PAGE)
    book << printed("nothing there is called “Boats”") << failed() << the_end()


def test_what_several_things_are_called_is_told_as_such() -> None:
    pieces = ('//option[concat(../@label, " ", .)=', " or .=", " and count(//option[.=", "])=1 or @value=", "]/@value")
    twice = PAGE.replace("Ropes", 'Lamps "{old}"')
    tried = tree(replace(ON_PAGE, pieces=pieces), looks=True)
    book = Playbook(tried, kind='Lamps "{old}"') << visit("home_page", url=HOME) >> page(twice)
    book << printed('no single entry there is called “Lamps "{old}"”') << failed() << the_end()


def test_what_is_not_on_the_page_is_sent_where_it_may_have_been_typed() -> None:
    tried = tree(replace(ON_PAGE, or_given=True), looks=True)
    book = Playbook(tried, kind="boats") << visit("home_page", url=HOME) >> page(PAGE)
    come(book << printed("nothing there is called “boats”: it is sent as it is"), LIST.replace("lgt", "boats"))


def test_what_was_none_of_the_choices_is_told_and_sent() -> None:
    book = Playbook(tree(RECORDED, looks=False), kind="boats")
    come(book << printed("no choice was called “boats”: it is sent as it is"), LIST.replace("lgt", "boats"))
