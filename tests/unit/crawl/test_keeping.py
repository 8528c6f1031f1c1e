import asyncio

import pytest
from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_bt.core.rules.rule import TagRef
from scrapy_bt.crawl import keeping
from scrapy_bt.crawl.keeping import PageKeeper

TAG = TagRef("li/st", "title")


def page(body=b"<p>"):
    return HtmlResponse("https://a.test/", body=body)


@pytest.fixture
def keeper(tmp_path):
    return PageKeeper(Settings({"BT_KEEP_PAGES": str(tmp_path / "kept")}))


def test_a_few_pages_of_each_tag_are_kept(keeper, tmp_path):
    paths = [keeper.keep("a rule", TAG, page(b"%d" % number)) for number in range(5)]
    folder = tmp_path / "kept/a_rule"
    assert paths == [*(folder / f"li_st.title-{number}.html" for number in (1, 2, 3)), None, None]
    assert [path.read_bytes() for path in paths[:3]] == [b"0", b"1", b"2"]
    assert keeper.keep("a rule", TagRef("x", "y"), page()) is not None


def test_in_a_crawl_they_are_written_apart(keeper):
    async def keep():
        path = keeper.keep("r", TAG, page())
        await asyncio.get_running_loop().shutdown_default_executor()
        return path

    assert asyncio.run(keep()).read_bytes() == b"<p>"


def test_none_is_kept_without_a_folder_nor_one_that_is_too_large(keeper, monkeypatch):
    assert PageKeeper(Settings({"BT_KEEP_PAGES": ""})).keep("r", TAG, page()) is None
    monkeypatch.setattr(keeping, "LARGEST", 2)
    assert keeper.keep("r", TAG, page()) is None


def test_a_disk_that_takes_nothing_ends_no_crawl(tmp_path):
    (tmp_path / "file").write_text("x")
    keeper = PageKeeper(Settings({"BT_KEEP_PAGES": str(tmp_path / "file")}))
    assert keeper.keep("r", TAG, page()) is not None
