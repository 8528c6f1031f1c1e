"""One text that is sent in two ways."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Coded, Constant, Joined
from scrapy_bt.core.inference.origins.spellings import SentSpelling as Sent
from scrapy_bt.core.inference.origins.spellings import fullest, say_the_same, spelling, written
from scrapy_bt.core.inference.plans.rendering import Situation, render

NAMES = ("Brass Lamps", "Tom's Röpes")


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (NAMES, None),
        (("brass lamps", "tom's röpes"), Sent(("lower",))),
        (("BRASS LAMPS", "TOM'S RÖPES"), Sent(("upper",))),
        (("brass-lamps", "toms-ropes"), Sent(("slug",))),
        (("Brass-Lamps", "Tom's-Röpes"), Sent(("hyphens",))),
        (("brass_lamps", "tom's_röpes"), Sent(("lower", "underscores"))),
        (("BrassLamps", "Tom'sRöpes"), Sent(("unspaced",))),
        (("Brass%20Lamps", "Tom%27s%20R%C3%B6pes"), Sent(("url",))),
        (("by:Brass Lamps;", "by:Tom's Röpes;"), Sent((), "by:", ";")),
        (("/brass-lamps", "/toms-ropes"), Sent(("slug",), "/")),
        (("brass-lamps", None), None),
        (("lamps_7", "ropes_3"), None),
    ],
)
def test_it_is_told_how_a_value_is_written_of_a_text(values: tuple[str | None, ...], found: Sent | None) -> None:
    assert spelling(values, NAMES) == found


def test_a_short_number_within_another_one_is_chance() -> None:
    assert spelling(("10", "20"), ("1", "2")) is None
    assert spelling(("lamp", "lamp"), ("Lamp", "LAMP")) is None, "nothing tells"
    assert written([("jane", "Jane")]) == ("lower",), "as typed into a field once"


def test_the_value_is_made_of_the_text() -> None:
    name = Argument("name")
    assert Sent(("lower", "underscores"), "/").value(name) == Joined(
        (Constant("/"), Coded(Coded(name, "lower"), "underscores"))
    )
    assert str(Sent(("slug",), "/")) == "as a name in addresses, with more around it"


def test_the_fullest_of_several_is_what_is_given() -> None:
    slugs, small = ("brass-lamps", "tin-kettles"), ("brass lamps", "tin kettles")
    full = ("Brass Lamps", "Tin Kettles")
    assert fullest([slugs, small, full]) == {
        slugs: (full, Sent(("slug",))),
        small: (full, Sent(("lower",))),
    }
    assert fullest([("a", "b"), ("c", "d")]) == {}
    assert fullest([("LAMP", "ROPE"), ("lamp", "rope")]) == {("lamp", "rope"): (("LAMP", "ROPE"), Sent(("lower",)))}


@pytest.mark.parametrize(
    ("one", "other", "is_so"),
    [
        (("Brass Lamps", "Long Ropes"), ("lamps_7", "ropes_3"), True),
        (("Brass Lamps", "Long Ropes"), ("shop%2FBRASS--LAMPS", "shop%2Flong ropes"), True),
        (("Brass Lamps", "Long Ropes"), ("7", "3"), False),
        (("lamp", "lamp"), ("lamp1", "lamp2"), False),
        (("7", "3"), ("17", "13"), False),
    ],
)
def test_two_texts_say_the_same_whatever_is_around(one: tuple[str, str], other: tuple[str, str], is_so: bool) -> None:
    assert say_the_same(one, other) == is_so


@pytest.mark.parametrize("given", ["lamp", "lamp*", "in:lamp*", "in:lamp"])
def test_what_stands_around_a_text_may_be_given_and_stands_there_once(given: str) -> None:
    value = Sent((), "in:", "*", may_be_given=True).value(Argument("word"))
    assert render(value, Situation({"word": given})) == "in:lamp*"
    assert render(Sent((), "", "*", may_be_given=True).value(Argument("word")), Situation({"word": ""})) == "*"
