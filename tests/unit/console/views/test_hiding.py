import re
from pathlib import Path

import pytest

from scrapy_bt import console
from scrapy_bt.console.views.hiding import hides, reveal
from scrapy_bt.core.documents.controls import HIDDEN
from tests.unit.console.conftest import Client, MadeCrawl


def test_hidden_signs_of_the_text_are_shown_and_those_of_attributes_stay() -> None:
    page = '<p title="a\u202eb">x\u202ey\x1b</p>\n<a href="/\u200b">\ufeff…项目</a>'
    assert reveal(page) == '<p title="a\u202eb">x⟦U+202E⟧y⟦U+001B⟧</p>\n<a href="/\u200b">⟦U+FEFF⟧…项目</a>'


def test_what_is_edited_stays_as_it_is() -> None:
    page = "<textarea name=a>x\u202ey</textarea>\u202e"
    assert reveal(page) == "<textarea name=a>x\u202ey</textarea>⟦U+202E⟧"


@pytest.mark.parametrize("text", ["a\tb\r\nc", "é项目", "👩\u200d👩", "שלום"])
def test_what_hides_nothing_stays(text: str) -> None:
    assert reveal(text) == text
    assert not hides(text)


def test_scripts_show_the_same_signs() -> None:
    """`visible` of session.js is for what comes while somebody watches."""
    script = (Path(console.__file__).parent / "static" / "session.js").read_text(encoding="utf-8")
    (shown,) = re.findall(r"text\.replace\(/\[(.*?)\]/g", script)
    assert re.sub(r"\\u00(?=..)", r"\\x", shown) == HIDDEN


def test_no_page_is_turned_around_by_a_name(client: Client, crawl: MadeCrawl) -> None:
    crawl.bury("bad \u202ereason")
    crawl.add("main/\u202egnp")
    for path in ("/crawls/shop", "/crawls/shop/letters", "/crawls/shop/tasks"):
        text = client.get(path).text
        assert "⟦U+202E⟧" in text
        assert "\u202e" not in re.sub(r"<[^>]*>", "", text)


def test_a_file_with_hidden_signs_is_shown_and_edited(client: Client) -> None:
    trees = client.console.project / "trees"
    trees.mkdir(exist_ok=True)
    (trees / "shop.bt").write_text('main :: visit "https://shop.test/"  # \u202e', encoding="utf-8")
    text = client.get("/trees/shop.bt").text
    assert "# ⟦U+202E⟧</pre>" in text
    assert '# \u202e">' in text
