"""Rows that models are trained on."""

import numpy as np

from scrapy_bt.core.healing.pairs import TYPED_PAIR_NAMES
from scrapy_bt.learning.lessons import exercises_across, exercises_of, exercises_within, kind_rows, pair_rows


def test_rows_of_kinds_are_what_is_right_and_some_others(course):
    numbers, labels = kind_rows(course.school.sheets[:3], ("title", "author"), 0)
    assert len(numbers) == len(labels)
    assert set(labels) == {0, 1, 2}
    again, _ = kind_rows(course.school.sheets[:3], ("title", "author"), 0)
    assert np.array_equal(numbers, again)


def test_exercises_are_of_other_sites_or_of_other_layouts(course):
    across = exercises_across(course.school.sheets, ("title",), 0, partners=2)
    assert across
    assert all(one.old_sheet.site != one.new_sheet.site for one in across)
    within = exercises_within(course.school.sheets, ("title",), 0)
    assert within
    assert all(one.old_sheet.site == one.new_sheet.site for one in within)


def test_a_pair_gives_an_exercise_for_each_field_that_is_found(course):
    pair, old, new = course.school.pairs[0]
    found = exercises_of(pair, old, new)
    assert {one.kind for one in found} == {"title", "author", "paragraph"}
    assert {look.candidate.text for one in found if one.kind == "title" for look in one.right} == {
        pair.fields["title"].new_value
    }


def test_rows_of_pairs_are_grouped_by_field(course):
    exercises = exercises_within(course.school.sheets[:6], ("title", "paragraph"), 0)
    rows = pair_rows(exercises, lambda sheet: [[0.5] * len(sheet.survey.looks)] * 2, 0)
    assert rows.numbers.shape == (sum(rows.sizes), len(TYPED_PAIR_NAMES))
    assert len(rows.sizes) == len(exercises)
    assert rows.labels.sum() >= len(exercises)
