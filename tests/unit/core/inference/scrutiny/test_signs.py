"""What a page shows that tells of more."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.scrutiny.signs import signs_of_more, unseen_sign
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


def test_what_comes_next_by_another_name_each_time_is_none_of_the_series():
    lamps, ropes, kettles = (answer("/list", f"<a href=/{name}>Next {name}</a>") for name in ("lamp", "rope", "kettle"))
    assert unseen_sign(kettles, [lamps, ropes]) == ""
    assert unseen_sign(kettles, [lamps]) == "“Next kettle”"
    assert unseen_sign(answer("/list", "<a href=/2>Next</a>"), [lamps, ropes]) == "“Next”"
