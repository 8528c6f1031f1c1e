"""Every second row of a list."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.steps.stripes import are_stripes
from tests.recordings import answer


def _list(row: str, count: int = 6) -> str:
    return f"<ul>{''.join(row.format(n=n, turn=n % 2, kind=n // 3) for n in range(count))}</ul>"


@pytest.mark.parametrize(
    ("body", "some", "expected"),
    [
        (_list("<li class='bg{turn}'><a href='/t/{n}'>T</a></li>"), "li.bg1 a", True),
        (_list("<li class='bg{turn}'><a href='/t/{n}'>T</a> <a href='/t/{n}'>more</a></li>"), "li.bg0 a", True),
        # A half of the rows, which are of another kind
        (_list("<li class='k{kind}'><a href='/t/{n}'>T</a></li>"), "li.k1 a", False),
        # Two in each row that lead to the like
        (_list("<li><a class='by' href='/t/{n}'>T</a> <a class='to' href='/t/x{n}'>U</a></li>"), "a.by", False),
        # Too few to tell
        (_list("<li class='bg{turn}'><a href='/t/{n}'>T</a></li>", 2), "li.bg1 a", False),
    ],
)
def test_every_second_row_is_no_list(body: str, some: str, expected: bool) -> None:
    count = len({part.partition("'")[0] for part in body.split("href='")[1:]})
    assert are_stripes(answer("/", body), f"{some}::attr(href)", "li a::attr(href)", count) is expected
