from __future__ import annotations

from scrapy_bt.core.inference.answers.data.innerlists import only_lists, path_within


def test_a_list_that_just_one_entry_holds() -> None:
    jobs = [{"id": 1}, {"id": 2}]
    assert only_lists([{"name": "red", "jobs": []}, {"name": "blue", "jobs": jobs}]) == {("jobs",): jobs}
    assert only_lists([{"hits": {"total": 2, "hits": jobs}}, {"hits": {"hits": []}}]) == {("hits", "hits"): jobs}
    assert only_lists([{"tags": jobs}, {"tags": jobs}]) == {}
    assert only_lists([jobs, "x", {"names": ["a", "b"]}, {"deep": [[{"id": 1}]]}]) == {}


def test_its_path() -> None:
    assert path_within("queues", ("jobs",)) == "queues[].jobs[]"
    assert path_within("responses", ("hits", "found-here")) == 'responses[].hits."found-here"[]'
