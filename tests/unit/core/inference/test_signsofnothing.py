"""How a page without records is told from pages with some."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.signsofnothing import says_little, sign_of_nothing
from tests.recordings import answer

FIND = "https://shop.test/find"
FULL = answer(FIND, "<h1>Found</h1><ul><li class=row>Ada</li></ul>")
ROWS = Records(0, Extraction("css", "li.row"), ())


def test_what_a_page_says_and_none_with_records() -> None:
    empty = answer(FIND, "<h1>Found</h1><p class=none>There is nothing.</p>")
    assert sign_of_nothing(empty, [FULL], ROWS, []) == Extraction("css", "p.none::text")
    assert sign_of_nothing(answer(FIND, "<h1>Found</h1><p class=none>zebra</p>"), [FULL], ROWS, ["zebra"]) is None


def test_an_empty_list_of_data_also_where_its_entries_have_addresses() -> None:
    for each in ("found[]", "found[].url"):
        sign = sign_of_nothing(answer(FIND, {"found": []}), [], Records(0, Extraction("json", each), ()), [])
        assert sign == Extraction("json", "type(found) == 'array' && 'none' || `null`")


def test_a_page_that_has_links_of_its_own_says_more_than_that_nothing_is_there() -> None:
    assert says_little(answer(FIND, "<h1>Found</h1><p>There is nothing.</p>"), [FULL], [])
    assert not says_little(answer(FIND, "<h1>Found</h1><h2><a href=/z>Zebra</a></h2>"), [FULL], [])
