"""What the person marked while recording."""

from __future__ import annotations

from dataclasses import replace

from scrapy_bt.core.inference.findings import Records, Target
from scrapy_bt.core.inference.goal import Goal, Marks
from scrapy_bt.core.inference.inference import Inference
from scrapy_bt.core.inference.marking import with_marks, without_marks
from scrapy_bt.core.samples.traffic import Event, Recording
from tests.recordings import ask, event, list_page, record

LIST = "https://shop.test/list?q=a"


def mark(what: str, text: str = "", url: str = LIST, at: float = 5.0) -> Event:
    return event(at, "mark", "b", what, text=text, url=url)


def browsed(*marks: Event) -> Recording:
    detail = ask("/item/1", "<h1>Lamp</h1><p class=price>12.50</p><p>It is a lamp.</p>")
    return record(ask("/list?q=a", list_page(1)), detail, events=marks)


def test_a_marked_row_and_value_say_what_is_wanted() -> None:
    goal, told = with_marks(Goal(), [browsed(mark("list", "r1a b1"), mark("value", "b1", at=6))])
    assert goal == Goal(marks=Marks(want=("b1",), row=""))
    assert told == ("the marked “r1a b1” does not stand in the answer as it was marked: a script of the page made it",)
    goal, told = with_marks(Goal(), [browsed(mark("list", "r1a")), browsed(mark("value", "r1b"))])
    assert (goal.marks, told) == (Marks(row="r1a", more=("r1b",)), ())


def test_the_page_that_was_marked_last_is_the_target_however_the_person_went_on() -> None:
    first = browsed(mark("value", "Lamp", "https://shop.test/item/1", 1), mark("page", "all of it", LIST + "#top", 2))
    goal, told = with_marks(Goal(), [first])
    assert (goal.target, goal.marks, told) == (LIST, Marks(is_single=True), ())
    goal, told = with_marks(Goal(), [browsed(mark("page", url="https://shop.test/other"))])
    assert goal.target == ""
    assert "asked for by no request" in told[0]


def test_what_the_command_says_counts_more() -> None:
    own = Goal(marks=Marks(want=("r1a",)))
    assert with_marks(own, [browsed(mark("list", "r1b"))]) == (own, ())
    columns = Goal(marks=Marks(columns=("name",)))
    assert with_marks(columns, [browsed(mark("list", "r1b"))])[0].marks == Marks(row="r1b", columns=("name",))
    assert with_marks(Goal(), [browsed()]) == (Goal(), ())


def test_marks_are_no_acts() -> None:
    click = event(1, "click")
    assert without_marks([browsed(click, mark("page"))])[0].events == (replace(click, at=1_700_000_001.0),)


def test_inference_keeps_to_the_marks() -> None:
    marked = Inference([browsed(mark("list", "r1a"))], Goal(level="none"))
    assert marked.next() == ()
    assert [found.step for found in marked.board.findings(Target)] == [0]
    (records,) = marked.board.findings(Records)
    assert records.each is not None
    plain = Inference([browsed()], Goal(level="none"))
    plain.next()
    assert [found.step for found in plain.board.findings(Target)] == [1]
