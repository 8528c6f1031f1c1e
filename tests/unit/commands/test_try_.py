import argparse
import gzip
from pathlib import Path
from typing import Any

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.commands import try_

TREE = """main :: and {
    visit "https://a.test/"
    x = css "h1::text"
    item each css "div" {
        price = css ".price::text" as number
        name  = css "i::text"
    }
    item { wrong = css ".card .prize::text"  x = x }
}
"""
PAGE = """<h1>One</h1><div class=empty></div>
<div class=card><b class=price>none</b><i>A</i></div><div class=card><b class=price>12 EUR</b></div>"""


@pytest.fixture
def tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    (tmp_path / "a.bt").write_text(TREE, "utf-8")
    (tmp_path / "a.html").write_text(PAGE, "utf-8")

    def run(node: str, *arguments: str, most: int = 5, page: str = "a.html") -> tuple[int, str]:
        options = argparse.Namespace(
            file=tmp_path / "a.bt",
            node=node,
            page=page and str(tmp_path / page),
            arguments=list(arguments),
            url="https://a.test/" if page else "",
            most=most,
        )
        status = try_.run(options, Settings())
        return status, capsys.readouterr().out

    return run


def test_an_item_is_shown_record_by_record_with_what_is_missing(tell: Any) -> None:
    status, text = tell("item")
    assert status == 0
    assert "2 records" in text
    assert "price = null  # css \".price::text\" as number: 1 found, and no number among them, such as 'none'" in text
    assert "price = 12" in text
    assert 'name  = null  # css "i::text": nothing in this element, 1 elsewhere on the page' in text


@pytest.mark.parametrize("node", ["main/item#2", "8", "item#2"])
def test_a_node_is_named_by_its_place_the_end_of_it_or_its_line(tell: Any, node: str) -> None:
    status, text = tell(node, "x=7")
    assert status == 1
    assert "nothing is found; `.card` finds 2" in text


def test_a_source_shows_its_values(tell: Any) -> None:
    status, text = tell("x=/css")
    assert (status, text.splitlines()[1:]) == (0, ["  1 value", '  "One"'])


def test_an_unknown_node_is_told_with_those_that_there_are(tell: Any) -> None:
    with pytest.raises(UsageError, match=r"there are: main/x=/css \(line 3\), main/item \(line 4\)"):
        tell("none")


def test_the_number_of_values_is_limited(tell: Any) -> None:
    assert "2." not in tell("item", most=1)[1]
    with pytest.raises(UsageError):
        tell("item", most=-1)


def test_a_saved_sitemap_is_read_out_of_its_gzip_file(tell: Any, tmp_path: Path) -> None:
    sitemap = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>'
    (tmp_path / "a.html").write_bytes(gzip.compress(f"{sitemap}https://a.test/1</loc></url></urlset>".encode()))
    (tmp_path / "a.bt").write_text('main :: and { visit "https://a.test/"  x = css "loc::text" all }')
    status, text = tell("x=/css")
    assert (status, text.splitlines()[1:]) == (0, ["  1 value", '  "https://a.test/1"'])


def test_without_a_page_those_are_shown_on_which_it_took_nothing(tell: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / ".scrapy" / "bt-pages" / "a"
    folder.mkdir(parents=True)
    (folder / "main_item_2-1.html").write_text(PAGE, "utf-8")
    (folder / "main_item_2-1.json").write_text('{"url": "https://a.test/last", "headers": {}}', "utf-8")
    status, text = tell("item#2", "x=7", page="")
    assert status == 1
    assert "on https://a.test/last\n" in text
    with pytest.raises(UsageError, match="no page is kept on which main/item took nothing"):
        tell("main/item", page="")
