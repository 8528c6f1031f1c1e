"""Rows in the margin of a page."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.rows.margins import menus_among, within_content
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

EACH = Extraction("css", "p.row")


def found(html: str) -> list[str]:
    page = answer("/", html)
    return [row.text for row in page_of(page).elements(within_content(EACH, [page]))]


def test_rows_of_a_margin_are_left_out_where_there_are_others() -> None:
    row = "<p class=row>{}</p>"
    inner = row.format("a") + row.format("b")
    margin = row.format("c")
    assert found(f"<main>{inner}</main><aside><div>{margin}</div></aside>") == ["a", "b"]
    assert found(f"<div>{inner}</div><div role=complementary>{margin}</div><footer>{margin}</footer>") == ["a", "b"]
    assert found(f"<aside>{inner}</aside>") == ["a", "b"]


def test_rows_of_data_stand_in_no_margin() -> None:
    assert within_content(Extraction("json", "rows"), []) == Extraction("json", "rows")


def test_a_menu_leads_wherever_the_list_of_the_content_does() -> None:
    links = [f"<a href=/{n}>{n}</a>" for n in range(5)]
    menu, entries = (Extraction("css", css) for css in ("nav li", "main p"))

    def menus(own: list[str]) -> set[Extraction]:
        listed = "".join(f"<p>{link} of use</p>" for link in own)
        entries_of_menu = "".join(f"<li>{link}" for link in links)
        return menus_among([menu, entries], [answer("/", f"<nav>{entries_of_menu}</nav><main>{listed}</main>")])

    assert menus(links[1:4]) == {menu}
    assert menus([*links[1:4], "<a href=/other>Other</a>"]) == set()
    assert menus(links[1:3]) == set()
