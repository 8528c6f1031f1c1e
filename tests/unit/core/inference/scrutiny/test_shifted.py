"""Fields that take another value where rows hold more."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.blackboard.workflow import workflow_of
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.recordedpages import RecordedPages
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.scrutiny.shifted import shifted
from tests.recordings import answer, ask, record


def told(*more: str, price: str = "span::text", usual: str = "") -> tuple[str, str] | None:
    """Of recorded rows with *usual* beside the price, and of other rows with *more*."""
    fields = (
        ("name", Extraction("css", "b::text")),
        ("price", Extraction("css", price)),
        ("all", Extraction("css", "b::text", all=True)),
    )
    known = "".join(f"<li><b>Lamp</b>{usual}<span>{number}.50</span></li>" for number in range(4))
    inference = Inference([record(ask("/list", known))], Goal(level="none"))
    inference.next()
    records = Records(0, Extraction("css", "li"), fields)
    recorded = RecordedPages(Planner(inference.board), workflow_of(inference.board), records, 0)
    other = "".join(f"<li><b>Lamp</b>{each}<span>7.50</span></li>" for each in more)
    return shifted(recorded, [answer("/list", known)], [answer("/list", other)])


def test_a_value_unlike_all_recorded_ones_beside_one_like_them_is_told() -> None:
    assert told("", "<span>was 9.50</span>") == ("price", "was 9.50")
    assert told("", "<i>was 9.50</i>") is None
    assert told("", "<i>was 9.50</i>", price=":nth-child(2)::text") == ("price", "was 9.50")


def test_a_second_element_is_told_where_the_field_goes_by_the_element_alone() -> None:
    assert told("<span>9.50</span>") == ("price", "9.50")
    assert told("<span class=was>9.50</span>", price="span:last-child::text") is None


def test_what_recorded_rows_hold_too_tells_nothing() -> None:
    assert told("<i>9.50</i>", usual="<i>8.50</i>", price="span::text") is None
