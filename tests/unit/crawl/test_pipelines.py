from types import SimpleNamespace

import pytest

from scrapy_bt.core.rules.rule import Column, TagRef
from scrapy_bt.core.rules.tables import GroupTable
from scrapy_bt.crawl.pipelines import RuleFiles
from scrapy_bt.crawl.runtime.records import Record

TAG = TagRef("l", "t")
TABLE = GroupTable(
    "r.yaml",
    {"name": Column("name", tag=TAG), "a": Column("a", tag=TAG, type="file"), "b": Column("b", tag=TAG, type="file")},
)
INFO = SimpleNamespace(spider=SimpleNamespace(tables={"books": TABLE}))


@pytest.fixture
def pipeline():
    return RuleFiles.__new__(RuleFiles)


def test_columns_of_files_are_asked_for_within_the_rule(pipeline):
    record = Record("books", {"name": "x", "a": "https://a.test/a", "b": None})
    (request,) = pipeline.get_media_requests(record, INFO)
    assert (request.url, request.meta) == ("https://a.test/a", {"bt_rule": "r.yaml"})
    assert pipeline.get_media_requests({"a": "https://a.test/a"}, INFO) == []
    assert pipeline.get_media_requests(record, SimpleNamespace(spider=object())) == []


def test_the_path_takes_the_place_of_the_url_where_there_is_one(pipeline):
    record = Record("books", {"name": "x", "a": "https://a.test/a", "b": "https://a.test/b"})
    done = pipeline.item_completed([(False, None), (True, {"path": "full/b"})], record, INFO)
    assert done == {"name": "x", "a": "https://a.test/a", "b": "full/b"}
    assert pipeline.item_completed([], {"a": 1}, INFO) == {"a": 1}
