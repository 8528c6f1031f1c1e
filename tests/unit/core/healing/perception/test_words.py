"""What is said of a field that has changed."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import VIEWS, Alarm
from scrapy_bt.core.healing.perception.words import describe, tell, tell_views


@pytest.mark.parametrize(
    ("view", "now", "words"),
    [
        ("found", "none", "finds nothing any more"),
        ("found", "some", "in some places only"),
        ("repeated", "known", "the same value again and again"),
        ("neighbour", "same", "the value of another field"),
        ("number", "2", "another number of values"),
        ("form", "words", "'words' where '0.0 €' is usual"),
        ("length", "-2", "of another length"),
        ("script", "cyrillic", "cyrillic where 0.0 € is usual"),
        ("script", "…", "… where 0.0 € is usual"),
    ],
)
def test_each_view_has_its_words(view, now, words):
    assert words in describe(Alarm("n", "f", view, now, "0.0 €", 1.0))
    assert view in VIEWS
    assert tell_views([view, view]) == f"{tell_views([view])}, {tell_views([view])}" != f"{view}, {view}"


def test_an_alarm_says_where_what_and_what_to_do():
    alarm = Alarm("product", "price", "found", "none", "all", 0.984)
    assert tell(alarm, FieldWatch("product", "price", place="shop.bt:4"), "https://a.test/1") == (
        "The site may have changed: 'product/price' (shop.bt:4) finds nothing any more, as on https://a.test/1; it was"
        " otherwise on 98% of the pages before. Look at it with: scrapy bt heal status"
    )
    over = tell(alarm._replace(over=True, field=""), FieldWatch("product", ""), "https://a.test/1")
    assert over == "'product' gives again what it used to, as on https://a.test/1"
