"""The extension that watches."""

import asyncio
import logging
import sqlite3

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.watching import Healing
from scrapy_bt.storage.healing import HealingStore


class Shop(Spider):
    name = "shop"


def crawler(path, **settings):
    made = get_crawler(Shop, {"BT_HEALING": "watch", "BT_HEALING_STORE": str(path), **settings})
    made.spider = made._create_spider()
    return made


def visit(healing, number, *, title=True, body="", status=200):
    body = body or f"<h1>Thing No. {number}</h1>"
    response = HtmlResponse(f"https://a.test/{number}", status=status, body=body.encode(), encoding="utf-8")
    look = PageLooks(response)
    values = [f"Thing {number}"] * title
    look.note("product", "title", values, found=len(values), empty=int(not title), selector="h1", place="x.py:1")
    healing.take_in(look)
    healing.take_in(look)


def crawl(path, visits, items=0):
    """A crawl's statistics."""
    made = crawler(path)
    healing = Healing.from_crawler(made)
    healing.spider_opened(made.spider)
    if items:
        made.stats.set_value("item_scraped_count", items)
    for number, options in enumerate(visits):
        visit(healing, number, **options)
    asyncio.run(healing.spider_closed("finished"))
    return made.stats.get_stats()


def test_the_first_warning_comes_in_the_next_crawl_too(tmp_path, caplog):
    path = tmp_path / "deep" / "healing.db"
    assert crawl(path, [{}] * 60) == {}
    with caplog.at_level(logging.WARNING):
        stats = crawl(path, [{"title": False}] * 10)
    assert stats == {"bt/healing/alarms": 1, "bt/healing/alarm/product/title": 1}
    (record,) = caplog.records
    assert "'product/title' (x.py:1) finds nothing any more" in record.getMessage()
    store = HealingStore(path)
    (field,) = store.fields("shop")
    assert (field.observed.found, field.observed.missing, field.changed) == (60, 10, ("found",))
    assert (len(store.pages("shop", "product", "good")), len(store.pages("shop", "product", "failing"))) == (6, 8)
    assert [event.alarm.now for event in store.events("shop")] == ["none"]
    store.close()


def test_what_cuts_a_crawl_short_is_told_where_the_same_page_had_it(tmp_path, caplog):
    def go(name, counts):
        """The alarms of crawls that met so many pages, the first one without its link."""
        for count, has_link in counts:
            made = crawler(tmp_path / name)
            healing = Healing.from_crawler(made)
            healing.spider_opened(made.spider)
            made.stats.inc_value("item_scraped_count")
            for number in range(count):
                look = healing.look_at(HtmlResponse(f"https://a.test/{number}", body=b"<p>x</p>", encoding="utf-8"))
                if look is None:
                    continue
                node = "list" if number < 2 else "product"
                there = number > 1 or has_link
                look.note(
                    node, "link", ["/2"] * there, found=int(there), empty=int(not there), selector="a", place="x.py:1"
                )
                healing.take_in(look)
            asyncio.run(healing.spider_closed("finished"))
        return [name for name in made.stats.get_stats() if "alarm/" in name]

    with caplog.at_level(logging.WARNING):
        assert go("short", [(40, True), (2, False)]) == ["bt/healing/alarm/list/link"]
    assert "'list/link' (x.py:1) finds nothing any more, as on https://a.test/0" in caplog.text
    assert go("as long", [(40, True), (30, False)]) == []
    assert go("never there", [(40, False), (2, False)]) == []
    assert go("there", [(40, True), (2, True)]) == []


def test_what_is_gone_from_a_small_site_is_told_at_its_end_where_the_same_pages_had_it(tmp_path, caplog):
    def go(name, *crawls):
        told = [crawl(tmp_path / name, visits, items=6) for visits in crawls]
        return [[name for name in stats if "alarm/" in name] for stats in told]

    gone = "bt/healing/alarm/product/title"
    with caplog.at_level(logging.WARNING):
        assert go("small", [{}] * 6, [{"title": False}] * 6, [{"title": False}] * 6) == [[], [gone], []]
    assert caplog.text.count("'product/title' (x.py:1) finds nothing any more, as on https://a.test/3") == 1
    assert go("there", [{}] * 6, [{"title": False}] * 5 + [{}]) == [[], []]
    assert go("tiny", [{}] * 3, [{"title": False}] * 3) == [[], []], "too few to tell"


