from urllib.parse import quote

from scrapy_bt.console.api.crawls import summarise
from tests.unit.console.conftest import Client, MadeCrawl


def test_crawls_are_listed_with_their_counts(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list", "main/list")
    (told,) = client.get("/api/v1/crawls").json["crawls"]
    assert (told["id"], told["kind"], told["tasks"]["ready"], told["pages_per_second"]) == ("shop", "memory", 2, 2.5)
    assert summarise(crawl)["workers"] == 1


def test_one_crawl_is_a_snapshot_with_rows(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    told = client.get("/api/v1/crawls/shop").json
    rows = {row["key"]: row for row in told["nodes"]}
    assert list(rows) == ["shop", "shop/main", "shop/main/list"]
    assert (rows["shop/main/list"]["ready"], rows["shop/main/list"]["weight"], told["kind"]) == (1, 1.0, "memory")
    assert client.get("/api/v1/crawls/shap").json["advice"] == "did you mean 'shop'?"


def test_tasks_come_page_by_page(client: Client, crawl: MadeCrawl) -> None:
    ids = crawl.add(*["main/list"] * 5)
    first = client.get("/api/v1/crawls/shop/tasks?count=3").json
    rest = client.get(f"/api/v1/crawls/shop/tasks?count=3&after={quote(first['after'])}").json
    assert [task["id"] for task in (*first["tasks"], *rest["tasks"])] == ids
    assert rest["after"] == ""
    assert client.get("/api/v1/crawls/shop/tasks?state=odd").status == 422
    assert client.get("/api/v1/crawls/shop/tasks?node=main/other").json["tasks"] == []


def test_one_task_wherever_it_stands(client: Client, crawl: MadeCrawl) -> None:
    (task,) = crawl.add("main/list")
    dead = crawl.bury("it broke")
    told = client.get(f"/api/v1/crawls/shop/tasks/{task}").json
    assert (told["state"], told["node"], "unreadable" in told) == ("running", "main/list", True)
    told = client.get(f"/api/v1/crawls/shop/tasks/{dead}").json
    assert (told["state"], told["reason"]) == ("dead", "it broke")
    assert client.get("/api/v1/crawls/shop/tasks/99").json["code"] == "no-task"


def test_dead_letters(client: Client, crawl: MadeCrawl) -> None:
    crawl.bury("it broke")
    told = client.get("/api/v1/crawls/shop/letters").json
    assert (told["total"], told["letters"][0]["reason"]) == (1, "it broke")


def test_the_counts_of_the_last_minutes(client: Client, crawl: MadeCrawl) -> None:
    crawl.add("main/list")
    told = client.get("/api/v1/crawls/shop").json
    (sample,) = client.get("/api/v1/crawls/shop/history").json["samples"]
    assert (sample["tasks"]["ready"], sample["pages_per_second"]) == (1, 2.5)
    rows = client.get(f"/api/v1/crawls/shop/history?at={told['at']}").json["nodes"]
    assert [row["key"] for row in rows] == ["shop", "shop/main", "shop/main/list"]
    assert client.get("/api/v1/crawls/shop/history?at=x").status == 422


def test_of_crawls_that_nobody_watches_only_the_last_are_kept_in_mind(client: Client) -> None:
    crawls = [MadeCrawl(f"c{number}") for number in range(30)]
    client.console.crawls.made = crawls  # type: ignore[attr-defined]
    for crawl in crawls:
        assert client.get(f"/api/v1/crawls/{crawl.id}").status == 200
    assert list(client.console.pollers) == [crawl.id for crawl in crawls[-21:]]
