import pytest

from scrapy_bt.crawl.watching.messages import (
    CrawlQuery,
    DeadLetterPage,
    Snapshot,
    read_answer,
    read_question,
    write_answer,
    write_line,
    write_refusal,
)
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.description import Description, NodeStatus, SharedStatus, StandingOrders
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts, TaskLine, TaskPage

ENTRY = Entry(Bucket("t", "main/a", 2.0, "till"), b"\x00\xff", 7, share="login", holds=("till",))
DESCRIPTION = Description(
    nodes=(NodeStatus(ENTRY.bucket, TaskCounts(ready=3), 1.5, None),),
    counts=TaskCounts(ready=3),
    holders={"till": (1,)},
    oldest=2.0,
    shared={"x": SharedStatus(1, 0, ())},
    idle=0,
)


@pytest.mark.parametrize("question", [CrawlQuery("snapshot"), CrawlQuery("drop", ControlTarget(node="a"), ids=(1, 2))])
def test_a_question_is_read_as_it_was_asked(question: CrawlQuery) -> None:
    assert read_question(write_line(question)) == question


@pytest.mark.parametrize(
    "answer",
    [
        Snapshot(
            "shop",
            DESCRIPTION,
            StandingOrders({1: "here"}, ((ControlTarget(node="a"), True),), ((ControlTarget(), 5.0),)),
            {"a": (3, 4.5)},
            {"till": 2},
            {"pid": 1, "pages_per_second": None},
            {"site": "x"},
        ),
        TaskPage((TaskLine(ENTRY, "delayed", since=1.0, due=2.0),), "next"),
        DeadLetterPage(1, (DeadLetter(ENTRY, "broken", 3.0),)),
        12,
    ],
)
def test_an_answer_is_read_as_it_was_given(answer: object) -> None:
    line = write_answer(answer)
    assert line.count(b"\n") == 1
    assert read_answer(line, type(answer)) == answer


def test_a_refusal_is_told() -> None:
    with pytest.raises(BTError, match="there is none"):
        read_answer(write_refusal("there is none"), int)


@pytest.mark.parametrize("line", [b"", b"{}", b"[]", b"nothing", b'{"ask": 3}'])
def test_what_makes_no_sense_is_told(line: bytes) -> None:
    with pytest.raises(BTError):
        read_question(line)
    with pytest.raises(BTError):
        read_answer(line, int)
