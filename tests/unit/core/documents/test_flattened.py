"""Values that are told by their places in a list."""

import pytest

from scrapy_bt.core.documents.flattened import unflattened

BOATS = {"boats": [{"name": "Dinghy", "seats": 4}, {"name": "Barge", "seats": None}]}


@pytest.mark.parametrize(
    "flat",
    [
        [{"boats": 1}, [2, 5], {"name": 3, "seats": 4}, "Dinghy", 4, {"name": 6, "seats": -1}, "Barge"],
        [
            *(["ShallowReactive", 1], {"boats": 2}, ["Ref", 3], [4, 7], {"name": 5, "seats": 6}, "Dinghy", 4),
            *(["null", "name", 8, "seats", 9], "Barge", None),
        ],
        [{"_1": 2}, "boats", [3, 8], {"_4": 5, "_6": 7}, "name", "Dinghy", "seats", 4, {"_4": 9, "_6": -5}, "Barge"],
    ],
    ids=["plain", "watched", "with keys by their places"],
)
def test_each_value_stands_where_it_is_told(flat):
    assert unflattened(flat) == BOATS
    assert unflattened({"type": "data", "nodes": [None, {"data": flat}]}) == {
        "type": "data",
        "nodes": [None, {"data": BOATS}],
    }


def test_a_date_is_its_text_and_a_set_a_list():
    assert unflattened([{"at": 1, "of": 2}, ["Date", "2024-05-01"], ["Set", 3], "Dinghy"]) == {
        "at": "2024-05-01",
        "of": ["Dinghy"],
    }


def test_what_react_router_tells_by_itself_is_no_place():
    built = [{"_1": 2, "_3": 4, "_5": 6}, "at", ["D", 1708905600500], "of", ["S", 7], "from", ["U", "/boats"], "Dinghy"]
    assert unflattened(built) == {"at": "2024-02-26T00:00:00.500Z", "of": ["Dinghy"], "from": "/boats"}
    assert unflattened([{"_1": 2}, "at", ["D", "never"]]) == {"at": "never"}
    assert unflattened([{"_1": 2}, "at", ["D"]]) == {"at": None}
    assert unflattened([{"_1": 2}, "at", ["D", 10**30]]) == {"at": 10**30}


@pytest.mark.parametrize(
    "value",
    [
        [],
        [{"name": 1}],
        [{"id": 1}, {"id": 2}],
        [[1, 2], [2, 1]],
        [[1, 0], [0, 1]],
        [[1, 2], [0], [0]],
        [1, 0],
        [{"name": "Dinghy"}, "Barge"],
        [{"seats": 1}, 4, "told by nothing"],
        [{"is": True}, 1],
        [{"count": 1}, "boats"],
        {"nodes": 3},
        {"nodes": [{"data": "Dinghy"}]},
        "Dinghy",
    ],
)
def test_other_values_stay_as_they_are(value):
    assert unflattened(value) == value


def test_a_value_within_itself_is_left_out_and_one_that_nests_too_deeply_stays():
    assert unflattened([{"inner": 1, "name": 2}, {"outer": 0}, "Dinghy"]) == {
        "inner": {"outer": None},
        "name": "Dinghy",
    }
    deep = [*({"inner": place + 1} for place in range(300)), "Dinghy"]
    assert unflattened(deep) == deep


def test_a_list_of_which_more_than_it_tells_would_come_stays_and_shared_values_come_to_all():
    doubled = [*([place + 1] * 2 for place in range(60)), "Dinghy"]
    assert unflattened(doubled) == doubled
    assert unflattened([[1, 1, 1], {"name": 2}, "Dinghy"]) == [{"name": "Dinghy"}] * 3


def test_a_mark_of_nothing_and_a_key_of_many_digits_are_no_fault():
    assert unflattened([{"name": 1, "kind": 2}, ["Ref"], "boat"]) == {"name": [], "kind": "boat"}
    key = f"_{'1' * 5000}"
    assert unflattened([[1], {key: 2}, "Dinghy"]) == [{key: "Dinghy"}]


def test_what_stands_for_nothing_counts_as_well():
    many = [[2] * 300 + [1], "Dinghy", [-1] * 300]
    assert unflattened(many) == many
