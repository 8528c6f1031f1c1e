from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import page_of
from scrapy_bt.core.inference.answers.rows.waysup import leads_up, without_ways_up
from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer

ROWS = Extraction("css", "table > tr:has(td)")
FILES = [("a..b.txt", "/files/lamps/a.txt"), ("c.txt", "/files/lamps/c.txt"), ("old", "/files/lamps/old/")]


def folder(*before: tuple[str, str], path: str = "/files/lamps/") -> Answer:
    rows = "".join(f'<tr><td><a href="{link}">{name}</a></td><td>1</td></tr>' for name, link in (*before, *FILES))
    return answer(path, f"<table>{rows}</table>")


@pytest.mark.parametrize(
    ("url", "page", "is_up"),
    [
        ("http://s.test/files/", "http://s.test/files/lamps", True),
        ("http://s.test/", "http://s.test/files/lamps", True),
        ("http://s.test/files/lamps/", "http://s.test/files/lamps", False),
        ("http://s.test/files/la", "http://s.test/files/lamps", False),
        ("http://other.test/files/", "http://s.test/files/lamps", False),
        ("http://s.test/list?dir=a", "http://s.test/list?dir=a/b", True),
        ("http://s.test/list?dir=a&page=2", "http://s.test/list?dir=a/b", False),
        ("http://s.test/list?dir=a/b/c", "http://s.test/list?dir=a/b", False),
        ("http://s.test/list?q=a", "http://s.test/list?q=b", False),
    ],
)
def test_what_a_page_is_in_is_told_by_its_address(url: str, page: str, is_up: bool) -> None:
    assert leads_up(url, page) == is_up


@pytest.mark.parametrize(
    ("shown", "link", "told"),
    [
        ("[up]", "/files/", 'a:contains("[up]")'),
        ("..", "../", 'a[href="../"]'),
        ("Parent Directory", "/files", 'a:contains("Parent Directory")'),
    ],
)
def test_the_row_that_leads_up_is_left_out(shown: str, link: str, told: str) -> None:
    page = folder((shown, link))
    rows = without_ways_up(ROWS, [page])
    assert rows.text == f"{ROWS.text}:not(:has({told}))"
    assert len(page_of(page).elements(rows)) == len(FILES)


def test_it_stays_where_nothing_tells_it_from_others_and_where_all_lead_up() -> None:
    assert without_ways_up(ROWS, [folder(("..", "/files/"))]) == ROWS  # a name holds these letters, too
    assert without_ways_up(ROWS, [folder()]) == ROWS
    assert without_ways_up(ROWS, [folder(("one", "/files/"), ("two", "/"))]) == ROWS
    assert without_ways_up(Extraction("json", "rows"), [folder(("[up]", "/files/"))]).how == "json"
