"""Pages of one address before a redesign and after it."""

from scrapy_bt.learning.trials import KeptPage
from scrapy_bt.learning.twins import find_twins, is_confirmed


def page(number, state, text):
    tag = "h2" if state == "failing" else "h1"
    return KeptPage(f"https://a.test/{number}", state, f"<{tag}>{text}</{tag}><p>{text}</p><i>same</i><b>other</b>")


PAGES = [
    page(1, "good", "One"), page(2, "good", "Two"), page(3, "good", "Three"),
    page(2, "failing", " two "), page(1, "failing", "One"), page(9, "failing", "Nine"),
]  # fmt: skip


def test_pages_of_one_address_are_twins():
    assert [(one.before.url[-1], one.now.url[-1]) for one in find_twins(PAGES)] == [("2", "2"), ("1", "1")]


def test_what_is_the_same_on_several_pages_is_confirmed():
    twins = find_twins(PAGES)
    assert is_confirmed("h1::text", "h2::text", twins)
    assert not is_confirmed("h1::text", "b::text", twins)
    assert not is_confirmed("h1::text", "h2::text", twins[:1])
    assert not is_confirmed("i::text", "i::text", twins)
    assert is_confirmed(".//h1/text()", "h2", twins, within=("html", "html"))
