"""Cases as files."""

import gzip

import pytest

from scrapy_bt.core.healing.perception.observations import Observation
from scrapy_bt.errors import BTError
from scrapy_bt.operations.healing.casefiles import export_case, import_case
from scrapy_bt.operations.healing.cases import find_case, list_cases
from scrapy_bt.storage.healing import HealingStore

SEEN = (Observation("Shop.parse", "css h1::text", "h1::text", 1, 0, ("One",), "shop.py:3"),)


def test_a_case_goes_into_another_store(filing, tmp_path):
    store = filing.store
    url = "https://shop.test/1"
    store.add_page("shop", "Shop.parse", state="good", url=url, status=200, markup="<h1>One</h1>", seen=SEEN)
    store.add_page("shop", "Shop.parse", state="failing", url=url, status=200, markup="<h2>One</h2>", seen=())
    store.add_page("shop", "other", state="good", url=url, status=200, markup="", seen=())
    one = filing.file()
    export_case(store, find_case(store, one.id), tmp_path / "case.json.gz")
    other = HealingStore(tmp_path / "other.db")
    (filed,) = import_case(other, tmp_path / "case.json.gz")
    assert (filed.spider, filed.proposal, filed.state.value) == (one.spider, one.proposal, "open")
    (page,) = other.pages("shop", "Shop.parse", "good")
    assert (page.url, page.markup, page.fields) == (url, "<h1>One</h1>", SEEN)
    assert len(other.pages("shop", "Shop.parse", "failing")) == 1
    assert other.pages("shop", "other", "good") == []
    assert [case.id for case in list_cases(other)] == [filed.id]
    other.close()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"plain", "cannot be read"),
        (gzip.compress(b"no json", mtime=0), "is no case of healing"),
        (gzip.compress(b"[]", mtime=0), "is no case of healing"),
        (gzip.compress(b'{"format": 2, "proposals": [], "pages": []}', mtime=0), "is no case of healing"),
        (
            gzip.compress(b'{"format": 1, "proposals": [], "pages": [{"spider": "x"}]}', mtime=0),
            "is no case of healing",
        ),
        (gzip.compress(b"{}", mtime=0)[:-9], "cannot be read"),
    ],
)
def test_what_is_no_case_is_told_and_leaves_the_store_as_it_is(filing, tmp_path, content, told):
    path = tmp_path / "case.json.gz"
    path.write_bytes(content)
    with pytest.raises(BTError, match=told):
        import_case(filing.store, path)
    assert filing.store.spiders() == []


def test_a_file_that_cannot_be_written(filing, tmp_path):
    with pytest.raises(BTError, match="cannot be written"):
        export_case(filing.store, find_case(filing.store, filing.file().id), tmp_path / "nowhere" / "case.gz")
    with pytest.raises(BTError, match="cannot be read: No such file"):
        import_case(filing.store, tmp_path / "none.gz")
