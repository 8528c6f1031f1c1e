"""Elements of a page before and of today that are the same."""

from scrapy_bt.core.healing.matching import match_elements
from scrapy_bt.core.healing.pages import Page
from tests.redesigns import NEW, OLD


def names(pairs):
    return [(one.tag, other.tag) for one, other in pairs]


def test_what_both_pages_have_once_is_matched_in_order():
    old, new = Page(OLD), Page(NEW)
    pairs = match_elements(old, new)
    texts = [("".join(one.itertext()), "".join(other.itertext())) for one, other in pairs]
    assert ("Home", "Home") in texts
    assert ("All rights reserved", "All rights reserved") in texts
    for page, number in ((old, 0), (new, 1)):
        order = [list(page.root.iter()).index(pair[number]) for pair in pairs]
        assert order == sorted(order)


def test_a_page_is_matched_with_itself_and_repeated_things_are_not():
    page = Page("<body><h1>One</h1><p>same</p><p>same</p><div id=x>a</div></body>")
    assert [one.tag for one, other in match_elements(page, page) if one is other] == ["h1", "div"]
    other = Page("<body><p>same</p><div id=x>b</div><h2>One</h2></body>")
    assert names(match_elements(page, other)) in ([("h1", "h2")], [("div", "div")])


def test_pages_with_nothing_in_common_match_nothing():
    assert match_elements(Page("<p>a</p>"), Page("")) == []
