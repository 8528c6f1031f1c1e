"""What a page shows that tells of more."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.scrutiny.signs import signs_of_more
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


@pytest.mark.parametrize(
    ("shown", "signs"),
    [
        ('<a href="#" onclick="more(2)">Next page</a>', ["a next page"]),
        ("<button>Load more</button>", ["button load more"]),
        ('<input type="submit" value="Next 20">', ["input next #"]),
        ('<a href="/2"><img src="r.png" alt="&raquo;"></a>', ["a »"]),
        ("<button disabled>Load more</button>", []),
        ('<a class="page disabled">Next</a>', []),
        ('<a href="/x">What comes next in the life of a lamp</a>', []),
        ('<input type="hidden" value="Next">', []),
        ({"next": "/api?page=2", "found": [{"next": 1}]}, ["next"]),
        ({"page": {"nextCursor": "c2", "isLast": False}}, ["page.isLast", "page.nextCursor"]),
        ({"next": None, "has_more": False, "last": True, "total": 4}, []),
    ],
)
def test_a_page_tells_of_more(shown, signs) -> None:
    assert sorted(signs_of_more(answer("/list", shown))) == signs


def test_a_header_tells_of_more() -> None:
    def of(link: str) -> list[str]:
        return list(signs_of_more(Answer(200, "/list", (("Content-Type", "application/json"), ("Link", link)), b"[]")))

    assert of('</list?page=2>; rel="next", </list?page=9>; rel="last"') == ["header Link"]
    assert of('</list?page=1>; rel="prev"') == []
