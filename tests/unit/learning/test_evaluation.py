"""Verdicts on healing, and their tables."""

from scrapy_bt.core.healing.deciding import Models
from scrapy_bt.core.healing.lists import ListModels
from scrapy_bt.learning.evaluation import Verdict, field_table, judge_lists, judge_pair, list_table


def verdict(*, right, probability, broken=True):
    return Verdict("news", f"{right}{probability}", "title", broken, not broken, right, right, probability, 1.0, 0.5)


def test_a_pair_is_judged_by_what_the_written_selector_finds(course, plain):
    pair = course.labelled.pairs[0]
    found = judge_pair(pair, Models.read(plain["fields"]))
    assert {one.field for one in found} == set(pair.fields)
    title = next(one for one in found if one.field == "title")
    assert title.right
    assert title.got == pair.fields["title"].new_value
    assert title.selector


def test_lists_are_judged_by_rows(course, plain):
    found = judge_lists(course.labelled.lists[0], ListModels.read(plain["lists"]))
    assert {one.field for one in found} == {"case_names", "docket_numbers", "download_urls"}
    assert all(one.changed for one in found)
    table = dict(list_table(found))
    assert table["changed columns"] == "3"
    assert table["rows whole (P, R ≥ .95)"] == "3 of 3 (100.0%)"


def test_the_table_counts_right_wrong_and_what_was_left_to_people():
    every = [
        verdict(right=True, probability=0.95), verdict(right=False, probability=0.9),
        verdict(right=True, probability=0.5), verdict(right=False, probability=None),
        verdict(right=False, probability=0.3, broken=False),
    ]  # fmt: skip
    table = dict(field_table(every))
    assert table["broken fields"] == "4"
    assert table["right when forced"] == "2 of 4 (50.0%)"
    assert table["right / wrong in auto (P ≥ 0.80)"] == "1 of 4 (25.0%) / 1 of 4 (25.0%)"
    assert table["false alarms of surviving fields"] == "1 of 1"
    assert table["right of those with P ≥ .9"] == "1 of 2 (50.0%)"
