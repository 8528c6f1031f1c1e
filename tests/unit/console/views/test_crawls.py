from typing import Any

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.views.crawls import MOST_OPEN, MOST_ROWS, find_open
from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from tests.unit.console.conftest import Client, MadeCrawl


def test_the_outline_is_a_table_without_scripts(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list", "main/list")
    crawl.frontier.pause(ControlTarget(node="list"))
    text = client.get("/crawls/shop").text
    assert 'role="treegrid"' in text
    assert 'aria-level="3" data-key="shop/main/list"' in text
    assert "Standing orders" in text
    assert ">paused</span> list" in text
    assert "here 1" in text


def test_a_crawl_that_does_not_answer_has_a_page_that_says_so(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    told = crawl.status

    def fail() -> dict[str, Any]:
        raise BTError("the crawl in process 1 does not answer")

    crawl.status = fail  # type: ignore[method-assign]
    answer = client.get("/crawls/shop")
    assert answer.status == 503
    assert "does not answer" in answer.text
    crawl.status = told  # type: ignore[method-assign]
    assert "main" in client.get("/crawls/shop").text
    crawl.status = fail  # type: ignore[method-assign]
    text = client.get("/crawls/shop").text
    assert "does not answer · As it was at <time" in text
    assert 'data-key="shop/main/list"' in text


def test_resources_tell_who_has_them_and_how_many_wait(client: Client, crawl: MadeCrawl) -> None:
    crawl.frontier.put(Requeue(Entry(Bucket("shop", "main/pay", requires="till"), b"x"), 0.0) for _ in range(3))
    crawl.frontier.lease(3)
    assert "till: 1 / 1" in client.get("/crawls/shop").text
    assert "· 2 wait<" in client.get("/crawls/shop").text


def test_what_something_else_reports_in_a_workers_place_is_named(client: Client, crawl: MadeCrawl) -> None:
    crawl.said = b'{"host": "here", "pages_per_second": "many", "capacity": {"memory": 3, "allowed": 9}}'
    text = client.get("/crawls/shop").text
    assert "not understood: pages_per_second, capacity.memory" in text
    assert "1 / 9" in text
    (told,) = client.get("/api/v1/crawls").json["crawls"]
    assert told["pages_per_second"] == 0


def test_only_operators_see_orders(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    assert 'data-order="pause"' not in client.get("/crawls/shop", role=Role.VIEWER).text
    assert 'data-order="pause"' in client.get("/crawls/shop", role=Role.OPERATOR).text


def test_very_many_nodes_are_cut_off_and_counted(client: Client, crawl: MadeCrawl) -> None:
    crawl.add(*(f"main/node{number}" for number in range(MOST_ROWS)))
    text = client.get("/crawls/shop").text
    assert text.count('role="row" aria-level') == MOST_ROWS
    assert "3 more nodes" in text


def test_it_is_unfolded_down_to_what_runs() -> None:
    row = {"ready": 0, "running": 0, "delayed": 0, "parked": 0, "paused": 0, "dead": 0}
    rows = [
        {**row, "key": "t", "parent": "", "level": 1},
        {**row, "key": "t/a", "parent": "t", "level": 2},
        {**row, "key": "t/a/b", "parent": "t/a", "level": 3, "running": 1},
        {**row, "key": "t/c", "parent": "t", "level": 2},
    ]
    assert find_open(rows) == {"t", "t/a"}


def test_where_very_much_has_tasks_only_what_runs_is_unfolded() -> None:
    row = {"ready": 1, "running": 0, "delayed": 0, "parked": 0, "paused": 0, "dead": 0}
    rows = [{**row, "key": "t", "parent": "", "level": 1}]
    for number in range(MOST_OPEN):
        rows += [
            {**row, "key": f"t/{number}", "parent": "t", "level": 2},
            {**row, "key": f"t/{number}/a", "parent": f"t/{number}", "level": 3, "running": number == 7},
        ]
    assert find_open(rows) == {"t", "t/7"}


def test_dispatch_is_told_where_workers_dispatch(
    client: Client, crawl: MadeCrawl, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'id="dispatch"' not in client.get("/crawls/shop").text
    status = crawl.status()
    said = {"policy": "bandit", "verdict": "not better", "kept": 3, "pulled": 40, "failures": 2}
    status["workers"][0]["dispatch"] = said
    kinds = {"a.test/<b>": {"delay": 2.0, "failures": 0.7}, "a.test": {"delay": 1.0, "failures": 0.01}}
    row = {"worker": "here:1", "tasks": 4, "kept": 1, "delay": 1.5, "failures": 0.25, "kinds": kinds}
    monkeypatch.setattr(crawl, "status", lambda: status)
    monkeypatch.setattr(crawl, "dispatch", lambda: [{**row, "kinds": dict(kinds)}])
    text = client.get("/crawls/shop").text
    assert "bandit: not better than pulling, tasks are pulled" in text
    assert "a.test/&lt;b&gt; 70 %" in text
    (told,) = client.get("/api/v1/crawls/shop/dispatch").json["workers"]
    assert (told["said"], told["kept"], len(told["fails_at"])) == (said, 1, 1)
