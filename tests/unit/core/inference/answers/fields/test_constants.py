"""Values that all rows have alike, told from labels and from what is pressed."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.extraction import extract_within, page_of
from scrapy_bt.core.inference.answers.fields.constants import with_constants
from scrapy_bt.core.inference.answers.values import Extraction
from tests.recordings import answer

NAME = ("name", Extraction("css", "h3::text"))
NUMBER = ("number", Extraction("css", "b::text"))


def told(row: str) -> dict[str, str]:
    """By name, what the constant fields take from the first of rows, each of which has another name and number."""
    rows = [f"<li class=boat><h3>Boat {number}</h3>{row.format(n=number)}</li>" for number in range(4)]
    page = answer("/", f"<ul>{''.join(rows)}</ul>")
    found = with_constants(Extraction("css", "li.boat"), (NAME, NUMBER), [page])[2:]
    first = page_of(page).elements(Extraction("css", "li.boat"))[0]
    return {name: extract_within(first, extraction)[0] for name, extraction in found}


@pytest.mark.parametrize(
    ("row", "fields"),
    [
        ("<b>{n}.5</b><em class=mood>Afloat</em>", {"mood": "Afloat"}),
        ("<em class=mood>Afloat</em> <b>{n}.5</b>", {"mood": "Afloat"}),
        ("<b>{n}.5</b> <em>Afloat</em>", {"note": "Afloat"}),
        ("<b>{n}.5</b> <em class=mood><i class='fa fa-check'></i> Afloat</em>", {"mood": "Afloat"}),
        ("<div><em>Afloat</em></div>", {"note": "Afloat"}),
        ("<dl><dt>Length</dt><dd><b>{n}.5</b></dd><dt>Mood</dt><dd>Afloat</dd></dl>", {"mood": "Afloat"}),
        ("<p>Mood: Afloat</p>", {"mood": "Afloat"}),
        ("<p>状态：有货</p>", {"状态": "有货"}),
        ("<em class=label>Mood</em><em class=said>Afloat</em>", {"mood": "Afloat"}),
        ("<p>By <a class=owner href=/people/5>Kit Lane</a> on <b>{n} May</b></p>", {"owner": "Kit Lane"}),
    ],
)
def test_a_value_that_all_rows_have_is_a_field(row: str, fields: dict[str, str]) -> None:
    assert told(row) == fields


@pytest.mark.parametrize(
    "row",
    [
        "<em>Length</em> <b>{n}.5</b>",
        "<em>Length:</em> <b>{n}.5</b>",
        "<div>Length</div><div><b>{n}.5</b></div>",
        "<h4>Length</h4><b>{n}.5</b>",
        "<em class=what>Length</em> <b class=length>{n}.5</b>",
        "<em class=size-of>Length</em> <b class=size>{n}.5</b>",
        "<p><em class=one>Length</em><b>{n}.5</b><em class=two>Width</em><i>{n}.7</i></p>",
        "<b>{n}.5</b> <a href=/{n}>Read more</a> <button>Hire</button>",
        "<form><em>How many</em><input name=n></form>",
        "<em>·</em> <b>{n}.5</b> <i class='icon'>anchor</i><i aria-hidden=true>anchor</i>",
        "<em class=sr-only>Boat</em>",
        "<b>{n}.5 Afloat</b><em>Afloat</em>",
        "<em>In bay {n}</em>",
    ],
)
def test_labels_and_what_is_pressed_or_unseen_are_none(row: str) -> None:
    assert told(row) == {}


def test_few_rows_and_tables_are_left_alone() -> None:
    two = answer("/", "<ul><li class=boat><em>Afloat</em></li><li class=boat><em>Afloat</em></li></ul>")
    assert with_constants(Extraction("css", "li.boat"), (), [two]) == ()
    assert with_constants(Extraction("json", "boats"), (NAME,), [answer("/", {"boats": [{"a": 1}] * 4})]) == (NAME,)
