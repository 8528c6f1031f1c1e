"""A selector goes on with steps that exist on the page alone."""

import pytest

from scrapy_bt.core.healing.fields import run_selector
from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.writing import target_of, write_selectors
from scrapy_bt.learning.sequence.grammar import MOST_STEPS, Prefix, spell
from tests.redesigns import NEW


def candidate(page, text):
    return page.by_text[text.casefold()][0]


def ends(prefix):
    """All selectors that may be written."""
    for one in prefix.choices:
        if one.step is None:
            yield prefix
        else:
            yield from ends(prefix.follow(one))


@pytest.mark.parametrize("text", ["Bo Chan", "trade", "city", "News"])
def test_whatever_ends_finds_what_is_meant(new, text):
    page = new.page
    meant = candidate(page, text)
    written = list(ends(Prefix(page, meant)))
    assert all(run_selector(page, one.css)[0] in meant.chain for one in written)
    assert all(len(one.steps) <= MOST_STEPS for one in written)


def test_what_is_not_the_first_is_found_by_what_is_around_it(new):
    written = {one.css for one in ends(Prefix(new.page, candidate(new.page, "Bo Chan")))}
    assert {"b", "p.writer", "p.writer > b"} <= written
    assert "a" not in {one.css for one in ends(Prefix(new.page, candidate(new.page, "trade")))}


@pytest.mark.parametrize("text", ["Market opens late", "Bo Chan", "trade"])
def test_the_firmest_selector_can_be_spelled(text):
    page = Page(NEW)
    meant = candidate(page, text)
    best = write_selectors([target_of(page, meant)])[0]
    ways = spell(page, meant, best.path)
    assert [prefix.choices[at].step for prefix, at in ways] == [*reversed(best.path.steps), None]
    assert ways[-1][0].css == best.text


def test_a_selector_of_another_page_cannot(new, old):
    meant = candidate(old.page, "Ann Lee")
    best = write_selectors([target_of(old.page, meant)])[0]
    assert spell(new.page, candidate(new.page, "Bo Chan"), best.path) is None
