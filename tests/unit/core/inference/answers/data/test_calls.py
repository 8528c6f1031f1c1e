"""Answers to several calls of one request."""

import pytest

from scrapy_bt.core.inference.answers.data.calls import are_calls, are_several_answers

CALLS = [
    [{"id": 1, "result": {"title": "Lamp"}}, {"id": 2, "result": {"cost": "5", "maker": None}}],
    [{"id": 1, "result": {"title": "Rope"}}, {"id": 2, "result": {"cost": "7", "maker": "Ann"}}],
]


def test_each_place_of_the_list_tells_of_something_else() -> None:
    assert are_calls(CALLS)
    of_one = [[{"key": key, "title": "Lamp"}, {"key": key, "cost": cost}] for key, cost in ((17, 5), (18, 7))]
    assert are_calls(of_one), "both tell what they were asked with"


@pytest.mark.parametrize(
    "answers",
    [
        CALLS[:1],
        [each[:1] for each in CALLS],
        [CALLS[0], [*CALLS[1], {"id": 3}]],
        [[{"title": "Lamp"}, {"title": "Rope"}], [{"title": "Hook"}, {"title": "Bell"}]],
        [
            [{"title": one, "cost": "5"}, {"title": other, "old": "7"}]
            for one, other in (("Lamp", "Rope"), ("Hook", "Bell"))
        ],
        [[1, 2], [3, 4]],
        [{"title": "Lamp"}, {"title": "Rope"}],
    ],
    ids=["once", "one call", "more of them", "rows", "rows with a part of their own", "numbers", "objects"],
)
def test_rows_and_single_things_are_no_calls(answers: list[object]) -> None:
    assert not are_calls(answers)


@pytest.mark.parametrize(
    ("data", "is_so"),
    [
        ([{"id": 1, "result": {"unread": 2}}, {"id": 2, "result": {"rows": [[1, "Lamp"], [2, "Rope"]]}}], True),
        ([{"id": 1, "result": {"rows": [[1, "Lamp"]]}}, {"id": 2, "result": {"rows": [[2, "Rope"]]}}], False),
        ([{"id": 1, "name": "Lamp"}, {"id": 2, "name": "Rope", "of": [{"a": 1}, {"a": 2}]}], False),
        ([{"id": 1, "name": "Lamp", "of": None}, {"id": 2, "name": "Rope", "of": [{"a": 1}, {"a": 2}]}], False),
        ([{"id": 1, "result": {"unread": 2}}, {"id": 2, "result": {"count": 3}}], False),
        ([{"id": 1, "result": {"rows": [[1, "Lamp"], [2, "Rope"]]}}], False),
        ({"rows": [[1, "Lamp"], [2, "Rope"]]}, False),
    ],
    ids=["calls", "of one kind", "records", "records with and without parts", "no rows", "one", "no list"],
)
def test_one_answer_to_several_calls_has_other_things_in_each_place_and_rows_in_one(data, is_so):
    assert are_several_answers(data) is is_so
