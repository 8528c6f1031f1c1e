from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.views.tasks import PAGE
from tests.unit.console.conftest import Client, MadeCrawl


def test_tasks_are_a_table_with_a_way_on(client: Client, crawl: MadeCrawl) -> None:
    crawl.add(*["main/list"] * (PAGE + 1))
    text = client.get("/crawls/shop/tasks").text
    assert text.count("<tr><td") == PAGE
    assert 'rel="next" href="?state=ready&amp;node=&amp;tree=&amp;after=queue%20' in text
    assert "No task is here" in client.get("/crawls/shop/tasks?state=delayed").text
    assert client.get("/crawls/shop/tasks?state=odd").status == 404


def test_one_task_and_its_orders(client: Client, crawl: MadeCrawl) -> None:
    (task,) = crawl.add("main/list")
    assert "data-order" not in client.get(f"/crawls/shop/tasks/{task}").text
    assert 'data-order="stop"' in client.get(f"/crawls/shop/tasks/{task}", role=Role.OPERATOR).text
    dead = crawl.bury("it broke")
    text = client.get(f"/crawls/shop/tasks/{dead}", role=Role.OPERATOR).text
    assert 'data-treat="requeue"' in text
    assert "it broke" in text
    assert client.get("/crawls/shop/tasks/99").status == 404


def test_a_reason_is_told_without_its_secrets(client: Client, crawl: MadeCrawl) -> None:
    for _ in range(2):
        crawl.bury("404 of https://a.test/?token=abcdef1")
    text = client.get("/crawls/shop/letters", role=Role.OPERATOR).text
    assert "404 of https://a.test/?token=…" in text
    assert "abcdef1" not in text


def test_letters_are_counted_by_reason(client: Client, crawl: MadeCrawl) -> None:
    assert "No task has failed for good." in client.get("/crawls/shop/letters").text
    _, first, _ = [crawl.bury(reason) for reason in ("a", "b", "b")]
    text = client.get("/crawls/shop/letters", role=Role.OPERATOR).text
    assert 'class="n">2</td><td data-head="reason" class="about">b</td>' in text
    assert f'data-treat="drop" data-like="{first}"' in text
