"""URLs are read from what people have them in; a fault is told with its place."""

import gzip

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.learning.distillation.addresses import RoutedUrl, read_addresses

SITEMAP = """<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://a.example/1</loc></url></urlset>"""
FIRST = "https://a.example/1"


@pytest.mark.parametrize(
    ("name", "text", "route"),
    [
        ("urls.txt", f"# mine\n{FIRST}\n\n", "urls.txt"),
        ("urls.tsv", f"{FIRST}\titem\n", "item"),
        ("urls.csv", f"route,url\nitem,{FIRST}\n", "item"),
        ("feed.jl", f'{{"url": "{FIRST}", "title": 1}}\n', "feed.jl"),
        ("feed.jsonl", f'{{"url": "{FIRST}", "route": "item"}}\n', "item"),
        ("items.xml", SITEMAP, "items.xml"),
    ],
)
def test_each_kind_of_file(tmp_path, name, text, route):
    (tmp_path / name).write_text(text)
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    assert read_addresses(tmp_path / name) == [RoutedUrl(FIRST, route)]
    assert len(read_addresses(tmp_path / f"{name}.gz")) == 1


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("urls.txt", b"https://a.example/1\nshop/2\n", r"urls\.txt:2: 'shop/2' is no URL"),
        ("urls.txt", b"\xff\xfe\x00", "not a text in UTF-8"),
        ("urls.csv", b"address\nx\n", r"urls\.csv:1: there is no column 'url'"),
        ("feed.jl", b'{"url": 1}\n', r"feed\.jl:1: the record has no text 'url'"),
        ("feed.jl", b"{\n", r"feed\.jl:1: not JSON"),
        ("map.xml", b"", "not a sitemap"),
        ("map.gz", b"no", "cannot be read"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path, name, data, told):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BTError, match=told):
        read_addresses(tmp_path / name)
