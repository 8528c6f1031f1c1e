"""Records that tell by themselves whether the input arrived; how the oracle goes by them is told in its test."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.findings import Records
from scrapy_bt.core.inference.replay.tellingrecords import TellingRecords, picked, stable_of
from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import page

RECORDS = Records(3, Extraction("css", "li"), (("word", Extraction("css", "li::text")),))


def rows(*words: str) -> Answer:
    return page("".join(f"<li>{word}</li>" for word in words))


def test_they_have_to_be_those_that_were_there_each_time() -> None:
    telling = TellingRecords(rows("lamp", "light"), [RECORDS], [rows("chair", "stool")])
    reached = [rows("lamp", "light", "news"), rows("lamp", "light", "more")]
    for words, reason in (
        (("lamp", "light", "last"), ""),
        (("lamp", "chair", "last"), "other records"),
        (("lamp", "light"), "values of records: 2 instead of 3"),
        (("light", "lamp", "last"), "the same records in another order"),
    ):
        verdict = telling.judge(rows(*words), reached)
        assert verdict is not None
        assert (verdict.is_right, verdict.reason) == (not reason, reason)


def test_they_tell_nothing_where_input_makes_no_difference_or_they_are_others_each_time() -> None:
    reached = [rows("lamp", "light"), rows("lamp", "light")]
    assert TellingRecords(reached[0], [RECORDS], [reached[1]]).judge(reached[0], reached) is None
    telling = TellingRecords(rows("lamp", "light"), [RECORDS], [rows("chair", "stool")])
    assert telling.judge(rows("five", "six"), [rows("one", "two"), rows("three", "four")]) is None


def test_what_all_say_and_in_which_order() -> None:
    stable = stable_of([("b", "a", "a", "x"), ("a", "b", "a", "y")])
    assert stable == {"a": 2, "b": 1}
    assert picked(("a", "z", "b", "a", "a"), stable) == ("a", "b", "a")
