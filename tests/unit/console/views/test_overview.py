from scrapy_bt.console.views.overview import find_trends, show
from scrapy_bt.crawl.watching.records import RunRecord
from scrapy_bt.frontier.protocol import Target
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
    crawl.frontier.pause(Target())
    text = client.get("/").text
    assert text.index("Waits for somebody") < text.index('class="cards"')
    assert "2.5 pages/s" in text
    assert show.__name__ == "show"


def test_spiders_that_have_run_before_have_a_trend() -> None:
    runs = [
        RunRecord("x", name, 0.0, 1.0, "finished", "memory", 1, "here", stats={"item_scraped_count": count})
        for name, count in (("shop", 9), ("once", 5), ("shop", 3), ("shop", 4))
    ]
    assert find_trends(runs) == {"shop": [4.0, 3.0, 9.0]}
