"""The seven kinds of change."""

import pytest

from scrapy_bt.core.healing.kinds import ChangeKind, kind_of_change
from scrapy_bt.core.healing.pages import Page

BEFORE = "<html><body><div class='box'><span>a</span><b class='price'>12 EUR</b></div></body></html>"


def place(source, text):
    return Page(source).by_text[text][0]


@pytest.mark.parametrize(
    ("now", "text", "kind"),
    [
        (BEFORE, "12 eur", ChangeKind.NONE),
        (BEFORE.replace("12 EUR", "twelve"), "twelve", ChangeKind.FORMAT),
        (BEFORE.replace("<b ", "<em ").replace("</b>", "</em>"), "12 eur", ChangeKind.TAG),
        (BEFORE.replace("price", "cost"), "12 eur", ChangeKind.ATTRIBUTES),
        (BEFORE.replace("<span>a</span>", "<span>a</span><i>new</i>"), "12 eur", ChangeKind.SIBLINGS),
        (BEFORE.replace("<b ", "<p>from <b ").replace("</b>", "</b></p>"), "12 eur", ChangeKind.LEVEL),
        (BEFORE.replace("class='box'", "class='card'"), "12 eur", ChangeKind.LAYOUT),
    ],
)
def test_each_kind_is_told(now, text, kind):
    assert kind_of_change(place(BEFORE, "12 eur"), place(now, text)) is kind


def test_what_is_not_there_is_gone():
    assert kind_of_change(place(BEFORE, "12 eur"), None) is ChangeKind.GONE
