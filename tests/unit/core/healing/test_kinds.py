"""The seven kinds of change."""

import pytest

from scrapy_bt.core.healing.kinds import Kind, kind_of_change
from scrapy_bt.core.healing.pages import Page

BEFORE = "<html><body><div class='box'><span>a</span><b class='price'>12 EUR</b></div></body></html>"


def place(source, text):
    return Page(source).by_text[text][0]


@pytest.mark.parametrize(
    ("now", "text", "kind"),
    [
        (BEFORE, "12 eur", Kind.NONE),
        (BEFORE.replace("12 EUR", "twelve"), "twelve", Kind.FORMAT),
        (BEFORE.replace("<b ", "<em ").replace("</b>", "</em>"), "12 eur", Kind.TAG),
        (BEFORE.replace("price", "cost"), "12 eur", Kind.ATTRIBUTES),
        (BEFORE.replace("<span>a</span>", "<span>a</span><i>new</i>"), "12 eur", Kind.SIBLINGS),
        (BEFORE.replace("<b ", "<p>from <b ").replace("</b>", "</b></p>"), "12 eur", Kind.LEVEL),
        (BEFORE.replace("class='box'", "class='card'"), "12 eur", Kind.LAYOUT),
    ],
)
def test_each_kind_is_told(now, text, kind):
    assert kind_of_change(place(BEFORE, "12 eur"), place(now, text)) is kind


def test_what_is_not_there_is_gone():
    assert kind_of_change(place(BEFORE, "12 eur"), None) is Kind.GONE
