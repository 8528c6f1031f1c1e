"""What records tell by themselves."""

from __future__ import annotations

from scrapy_bt.core.inference.answers.values import Extraction
from scrapy_bt.core.inference.scrutiny.brought import (
    RunResult,
    always_there,
    foremost,
    part_of_others,
    rotating,
    scattered,
)


def run(given: str, *names: str, asked: str = "", is_recorded: bool = True) -> RunResult:
    return RunResult(given, [{"name": name} for name in names], frozenset(asked), is_recorded)


def test_a_record_that_comes_whatever_is_searched_for_is_none() -> None:
    lamps, ropes = ("a lamp", "blue lamp"), ("a rope", "blue rope")
    assert always_there([run("lamp", *lamps, "End"), run("rope", *ropes, "End")]) == "End"
    assert always_there([run("lamp", *lamps, "lamp on a rope"), run("rope", "lamp on a rope", *ropes)]) == ""
    assert always_there([run("lamp", *lamps, "End"), run("lamp", *lamps, "End")]) == ""


def test_without_a_search_it_comes_twice_or_first_for_three_inputs() -> None:
    one, two, three = run("7", "Name", "a", "b"), run("8", "Name", "c", "d"), run("9", "Name", "e", is_recorded=False)
    assert always_there([one, two]) == ""
    assert always_there([one, two, three]) == "Name"
    assert always_there([run("7", "Name", "a", "Name"), run("8", "Name", "c", "b")]) == "Name"


def test_what_is_the_same_at_addresses_of_their_own_is_no_detail() -> None:
    gone = run("7", "a", "gone", "b", asked="ab"), run("8", "c", "d", "gone", asked="cd")
    assert always_there(gone, is_detail=True) == "gone"
    assert always_there(gone) == ""
    same = run("7", "a", "gone", "b", asked="ab"), run("8", "c", "d", "gone", asked="ad")
    assert always_there(same, is_detail=True) == ""


def test_an_input_that_another_one_holds_brings_records_of_it() -> None:
    assert always_there([run("7", "Name", "a", "a"), run("8", "Name", "a", "c")]) == ""


def test_what_stands_before_all_that_was_found_is_told() -> None:
    lamps, ropes = [f"lamp {number}" for number in range(5)], [f"rope {number}" for number in range(4)]
    assert foremost([run("lamp", "Today", *lamps), run("rope", "And today", *ropes)]) == "Today"
    assert foremost([run("lamp", *lamps), run("rope", "And today", *ropes)]) == ""
    assert foremost([run("lamp", "Today", *lamps), run("rope", "And today", *ropes, "Other")]) == ""


def test_records_that_say_what_another_one_says_and_less_are_counted() -> None:
    whole = [{"name": name, "price": f"{name}.00"} for name in "1234"]
    assert part_of_others([*whole, {"name": "1", "price": None}]) == 1
    assert part_of_others([*whole, {"name": "1.00", "price": ""}, {"name": "5"}]) == 0
    assert part_of_others([*whole, whole[0]]) == 0


def test_a_row_that_another_one_stands_for_each_time_is_told() -> None:
    steady = [frozenset(letter) for letter in "abcd"]
    answers = [[*steady, frozenset({number})] for number in "123"]
    assert rotating(answers) == "1"
    assert rotating(answers[:2]) == ""
    assert rotating([steady, [frozenset("n"), *steady[:3]], [frozenset("n"), *steady[:3]]]) == ""
    assert rotating([[frozenset({f"{row}{number}"}) for row in "ab"] for number in "123"]) == ""


def test_fields_of_which_each_record_has_one_are_one_field() -> None:
    fields = [(f"x{place}", Extraction("css", f"i.x{place}::text")) for place in range(3)]
    records = [{f"x{number % 3}": str(number)} for number in range(6)]
    assert scattered(fields, [RunResult("", records)]) == ["x0", "x1", "x2"]
    assert scattered(fields, [RunResult("", [{**record, "x0": "1"} for record in records])]) == []
    other = [(name, Extraction("css", f"{name[0] * (1 + int(name[1]))}::text")) for name, _ in fields]
    assert scattered(other, [RunResult("", records)]) == []


def test_two_columns_of_which_each_record_has_one_are_of_two_kinds_of_records_if_one_says_more() -> None:
    fields = tuple((name, Extraction("css", f"td:nth-child({place})::text")) for place, name in enumerate("ab", 1))
    bills = [{"a": f"Bill {number}", "day": "1st", "sum": "5.00"} for number in range(6)]
    postings = [{"b": f"Posting {number}", "account": "Mills"} for number in range(9)]
    assert scattered(fields, [RunResult("", [*bills, *postings])]) == ["a", "b"]
    plain = [{"b": each["a"], "day": each["day"]} for each in bills]
    assert scattered(fields, [RunResult("", [*bills, *plain])]) == [], "a price and an old price"
    assert scattered(fields, [RunResult("", [{**each, "b": "1"} for each in bills])]) == []
