"""Written selectors on other pages of the layout."""

from dataclasses import replace

from scrapy_bt.learning.labelled import read_labelled
from scrapy_bt.learning.layouts import second_pages


def test_selectors_are_tried_on_other_pages_of_a_layout(labelled_folder):
    # Two made pages with the same class names; of its own site no page has the layout of another.
    pages = [page for page in read_labelled(labelled_folder).pages if page.path.name in ("0.html.gz", "102.html.gz")]
    found = second_pages(replace(page, site="one site") for page in pages)
    assert [kind for kind, _ in found] == ["title", "author", "paragraph", "topic"] * 2
    assert sum(right for _, right in found) >= 6
    assert second_pages(pages) == []


def test_pages_of_other_layouts_are_not_compared(labelled_folder):
    pages = [page for page in read_labelled(labelled_folder).pages if page.site == "site0"]
    assert len(pages) == 3
    assert second_pages(pages) == []
