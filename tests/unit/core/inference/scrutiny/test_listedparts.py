"""Whether data says that what it lists is a part of what there is."""

from __future__ import annotations

from typing import Any

import pytest

from scrapy_bt.core.inference.scrutiny.listedparts import lists_a_part
from tests.recordings import answer

_ROWS = [{"id": n} for n in range(3)]


@pytest.mark.parametrize(
    ("data", "is_part"),
    [
        ({"results": _ROWS, "count": 9}, True),
        ({"results": _ROWS, "meta": {"pagination": {"page": 1, "pageCount": 3}}}, True),
        ({"data": {"rows": _ROWS, "totalElements": 4}}, True),
        ({"results": _ROWS, "count": 3}, False),
        ({"results": _ROWS, "last_page": 1, "total": True}, False),
        ({"results": [], "count": 9}, False),
        ({"results": _ROWS, "views": 900}, False),
        (_ROWS, False),
    ],
)
def test_more_entries_or_several_pages_are_told_beside_a_list(data: Any, is_part: bool) -> None:
    assert lists_a_part(answer("/api", data)) is is_part


def test_a_page_of_markup_is_no_data() -> None:
    assert not lists_a_part(answer("/", "<p>9 results</p>"))
