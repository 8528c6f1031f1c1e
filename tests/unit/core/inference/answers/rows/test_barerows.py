"""What a page says of its list, in a box built as those of the rows."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.rows.barerows import without_bare_rows
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

_BOXES = Extraction("css", "div.box")
_FIELDS = tuple((tag, Extraction("css", f"{tag}::text")) for tag in ("a", "b", "i", "u"))


def _page(above: str, *, names: str = "box thing") -> str:
    rows = "".join(f'<div class="{names}"><a>Lamp {n}</a><b>{n}</b><i>red</i><u>new</u></div>' for n in range(6))
    return f"{above}{rows}"


def test_a_box_that_has_hardly_anything_of_the_rows_is_told_by_the_class_that_it_lacks() -> None:
    pages = [answer("/", _page("<div class=box><b>All lamps</b></div>")), answer("/2", _page(""))]
    assert without_bare_rows(_BOXES, _FIELDS, pages).text == "div.box.thing"


@pytest.mark.parametrize(
    "page",
    [
        _page("<div class=box><a>Lamp</a><b>9</b></div>"),
        _page("<div class=box><a>Lamp to come</a></div>"),
        _page("<div class=box><b>All lamps</b></div>", names="box"),
        _page(""),
    ],
    ids=["half filled", "a name alone", "no class of the rows alone", "none bare"],
)
def test_other_rows_are_left_as_they_are(page: str) -> None:
    assert without_bare_rows(_BOXES, _FIELDS, [answer("/", page)]) == _BOXES
