"""The list that an element belongs to."""

from scrapy_bt.core.healing.around import column_around
from scrapy_bt.core.healing.columns import column_of, columns_of
from scrapy_bt.core.healing.pages import Page, seen_text

OLD = "<ul><li>Home</li><li>News</li></ul><ol><li>2 carrots</li><li>1 lemon</li><li>salt</li></ol>"
NEW = (
    "<ul><li>Home</li><li>News</li></ul><p>Ann Lee</p><ul><li>3 onions</li><li>4 eggs</li><li>1 leek</li></ul>"
    "<ul><li>Home <i>and so on, in a text that is much longer than all that any of them ever was before</i></li></ul>"
)


def around(text, taken=()):
    old, new = Page(f"<html><body>{OLD}</body></html>"), Page(f"<html><body>{NEW}</body></html>")
    before = column_of(old, old.root.xpath("//ol/li"))
    candidate = new.by_text[text][0]
    others = [new.by_text[each][0] for each in taken]
    found = column_around(candidate, before, columns_of(new), new, [candidate, *others])
    return found and [seen_text(each) for each in found.elements]


def test_it_is_what_stands_together_and_is_no_menu():
    assert around("4 eggs") == around("3 onions") == ["3 onions", "4 eggs", "1 leek"]


def test_what_is_another_field_is_no_part_of_it():
    assert "Ann Lee" not in (around("3 onions", taken=["ann lee"]) or ())


def test_there_may_be_none():
    old = Page("<html><body><p>one</p></body></html>")
    candidate = old.by_text["one"][0]
    assert column_around(candidate, column_of(old, [candidate.inner]), [], old, []) is None
