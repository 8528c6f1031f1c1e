"""From what is kept of a spider to proposals."""

import pytest

from scrapy_bt.core.healing.perception.fieldwatch import Observation
from scrapy_bt.core.tree.nodes import Source
from scrapy_bt.crawl.healing.proposing import digest_of_place, file_proposals, path_of, path_of_json, source_of
from scrapy_bt.storage.healing import HealingStore


@pytest.mark.parametrize(
    ("field", "selector", "source"),
    [
        ("css h1::text", "h1::text", Source("css", ("h1::text",))),
        ("title", 'xpath "//h1" as text', Source("xpath", ("//h1",), kind="text")),
        ("title", 'css "h1 {name}"', None),
        ("re x", "x", None),
        ("title", "((", None),
    ],
)
def test_only_css_and_xpath_without_placeholders_are_healed(field, selector, source):
    assert source_of(Observation("parse", field, selector, 1)) == source


@pytest.mark.parametrize(
    ("field", "selector", "path"),
    [
        ("jmespath a.b", "a.b", "a.b"),
        ("title", 'json "a.b" as text', "a.b"),
        ("title", 'css "a.b"', ""),
        ("re x", "x", ""),
    ],
)
def test_paths_into_json_are_told_from_other_selectors(field, selector, path):
    assert path_of_json(Observation("parse", field, selector, 1)) == path


def test_files_of_places(tmp_path):
    file = tmp_path / "shop.py"
    file.write_text("a")
    assert path_of(f"{file}:12") == file
    assert (len(digest_of_place(f"{file}:12")), digest_of_place("nowhere.py:1")) == (64, "")


def test_a_spider_of_which_nothing_has_changed_has_no_proposals(tmp_path):
    store = HealingStore(tmp_path / "healing.db")
    assert list(file_proposals(store, "shop")) == []
    store.close()
