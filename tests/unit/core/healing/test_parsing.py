"""Pages that are asked for again are parsed once, as far as they can be kept."""

from scrapy_bt.core.healing import parsing
from scrapy_bt.core.healing.parsing import page_of, parsed_once


def test_within_a_block_a_page_is_parsed_once_and_is_not_kept_after_it():
    with parsed_once():
        first = page_of("<p>one")
        with parsed_once():
            assert page_of("<p>one") is first
        assert page_of("<p>one") is first
    assert page_of("<p>one") is not first


def test_what_is_more_than_can_be_kept_is_parsed_again_the_oldest_first(monkeypatch):
    monkeypatch.setattr(parsing, "MOST_CHARACTERS", 20)
    with parsed_once():
        first, second = page_of("<p>one"), page_of("<p>two")
        page_of("<p>one")
        page_of("<p>and a third")
        assert page_of("<p>one") is first
        assert page_of("<p>two") is not second
