import asyncio
import os

import pytest
from scrapy.http import HtmlResponse
from scrapy.settings import Settings

from scrapy_bt.core.tree.nodes import Reference, Source, Template
from scrapy_bt.crawl.reading import missed_pages
from scrapy_bt.crawl.reading.missed_pages import PageKeeper, kept_pages, read_kept
from scrapy_bt.crawl.reading.misses import explain_miss
from scrapy_bt.crawl.reading.pages import ResponsePage

TAG = "li/st.title"


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
    assert keeper.keep("a rule", "x.y", page()) is not None


@pytest.mark.parametrize("name", ["..", ".", "", "../../x", "/etc", "a/../../b", "x" * 400, ".hidden"])
def test_no_name_leads_out_of_the_folder(keeper, tmp_path, name):
    path = keeper.keep(name, f"{name}.{name}", page())
    assert path.resolve() == path
    assert path.parent.parent == tmp_path / "kept"
    assert not path.name.startswith(".")
    assert path.read_bytes() == b"<p>"


def test_where_a_page_was_and_its_headers_are_kept_beside_it(keeper):
    headers = {"Content-Type": "text/html; charset=gb18030", "Set-Cookie": "secret=1"}
    there = HtmlResponse("https://a.test/?q=\u4e2d", body="中".encode("gb18030"), headers=headers, encoding="gb18030")
    path = keeper.keep("r", TAG, there)
    assert read_kept(path) == (there.url, "text/html; charset=gb18030")
    assert "secret" not in path.with_suffix(".json").read_text()


@pytest.mark.parametrize(
    "text", [None, "", "[]", "{}", '{"url": 1, "headers": {}}', '{"url": "a", "headers": 1}', "[" * 9999]
)
def test_a_page_that_no_crawl_kept_has_nothing_beside_it(tmp_path, text):
    if text is not None:
        (tmp_path / "a.json").write_text(text)
    assert read_kept(tmp_path / "a.html") is None


def test_in_a_crawl_they_are_written_apart(keeper):
    async def keep():
        path = keeper.keep("r", TAG, page())
        await asyncio.get_running_loop().shutdown_default_executor()
        return path

    assert asyncio.run(keep()).read_bytes() == b"<p>"


def test_none_is_kept_without_a_folder_nor_one_that_is_too_large(keeper, monkeypatch):
    assert PageKeeper(Settings({"BT_KEEP_PAGES": ""})).keep("r", TAG, page()) is None
    monkeypatch.setattr(missed_pages, "LARGEST", 2)
    assert keeper.keep("r", TAG, page()) is None


def test_a_disk_that_takes_nothing_ends_no_crawl(tmp_path):
    (tmp_path / "file").write_text("x")
    keeper = PageKeeper(Settings({"BT_KEEP_PAGES": str(tmp_path / "file")}))
    assert keeper.keep("r", TAG, page()) is not None


def test_the_pages_of_a_part_are_found_again_the_latest_first(keeper, tmp_path):
    paths = [keeper.keep("tree", "main/while/css", page(b"%d" % number)) for number in range(2)]
    keeper.keep("tree", "main/while", page())
    for number, path in enumerate(paths):
        os.utime(path, (number, number))
    settings = Settings({"BT_KEEP_PAGES": str(tmp_path / "kept")})
    assert kept_pages(settings, "tree", "main/while/css") == paths[::-1]
    assert kept_pages(Settings({"BT_KEEP_PAGES": ""}), "tree", "main/while/css") == []


BODY = b"<div class=a><p><b></b></p></div><div class=a><p>text</p></div>"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (Source("css", (".a p > i::text",)), "nothing is found; `.a p` finds 2"),
        (Source("css", ("b::text",)), "`b` finds 1, without what is asked of them"),
        (Source("css", (".none",)), "nothing is found"),
        (Source("css", ("p::text",), kind="number"), "1 found, and no number among them, such as 'text'"),
        (Source("xpath", ("//i",)), "nothing is found"),
        (Source("python", ("a:b",)), "nothing is found"),
        (Source("css", (Template((Reference("x"),)),)), "nothing is found; its text depends on variables"),
    ],
)
def test_the_reason_is_the_part_that_finds_something_or_the_value_of_another_kind(source: Source, reason: str) -> None:
    page = ResponsePage(HtmlResponse("https://a.test/", body=BODY, encoding="utf-8"))
    assert explain_miss(source, page, page) == reason