def test_login_pages_are_counted_and_no_alarm(tmp_path):
    stats = crawl(tmp_path / "h.db", [{}] * 60 + [{"title": False, "body": "<input type=password>"}] * 30)
    assert stats == {"bt/healing/pages/login": 30}


def test_pages_that_say_the_same_everywhere_are_no_redesign_in_any_language(tmp_path):
    says = "<p>Hier is nu niets te zien, kom later terug. Nummer van dit verzoek: 8f3a-{0:08d}, om 12:{0:02d}</p>"
    stats = crawl(tmp_path / "h.db", [{}] * 60 + [{"title": False, "body": says.format(n)} for n in range(30)])
    assert stats == {"bt/healing/pages/same_everywhere": 29}
    only_these = crawl(tmp_path / "h.db", [{"title": False, "body": says.format(n)} for n in range(30)])
    assert only_these == {"bt/healing/pages/same_everywhere": 29}, "nor at the end of a crawl without an item"


def test_a_store_that_cannot_be_opened_ends_no_crawl(tmp_path):
    path = tmp_path / "h.db"
    path.write_text("no database, but a text of some length " * 100)
    with pytest.raises(NotConfigured, match=r"nothing is watched: the store of healing .*h\.db cannot be opened"):
        Healing.from_crawler(crawler(path))
    with pytest.raises(NotConfigured):
        Healing.from_crawler(crawler(path, BT_HEALING="off"))


def test_a_store_that_is_damaged_while_it_is_used_is_told_once(tmp_path, caplog):
    path = tmp_path / "h.db"
    made = crawler(path)
    healing = Healing.from_crawler(made)
    healing.spider_opened(made.spider)
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE pages")
    for number in range(20):
        visit(healing, number)
    asyncio.run(healing.spider_closed("finished"))
    assert made.stats.get_value("bt/healing/unwritten") == 1
    assert sum("cannot be written" in record.getMessage() for record in caplog.records) == 1


def test_pages_that_stand_in_place_of_content_are_told_at_the_end_and_raise_no_alarm(tmp_path, caplog):
    words = ["kalmo", "reeti", "suuvo", "hiili", "taaja", "nuoli", "vesko", "ronto"]
    pages = [f"<h1>Thing {n}</h1><p>{' '.join(f'{word}{chr(97 + n % 26)}' for word in words)}</p>" for n in range(60)]
    crawl(tmp_path / "healing.db", [{"body": page} for page in pages])
    with caplog.at_level(logging.WARNING):
        wall = "<h1>Jatkaaksesi hyväksy evästeet</h1><p>Sivu {n}</p><a href=/ok?to=/{n}>Jatka</a>"
        walls = [{"title": False, "body": wall.format(n=n)} for n in range(20)]
        stats = crawl(tmp_path / "healing.db", walls)
    assert stats == {"bt/healing/pages/same_everywhere": 19}
    (record,) = caplog.records
    assert record.getMessage() == (
        "Most pages of 'product' that were looked at stood in place of content (same everywhere: 19): see https://a.test/19"
    )


def test_counts_of_crawls_that_drift_apart_are_told_at_the_end(tmp_path, caplog):
    def end(records, reason="finished"):
        made = crawler(tmp_path / "healing.db")
        healing = Healing.from_crawler(made)
        healing.spider_opened(made.spider)
        made.stats.set_stats({"scheduler/enqueued": 400, "response_received_count": 400, "item_scraped_count": records})
        asyncio.run(healing.spider_closed(reason))
        return made.stats.get_value("bt/healing/drifts"), [one.getMessage() for one in caplog.records]

    assert [end(records) for records in (390, 385, 20)] == [(None, [])] * 3
    with caplog.at_level(logging.WARNING):
        assert end(3, "shutdown") == (None, [])
    store = HealingStore(tmp_path / "healing.db")
    assert [flow.records for _, flow in store.flows.of("shop")] == [390, 385, 20]
    store.forget("shop")
    assert store.flows.of("shop") == []
    store.close()
    for records in (390, 385, 395):
        end(records)
    told = "The site may have changed: records of each page: 0.20, before 0.97. Look at it with: scrapy bt heal status"
    assert end(80) == (1, [told])
