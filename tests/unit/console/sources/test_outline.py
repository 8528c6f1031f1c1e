from collections.abc import Sequence
from typing import Any

from scrapy_bt.console.sources.outline import Row, add_rates, find_changes, keep_times, make_rows


def node(path: str, **facts: Any) -> dict[str, Any]:
    zero = dict.fromkeys(("ready", "running", "delayed", "parked", "paused", "dead"), 0)
    rest = {"boost": 0.0, "requires": "", "number": None, "weight": None, "oldest_wait": None, "executions": 0}
    return {"tree": "t", "node": path, **zero, **rest, **facts}


def shown(
    nodes: list[dict[str, Any]], *further: Any, pauses: Sequence[dict[str, Any]] = (), **more: Any
) -> dict[str, Row]:
    return make_rows({"nodes": nodes, "orders": {"pauses": pauses}}, *further, **more)


def test_rows_stand_below_those_that_their_paths_name() -> None:
    rows = shown([node("main/while/a", ready=2)], {("t", "main/b")})
    assert [(row["key"], row["parent"], row["level"]) for row in rows.values()] == [
        ("t", "", 1),
        ("t/main", "t", 2),
        ("t/main/b", "t/main", 3),
        ("t/main/while", "t/main", 3),
        ("t/main/while/a", "t/main/while", 4),
    ]
    assert rows["t/main/while/a"]["ready"] == 2


def test_names_with_numbers_stand_as_people_count() -> None:
    rows = shown([node(name) for name in ("p10", "p2/a", "p2", "p", "p1/b", "p01", "main#2", "main", "main/a")])
    assert [row["node"] for row in rows.values()] == [
        *("", "main", "main/a", "main#2", "p", "p01", "p1", "p1/b", "p2", "p2/a", "p10"),
    ]


def test_lines_of_one_node_are_summed() -> None:
    plain = node("a", ready=2, number=3.0, oldest_wait=1.0)
    boosted = node("a", ready=1, boost=9.0, number=-1.0, oldest_wait=7.0)
    row = shown([plain, boosted], at=10.0)["t/a"]
    assert (row["ready"], row["number"], row["since"], row["boost"]) == (3, -1.0, 3.0, 9.0)


def test_rates_are_executions_a_second() -> None:
    before = shown([node("a", executions=10)])
    rows = shown([node("a", executions=30), node("b", executions=5)])
    add_rates(rows, before, 4.0)
    assert (rows["t/a"]["rate"], rows["t/b"]["rate"]) == (5.0, 0.0)


def test_only_what_has_changed_is_told() -> None:
    before = shown([node("a", ready=1), node("b"), node("c")])
    rows = shown([node("a", ready=2), node("b")])
    changed, gone = find_changes(rows, before)
    assert ([row["key"] for row in changed], gone) == (["t/a"], ["t/c"])


def test_what_only_waits_is_no_news() -> None:
    before = shown([node("a", oldest_wait=2.0), node("b", oldest_wait=2.0)], at=10.0)
    rows = shown([node("a", oldest_wait=2.6), node("b", oldest_wait=0.1)], at=10.5)
    keep_times(rows, before)
    assert [row["key"] for row in find_changes(rows, before)[0]] == ["t/b"]


def test_a_row_is_paused_where_the_last_order_for_it_says_so() -> None:
    pauses = [
        {"tree": None, "node": "main/while/", "paused": True},
        {"tree": None, "node": "detail", "paused": False},
    ]
    rows = shown([node("main/while/a"), node("main/while/detail"), node("main/b")], pauses=pauses)
    assert [key for key, row in rows.items() if row["is_paused"]] == ["t/main/while", "t/main/while/a"]
