"""Pages are judged as they come, and the links that led to them teach what others promise."""

import asyncio
import gc
import logging
import threading
import weakref

import pytest
from scrapy import Request, Spider
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from scrapy_bt.core.preference.names import EntityName
from scrapy_bt.crawl.preference import preferring as module
from scrapy_bt.crawl.preference.knowledge_base import KnowledgeBase
from scrapy_bt.crawl.preference.preferring import Preferring

LIST = "<p><a href=/engine>about the engine</a></p><p><a href=/legal>legal</a></p><p><a href=/b/1>one</a></p>"


@pytest.fixture
def preferring(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scrapy.cfg").touch()
    (tmp_path / "p.toml").write_text("[prefer.words]\nengine = 3\n")
    crawler = get_crawler(Spider, {"BT_PREFERENCES": "p.toml", "BT_PREFERENCE_SECONDS": 80.0})
    crawler.spidercls.name = "shop"
    return Preferring.from_crawler(crawler)


def page(url, body, asked=None, **meta):
    return HtmlResponse(url, body=body.encode(), encoding="utf-8", request=Request(asked or url, meta=meta))


def test_links_are_ranked_by_what_is_written_on_them(preferring):
    preferring.read(page("http://a.test/", LIST))
    assert preferring.level("http://a.test/engine", "http://a.test/") > 0 == preferring.level("http://a.test/legal")
    assert preferring.seconds("http://a.test/engine") == 5.0 * preferring.level("http://a.test/engine")
    assert preferring.level("http://a.test/unknown", "http://gone.test/") == 0


def test_a_relevant_page_teaches_which_links_lead_there_also_through_a_redirect(preferring):
    preferring.read(page("http://a.test/", LIST))
    assert preferring.level("http://a.test/b/98") == 0
    for number in range(8):
        asked = f"http://a.test/b/{number}"
        preferring.level(asked)
        preferring.read(page(f"{asked}/", "<h1>engine</h1>" * 3, redirect_urls=[asked]))
    assert preferring.level("http://a.test/b/99") > 0


def test_links_that_nobody_will_ask_for_are_forgotten_until_the_page_comes_again(preferring):
    first = page("http://a.test/", LIST)
    preferring.read(first)
    tree = weakref.ref(first.selector.root)
    del first
    preferring.forget_links("http://a.test/")
    preferring.forget_links("http://a.test/never")
    gc.collect()
    assert tree() is None
    preferring.read(page("http://a.test/", LIST.replace(">one<", ">engine<")))
    assert preferring.level("http://a.test/b/1", "http://a.test/") > 0
    assert preferring._stats.get_value("bt/preferences/pages") == 1


def test_other_pages_pass(preferring):
    preferring.read(Response("http://a.test/picture", body=b"\x89"))
    preferring.read(HtmlResponse("http://a.test/empty", body=b"", encoding="utf-8"))
    preferring.read(page("http://a.test/j", '{"a": 1}').replace(cls=HtmlResponse))


def test_changed_preferences_hold_and_faults_do_not(preferring, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(module, "_LOOK_SECONDS", -1.0)
    preferring._next_look = 0.0
    preferring.read(page("http://a.test/", LIST))
    assert preferring.level("http://a.test/legal") == 0
    (tmp_path / "p.toml").write_text("[prefer.words]\nlegal = 3 # more\n")
    preferring.read(page("http://a.test/2", LIST))
    assert preferring.level("http://a.test/legal") > 0
    (tmp_path / "p.toml").write_text("[prefer.words]\nlegal = 9\n")
    with caplog.at_level(logging.WARNING):
        preferring.read(page("http://a.test/3", LIST))
    assert "stay as they were" in caplog.text
    assert preferring.level("http://a.test/legal") > 0


def test_many_names_are_taken_up_beside_the_crawl(preferring, tmp_path, monkeypatch):
    """While the knowledge base is read for changed preferences, pages are judged by those before."""
    monkeypatch.setattr(module, "_LOOK_SECONDS", -1.0)
    may_go_on = threading.Event()

    class Slow(KnowledgeBase):
        def names(self):
            may_go_on.wait()
            yield EntityName("law", "legal")

    preferring._knowledge = Slow(f"sqlite:///{tmp_path}/a.db", print)
    preferring._next_look = 0.0

    async def crawl():
        (tmp_path / "p.toml").write_text("[prefer.entities]\nlaw = 3\n")
        for number in range(3):
            preferring.read(page(f"http://a.test/{number}", LIST.replace("legal</a>", "law</a>")))
            await asyncio.sleep(0)
        before = preferring.level("http://a.test/legal")
        may_go_on.set()
        await preferring.spider_closed()
        preferring.read(page("http://a.test/4", LIST.replace("legal</a>", "law</a>")))
        return before, preferring.level("http://a.test/legal")

    before, after = asyncio.run(crawl())
    assert before <= 0 < after


def test_what_is_remembered_is_bounded(preferring, monkeypatch):
    monkeypatch.setattr(module, "_MOST_PAGES", 3)
    for number in range(20):
        preferring.read(page(f"http://a.test/{number}", LIST))
    assert len(preferring._pages) == 3


def test_what_several_pages_say_of_a_url_counts_together(preferring):
    preferring.read(page("http://a.test/", "<a href=/x>more</a>"))
    preferring.read(page("http://a.test/2", "<a href=/x>the engine</a>"))
    assert preferring.level("http://a.test/x", "http://a.test/") == 0
    high = preferring.level("http://a.test/x", "http://a.test/2")
    assert preferring.level("http://a.test/x", "http://a.test/") == high > 0


def test_without_a_page_the_last_one_with_the_link_says_it(preferring):
    preferring.read(page("http://a.test/", "<a href=/x>more</a>"))
    assert preferring.level("http://a.test/x") == 0
    preferring.read(page("http://a.test/2", "<a href=/x>the engine</a>"))
    preferring.read(page("http://a.test/3", "<a href=/y>more</a>"))
    assert preferring.level("http://a.test/x") > 0


def test_a_model_that_does_no_better_gives_way_to_the_names_on_links(preferring, caplog):
    preferring.read(page("http://a.test/", LIST))
    with caplog.at_level(logging.INFO):
        for number in range(120):
            asked, said = f"http://a.test/{number}", "engine" if number % 5 == 0 else "legal"
            preferring.read(page("http://a.test/list", f"<a href=/{number}>{said}</a>"))
            preferring.level(asked)
            preferring._pages.clear()
            preferring.read(page(asked, "<h1>engine</h1>" * 3 if number % 5 == 0 else "nothing"))
    assert "which decides now" in caplog.text
    asyncio.run(preferring.spider_closed())
    assert preferring._stats.get_value("bt/preferences/ranking") == "names"


def test_links_to_places_of_a_page_lead_to_the_page(preferring):
    preferring.read(page("http://a.test/", "<a href=/x#a>more</a> <a href=/x#b>the engine</a>"))
    high = preferring.level("http://a.test/x#a", "http://a.test/")
    assert high == preferring.level("http://a.test/x#b", "http://a.test/") == preferring.level("http://a.test/x") > 0
    preferring.read(page("http://a.test/x", "<p>dull</p>", "http://a.test/x#a"))
    known, again = Request("http://a.test/x#b"), Request("http://a.test/x#b", dont_filter=True)
    preferring.rank(known, "http://a.test/")
    preferring.rank(again, "http://a.test/")
    assert (known.priority, again.priority) == (0, preferring.level("http://a.test/x"))


def test_a_request_that_waits_may_go_forward_to_the_place_of_a_link(preferring):
    preferring.waiting = type("Waiting", (), {"forward": lambda _, ranked: ranked.priority > 9})()
    preferring.read(page("http://a.test/", LIST))
    for name in ("engine", "legal"):
        preferring.rank(Request(f"http://a.test/{name}", priority=3), "http://a.test/")
    assert preferring._stats.get_value("bt/preferences/forwarded") == 1


def test_what_a_page_says_twice_of_a_url_is_not_read_again(preferring, monkeypatch):
    preferring.read(page("http://a.test/", LIST))
    high = preferring.level("http://a.test/engine", "http://a.test/")
    monkeypatch.setattr(module.LinkIndex, "said", pytest.fail)
    assert preferring.level("http://a.test/engine#place", "http://a.test/") == high
