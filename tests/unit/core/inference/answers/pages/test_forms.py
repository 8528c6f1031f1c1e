from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.pages.forms import are_of_one_form, brings, forms_of, is_filled, is_hidden
from scrapy_bt.core.samples.traffic import Sent
from tests.recordings import SITE, answer


def test_fields_and_buttons_of_one_form_are_sent_together() -> None:
    page = answer(
        "/",
        "<form><input name=q><input type=hidden name=kind value=page><button name=go value=1>Go</button></form>"
        "<form><select name=language></select></form><form></form>",
    )
    assert forms_of(page) == (frozenset({"q", "kind", "go"}), frozenset({"language"}))
    assert are_of_one_form(["q", "go"], page)
    assert not are_of_one_form(["q", "language"], page)


def test_what_is_no_page_has_no_forms() -> None:
    assert forms_of(answer("/", {"form": 1})) == ()


ORDER = answer(
    f"{SITE}/lamps/17",
    "<form method=post action=/cart><input name=product type=hidden value=17><input name=many value=1>"
    "<textarea name=note>\n</textarea><input type=checkbox name=gift value=yes><input type=submit name=go value=Buy>"
    "<select name=colour><option value=b>brass<option value=g selected>glass</select>"
    "<select name=size><option>small<option>large</select></form>"
    "<form action='http://[/'><input name=many></form>",
)


@pytest.mark.parametrize(
    ("name", "value", "is_brought"),
    [
        ("product", "17", True),
        ("go", "Buy", True),
        ("many", "1", False),
        ("product", "18", False),
        ("gift", "yes", False),
    ],
)
def test_a_form_brings_what_nobody_sees_and_its_buttons(name: str, value: str, is_brought: bool) -> None:
    assert brings(ORDER, name, value) is is_brought
    assert not brings(answer("/", {name: value}), name, value)


@pytest.mark.parametrize(
    ("name", "value", "is_written"),
    [
        ("many", "3", True),
        ("many", "1", False),
        ("note", "quick, please", True),
        ("note", "", False),
        ("colour", "b", True),
        ("colour", "g", False),
        ("size", "large", True),
        ("size", "small", False),
        ("product", "18", False),
        ("gift", "yes", False),
        ("go", "Sell", False),
        ("other", "3", False),
    ],
)
def test_what_a_field_did_not_hold_was_written_there(name: str, value: str, is_written: bool) -> None:
    assert is_filled(ORDER, Sent("POST", f"{SITE}/cart"), name, value) == is_written


def test_a_form_says_where_it_is_sent_and_how() -> None:
    assert not is_filled(ORDER, Sent("GET", f"{SITE}/cart?many=3"), "many", "3")
    assert not is_filled(ORDER, Sent("POST", f"{SITE}/other"), "many", "3")
    assert not is_filled(answer("/", {"form": 1}), Sent("POST", f"{SITE}/cart"), "many", "3")


def test_what_nobody_sees_is_brought_by_the_form() -> None:
    order = Sent("POST", f"{SITE}/cart")
    assert is_hidden(ORDER, order, "product", "17")
    assert not is_hidden(ORDER, order, "product", "18")
    assert not is_hidden(ORDER, order, "many", "1")
