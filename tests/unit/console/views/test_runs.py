from dataclasses import replace
from pathlib import Path

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.views.runs import list_differences
from scrapy_bt.crawl.watching.records import RunRecord, write_record
from tests.unit.console.conftest import Client

ONE = RunRecord(
    "20260101T000000-shop-7", "shop", 1.0, 2.0, "finished", "memory", 7, "here",
    arguments={"site": "a"}, stats={"item_scraped_count": 3, "same": 1},
)  # fmt: skip
OTHER = replace(ONE, id="20260102T000000-shop-8", arguments={}, stats={"item_scraped_count": 5, "same": 1})


def test_runs_are_listed_shown_and_compared(client: Client) -> None:
    for record in (ONE, OTHER):
        write_record(client.console.own / "bt-runs", record)
    text = client.get("/runs").text
    assert text.index(f">{OTHER.id}</a>") < text.index(f">{ONE.id}</a>")
    assert "item_scraped_count" in client.get(f"/runs/{ONE.id}").text
    text = client.get(f"/runs/compare?one={ONE.id}&other={OTHER.id}").text
    assert '<td class="n">3</td><td class="n">5</td>' in text
    assert ">same<" not in text
    assert client.get("/runs/compare?one=x&other=y").status == 404
    assert client.get("/runs/x").status == 404


def test_what_differs() -> None:
    assert list_differences(ONE, OTHER) == [("argument site", "a", ""), ("item_scraped_count", 3, 5)]


def test_a_tree_is_started_by_a_form_of_its_arguments(client: Client, project: Path) -> None:
    assert "no spiders and no trees" in client.get("/runs").text
    (project / "trees").mkdir()
    (project / "trees" / "shop.bt").write_text('list :: visit "{site}"\nmain :: and (site, password = "") { :list }\n')
    (project / "trees" / "broken.bt").write_text("main ::")
    text = client.get("/runs", role=Role.OPERATOR).text
    assert '<input name="site" autocomplete="off" required>' in text
    assert '<input name="password" autocomplete="off" type="password">' in text
    assert "broken.bt:1" in text
    assert "<code>scrapy crawl shop -a site=…</code>" in text.replace("&#39;", "'").replace("'site=…'", "site=…")
    assert "data-start" not in client.get("/runs", role=Role.VIEWER).text


def test_two_of_one_name_hide_no_run(client: Client, project: Path) -> None:
    write_record(client.console.own / "bt-runs", ONE)
    (project / "trees" / "other").mkdir(parents=True)
    for path in ("trees/shop.bt", "trees/other/shop.bt"):
        (project / path).write_text('list :: visit "https://a.test/"\nmain :: and () { :list }\n')
    text = client.get("/runs", role=Role.OPERATOR).text
    assert ONE.id in text
    assert "several spiders are named" in text
