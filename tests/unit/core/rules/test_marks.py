from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.rules.marks import mark_layer
from scrapy_bt.core.rules.results import MOST_SHOWN
from scrapy_bt.core.rules.rule import Layer, Tag
from scrapy_bt.core.rules.tags import run_tag
from scrapy_bt.core.rules.treatments import Replace

PAGE = "<ul><li>Ada <b>12 €</b></li>\n<li>Ben <b>3 €</b></li></ul>"
ROW = Tag("row", start="<li>", end="</li>")


def marked(*tags, text=PAGE, seconds=1e9):
    marks = mark_layer(Layer("list", tags=tags), text, timeout=Timeout(seconds, perf_counter))
    kinds = ("starts", "ends", "pieces", "values")
    return {name: {kind: [text[a:b] for a, b in getattr(each, kind)] for kind in kinds} for name, each in marks.items()}


def test_codes_pieces_and_values_have_places():
    assert marked(ROW)["row"] == {
        "starts": ["<li>", "<li>"],
        "ends": ["</li>", "</li>"],
        "pieces": ["Ada <b>12 €</b>", "Ben <b>3 €</b>"],
        "values": ["Ada <b>12 €</b>", "Ben <b>3 €</b>"],
    }


def test_values_are_what_rematch_include_and_exclude_leave():
    tag = Tag("n", start="<li>", end="</li>", rematch=r"(\d+) €", include=r"\d", exclude="3")
    assert marked(tag)["n"]["values"] == ["12"]


def test_a_child_is_marked_within_its_parent():
    price = Tag("price", start="<b>", end="</b>", parent="row")
    assert marked(ROW, price)["price"]["values"] == ["12 €", "3 €"]


def test_what_works_on_a_changed_value_has_no_place():
    parent = Tag("row", start="<li>", end="</li>", treatments=(Replace("Ada", "Eva"),))
    found = marked(parent, Tag("price", start="<b>", end="</b>", parent="row"))
    assert found["row"]["values"] == ["Ada <b>12 €</b>", "Ben <b>3 €</b>"]
    assert found["price"]["values"] == []


@pytest.mark.parametrize("tag", [Tag("x", start="(a*)*$"), Tag("x", rematch="(")])
def test_a_tag_that_cannot_be_run_has_no_marks_and_stops_no_other(tag):
    found = marked(tag, ROW, text=PAGE + "a" * 5000 + "!", seconds=1.0)
    assert len(found["row"]["values"]) == 2
    assert found["x"]["values"] == []


def test_there_are_not_too_many():
    assert len(marked(Tag("x", rematch="a"), text="a" * 5000)["x"]["values"]) == MOST_SHOWN


@given(st.text("ab12 <>", max_size=60), st.sampled_from(["", "a", "<", "a+"]), st.sampled_from(["", r"\d+", "(a)b?"]))
def test_values_stand_where_they_are_marked(text, start, rematch):
    tag = Tag("x", start=start, end=">", rematch=rematch)
    spans = mark_layer(Layer("l", tags=(tag,)), text)["x"].values
    assert [text[a:b] for a, b in spans] == list(run_tag(tag, text).values)
