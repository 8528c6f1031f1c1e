"""Elements by what they say."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.elements.called import is_called
from scrapy_bt.core.inference.answers.extraction import page_of
from tests.recordings import answer


def test_blanks_of_any_kind_around_and_within_a_text_do_not_count() -> None:
    root = page_of(answer("/", "<p>\n Made  in </p><b>Made\u00a0in:&nbsp;</b>")).root
    for tag, text in (("p", "Made in"), ("b", "Made in:")):
        element = next(root.iter(tag))
        assert root.xpath(f"//{tag}[{is_called(element, text)}]") == [element]
    assert is_called(next(root.iter("p")), "Made in") == 'normalize-space()="Made in"'
