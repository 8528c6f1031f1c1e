from dataclasses import dataclass

import scrapy
from scrapy.settings import Settings

from scrapy_bt.crawl.duplicates.options import DuplicateOptions
from scrapy_bt.crawl.duplicates.samples import is_longer, kind_of_item, sample_of
from scrapy_bt.crawl.runtime.records import Record
from tests.unit.crawl.duplicates.ledger_contract import text


@dataclass
class Page:
    title: str
    url: str = ""


class Article(scrapy.Item):
    title = scrapy.Field()
    url = scrapy.Field()


def sample(item, **settings):
    return sample_of(item, DuplicateOptions.read(Settings(settings)))


def test_kinds_are_nodes_and_classes_and_dicts_have_none():
    assert [kind_of_item(item) for item in (Record("news", {}), Page("a"), Article(), {})] == [
        "news",
        "Page",
        "Article",
        "",
    ]


def test_records_of_any_class_have_samples():
    samples = [sample(Record("Page", {"title": "a", "url": "u"})), sample(Page("A!", "u"))]
    assert samples[0] == samples[1]
    assert samples[0].url == "u"
    assert sample(Article(title="a")).kind == "Article"
    assert sample({"title": "a"}).url == ""


def test_all_fields_but_the_address_count_whatever_their_type():
    one = {"url": "a", "tags": ["x", "y"], "price": 3, "more": {"b": 1}, "raw": b"1", "none": None}
    assert sample(one).key == sample({**one, "url": "b"}).key
    for name, value in (("tags", ["x"]), ("price", 4), ("more", {"b": 2}), ("raw", b"2")):
        assert sample(one).key != sample({**one, name: value}).key
    assert sample({"a": "x"}).key != sample({"b": "x"}).key
    assert sample({"link": "a", "t": "x"}, BT_DUPLICATES_URL="link").url == "a"


def test_long_records_are_told_from_short_ones():
    assert is_longer(Page("x" * 30, "y" * 30), 50)
    assert not is_longer({"a": "x" * 50, "b": None, "c": 10**60}, 50)


def test_a_record_without_content_has_no_sample():
    assert sample({"url": "a"}) is None
    assert sample({"title": "…", "url": "a"}) is None
    assert sample({"title": "x"}, BT_DUPLICATES_FIELDS=["text"]) is None


def test_signatures_are_made_when_texts_are_compared():
    assert sample({"t": text(1)}).signature == b""
    near = sample({"t": text(1)}, BT_DUPLICATES="near")
    assert near.signature
    assert len(near.bands) == 16
    assert sample({"t": "short"}, BT_DUPLICATES="near").bands == ()
