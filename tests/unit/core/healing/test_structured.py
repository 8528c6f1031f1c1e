"""What a page says of itself to machines."""

from scrapy_bt.core.healing.pages import Page
from scrapy_bt.core.healing.structured import StructuredKey
from tests.redesigns import OLD


def test_json_ld_and_meta_elements_are_keys_of_texts():
    found = Page(OLD).structured
    names = {key.name for key in found.keys_of("Storm over the Bay")}
    assert {"newsarticle.headline", "meta.og:title"} <= names
    assert found.keys_of("Ann Lee") == [StructuredKey("author.name", 0)]
    assert found.keys_of("coast") == [StructuredKey("newsarticle.keywords", 1)]
    assert found.first("no.such", "meta.og:title") == "storm over the bay"


def test_a_list_in_one_text_is_taken_word_by_word():
    page = Page("<html><head><meta name='keywords' content='sea, wind'></head><body><p>x</p></body></html>")
    assert page.structured.keys_of("wind") == [StructuredKey("meta.keywords", 2)]


def test_microdata_is_a_key():
    page = Page("<html><body><span itemprop='recipeYield'>4 pies</span></body></html>")
    assert page.structured.keys_of("4 pies") == [StructuredKey("item.recipeyield", 0)]


def test_what_is_no_json_or_far_too_deep_is_passed_over():
    deep = "[" * 3_000 + "]" * 3_000
    for text in ("{not json", deep, '{"a": ' * 500 + "1" + "}" * 500):
        page = Page(f"<html><body><script type='application/ld+json'>{text}</script><p>x</p></body></html>")
        assert page.structured.keys_of("1") == []
