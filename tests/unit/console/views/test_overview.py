from dataclasses import replace

import pytest

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.views.overview import find_asked, find_trends, show
from scrapy_bt.crawl.watching.records import RunRecord
from scrapy_bt.frontier.listings import ControlTarget
from tests.proposals import Filing
from tests.ruleservers import Signer, release_of, rule_server, rule_text
from tests.unit.console.conftest import Client, MadeCrawl


def test_with_nothing_it_says_what_to_do(client: Client) -> None:
    client.console.crawls.made = []  # type: ignore[attr-defined]
    text = client.get("/").text
    assert "No crawl runs at the moment." in text
    assert "scrapy crawl NAME" in text
    assert "None has ended yet." in text


def test_what_needs_a_person_comes_first(client: Client, crawl: MadeCrawl) -> None:
    crawl.bury("it broke")
    crawl.add("main/list")
    crawl.frontier.pause(ControlTarget())
    text = client.get("/").text
    assert text.index("Waits for somebody") < text.index('class="cards"')
    assert "2.5</span> pages/s" in text
    assert show.__name__ == "show"


def test_redesigns_and_captchas_wait_for_somebody(client: Client) -> None:
    runs = [
        RunRecord(name, name[:4], 0.0, 1.0, "finished", "memory", 1, "here", stats=stats)
        for name, stats in (("shop3", {"bt/healing/pages/captcha": 7}), ("shop2", {}), ("once1", {}), ("once0", {}))
    ]
    assert [(run.id, count) for run, count in find_asked(runs)] == [("shop3", 7)]
    assert "Waits for somebody" not in client.get("/").text
    filing = Filing()
    filing.file("shop.bt:1")
    filing.store.close()
    assert "1 redesign waits for a decision" in client.get("/").text


def test_spiders_that_have_run_before_have_a_trend() -> None:
    runs = [
        RunRecord("x", name, 0.0, 1.0, "finished", "memory", 1, "here", stats={"item_scraped_count": count})
        for name, count in (("shop", 9), ("once", 5), ("shop", 3), ("shop", 4))
    ]
    assert find_trends(runs) == {"shop": [4.0, 3.0, 9.0]}
    many = [replace(run, name=f"{run.name}{number}") for number in range(40) for run in runs]
    assert list(find_trends(many)) == [f"shop{number}" for number in range(12)]


ANN = Signer()


def test_without_servers_the_page_says_how_to_name_one(client: Client) -> None:
    text = client.get("/library").text
    assert "BT_RULE_SERVERS" in text
    assert "scrapy bt rules subscribe ACCOUNT/NAME" in text


@pytest.mark.parametrize("role", [Role.VIEWER, Role.EDITOR])
def test_what_servers_offer_is_shown_and_strangers_texts_do_nothing(client: Client, tmp_path, role) -> None:
    (tmp_path / "server").mkdir()
    with rule_server(tmp_path / "server") as server:
        author = server.author(ANN)
        hostile = rule_text("<img src=x onerror=alert(1)>")
        author.send("/v1/rules/ann/news", ANN.sign(release_of(author.origin, 1, hostile)), hostile)
        client.console.settings.set("BT_RULE_SERVERS", [server.url, "http://127.0.0.1:9"])
        client.console.settings.set("BT_RULE_LIBRARY", str(tmp_path / "user" / "library"))
        text = client.get("/library?q=news", role=role).text
    assert "ann/news@1" in text
    assert "<img" not in text
    assert "cannot be reached" in text
    assert ('data-take="subscribe"' in text) == (role is Role.EDITOR)
