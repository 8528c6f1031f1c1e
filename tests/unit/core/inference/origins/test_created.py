"""What was made, and is named by what the answer told of it, in a single recording."""

from __future__ import annotations

import pytest

from scrapy_bt.core.inference.answers.values import Extraction, Taken
from scrapy_bt.core.samples.traffic import Exchange
from tests.recordings import ask
from tests.searching import best, found


def job(number: object, *, later: Exchange, before: tuple[Exchange, ...] = (), method: str = "") -> list[Exchange]:
    """A job is begun, which is told to be called so, and asked for *later*."""
    page = ask("/", "<h1>Reports</h1>")
    return [page, *before, ask("/jobs", {"job": {"id": number}}, data={"kind": "sum"}, method=method), later]


@pytest.mark.parametrize(
    ("number", "path", "key"),
    [
        ("4bbe4b", "/results/4bbe4b/rows", "path 1"),
        (70_613, "/results?job=70613", "query job"),
        (57, "/jobs/57/rows", "path 1"),
    ],
)
def test_a_thing_that_was_made_is_named_by_what_was_told_of_it(number: object, path: str, key: str) -> None:
    known = found(job(number, later=ask(path, {"rows": [1, 2]})))
    assert best(known, 1 + 1, key) == Taken(1, Extraction("json", "job.id"))


@pytest.mark.parametrize(
    ("number", "path", "key"),
    [
        (100, "/results?limit=100", "query limit"),
        (57, "/results/57/rows", "path 1"),
        (57, "/jobs/all/57", "path 2"),
    ],
)
def test_a_short_number_may_be_another_thing(number: object, path: str, key: str) -> None:
    known = found(job(number, later=ask(path, {"rows": [1, 2]})))
    assert not isinstance(best(known, 2, key), Taken)


def test_what_was_known_before_was_not_made() -> None:
    known = found(job(70_613, before=(ask("/choices", {"jobs": [70_613]}),), later=ask("/results?job=70613", {"a": 1})))
    assert not isinstance(best(known, 3, "query job"), Taken)


def test_a_page_that_is_only_looked_at_makes_nothing() -> None:
    known = found(job(70_613, method="GET", later=ask("/results?job=70613", {"a": 1})))
    assert not isinstance(best(known, 2, "query job"), Taken)


def test_what_stands_in_a_list_was_chosen() -> None:
    found_jobs = ask("/jobs", {"jobs": [{"id": 70_613}, {"id": 70_614}]}, data={"kind": "sum"})
    known = found([ask("/", "<h1>Reports</h1>"), found_jobs, ask("/results?job=70613", {"a": 1})])
    assert not isinstance(best(known, 2, "query job"), Taken)
