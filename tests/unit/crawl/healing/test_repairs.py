"""Repairs in a running crawl."""

import asyncio
import logging
from dataclasses import replace
from types import SimpleNamespace

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import DontCloseSpider
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from scrapy_bt.core.healing.addressed import Telling
from scrapy_bt.core.healing.proposals import Choice, Proposal, State, Trial
from scrapy_bt.crawl.healing import repairs
from scrapy_bt.crawl.healing.looks import KEPT
from scrapy_bt.crawl.healing.watching import Healing
from scrapy_bt.operations.healing.stores import opened_store
from scrapy_bt.storage.healing import HealingStore

PROPOSAL = Proposal(
    "parse", "css h1", "h1", (Choice("h2", 0.9, Trial(4, 4, 4)),), "shop.py:1", how="css", forms=("words",),
)  # fmt: skip


class Shop(Spider):
    name = "shop"


class Engine:
    """Where requests go."""

    def __init__(self):
        self.sent = []
        self.downloader = SimpleNamespace(active=())
        self.scraper = SimpleNamespace(slot=None)

    def crawl(self, request):
        self.sent.append(request)


@pytest.fixture
def store(tmp_path):
    opened = HealingStore(tmp_path / "healing.db")
    yield opened
    opened.close()


def read(healing, number, *, there=True, body="<h1>A thing</h1>", meta=None):
    """A page as the middleware reads it; the node for which it waits."""
    request = Request(f"https://a.test/{number}", meta=meta or {})
    look = healing.look_at(HtmlResponse(request.url, request=request, body=body.encode(), encoding="utf-8"))
    look.note("parse", "css h1", [f"Thing {number} of it"] * there, found=int(there), empty=int(not there))
    node = healing.repairs.waiting.missing(look)
    healing.take_in(look)
    if node is not None:
        healing.repairs.waiting.hold_response(node, look)
    return node, look


def crawl(store, mode, go, **settings):
    """Run *go* with the extension of a crawl, and its statistics."""

    async def run():
        made = get_crawler(Shop, {"BT_HEALING": mode, "BT_HEALING_STORE": str(store.path), **settings})
        made.spider, made.engine = made._create_spider(), Engine()
        healing = Healing.from_crawler(made)
        healing.spider_opened(made.spider)
        try:
            await go(healing, made.engine)
        finally:
            await healing.spider_closed("finished")
        return made.stats.get_stats()

    return asyncio.run(run())


def test_a_page_waits_until_there_is_no_doubt_any_more(store):
    async def go(healing, engine):
        assert [read(healing, n)[0] for n in range(40)] == [None] * 40
        assert read(healing, 40, there=False)[0] == "parse"
        assert read(healing, 41, there=False, body="<title>Log in</title><input type=password>")[0] is None
        assert engine.sent == []
        for number in range(43, 60):
            read(healing, number)
        (again,) = engine.sent
        assert (again.url, again.dont_filter, KEPT in again.meta) == ("https://a.test/40", True, True)
        assert healing.repairs.waiting.held.take(again.meta[KEPT]).body == b"<h1>A thing</h1>"
        assert read(healing, 40, there=False, meta=again.meta)[0] is None, "it has waited"
        assert read(healing, 60, there=False, meta={KEPT: "x"})[0] == "parse", "only another worker knows why it may go"

    stats = crawl(store, "auto", go)
    assert (stats["bt/healing/held"], stats["bt/healing/released"]) == (2, 1)


def test_a_store_whose_proposals_are_damaged_is_told_and_the_crawl_is_watched_all_the_same(store, caplog):
    store.proposals.file("shop", PROPOSAL)
    with store._transaction() as connection:
        connection.execute("UPDATE proposals SET facts = '{'")

    async def go(healing, _engine):
        read(healing, 0)

    with caplog.at_level(logging.WARNING):
        crawl(store, "auto", go)
    assert "The store of healing cannot be read: the store of healing is damaged" in caplog.text
    assert [one.observed.found for one in store.fields("shop")] == [1]


def test_a_page_between_those_that_count_waits_until_further_ones_were_looked_at(store):
    async def go(healing, engine):
        looks = [read(healing, number)[1] for number in range(300)]
        assert not all(look.counts for look in looks)
        number = 300
        while read(healing, number)[1].counts:  # the next one is let pass, as the one after it may be
            number += 1
        read(healing, number + 1, there=False)
        read(healing, number + 2)  # from before the change, and only late
        assert engine.sent == []
        for more in range(3, 12):
            read(healing, number + more)
        assert [request.url for request in engine.sent] == [f"https://a.test/{number + 1}"]

    crawl(store, "auto", go)


def test_pages_that_were_under_way_with_one_that_waits_say_nothing_of_it(store):
    async def go(healing, engine):
        for number in range(40):
            read(healing, number)
        engine.downloader.active = range(30)
        waiting = [number for number in range(40, 60) if number % 5 == 0]
        assert [number for number in range(40, 60) if read(healing, number, there=number not in waiting)[0]] == waiting
        for number in range(60, 85):
            read(healing, number)
        assert engine.sent == []
        read(healing, 85)
        assert len(engine.sent) == len(waiting)

    crawl(store, "auto", go)


def test_before_the_end_pages_that_wait_go_on(store):
    async def go(healing, engine):
        for number in range(40):
            read(healing, number)
        assert read(healing, 40, there=False)[0] == "parse"
        with pytest.raises(DontCloseSpider):
            healing.repairs.on_idle()
        healing.repairs.on_idle()
        assert len(engine.sent) == 1

    crawl(store, "auto", go)


def test_one_field_of_a_node_is_healed_where_the_others_are_watched(store, monkeypatch, caplog):
    """And nobody is asked for what is only watched."""
    known = replace(PROPOSAL, telling=Telling.HOLDS)
    filed = [store.proposals.file("shop", one) for one in (known, replace(known, field="css h5", old="h5"))]
    monkeypatch.setattr(repairs, "file_proposals", lambda *_, **__: filed)

    async def go(healing, _engine):
        for number in range(60):
            letter = chr(97 + number % 20)
            words = " ".join(f"<p>{letter * each} {chr(98 + number // 20) * each}</p>" for each in range(3, 20))
            read(healing, number, there=number < 40, body=words)
        while not healing.repairs.waiting.is_settled("parse"):
            await asyncio.sleep(0)
        assert [switch.filed.id for switch in healing.repairs.switches] == [filed[0].id]

    with caplog.at_level(logging.WARNING):
        stats = crawl(store, {"": "watch", "shop/parse/css h1": "auto"}, go)
    assert ("waits for a person" in caplog.text, stats.get("bt/healing/proposed")) == (False, None)


def test_what_is_gone_from_a_small_site_is_proposed_for_when_there_are_no_more_pages(store, caplog):
    def body(number):
        return "".join(f"<p>{chr(97 + number) * size} {chr(98 + number) * size}</p>" for size in range(3, 20))

    async def before(healing, _engine):
        for number in range(6):
            read(healing, number, body=body(number))

    async def after(healing, engine):
        for number in range(6):
            assert read(healing, number, there=False, body=body(number))[0] == "parse"
        with pytest.raises(DontCloseSpider):
            healing.repairs.on_idle()
        assert (engine.sent, healing.repairs.waiting.nodes) == ([], ["parse"]), "they wait for what is looked for"
        while not engine.sent:
            await asyncio.sleep(0)

    crawl(store, "auto", before)
    with caplog.at_level(logging.WARNING):
        stats = crawl(store, "auto", after)
    assert stats["bt/healing/alarms"] == 1
    assert "'parse/css h1' finds nothing any more" in caplog.text


def test_with_review_no_page_waits_and_those_without_are_fetched_again_when_somebody_accepts(store):
    async def go(healing, engine):
        for number in range(40):
            read(healing, number)
        for number in range(40, 43):
            assert read(healing, number, there=False)[0] is None
        one = store.proposals.file("shop", PROPOSAL)
        await healing.repairs._look_up()
        assert not healing.repairs.switches
        store.proposals.decide(one.id, State.ACCEPTED, selector="h3")
        await healing.repairs._look_up()
        assert healing.repairs.switches.get("parse", "css", "h1").selector == "h3"
        assert [request.url[-2:] for request in engine.sent] == ["40", "41", "42"]
        store.proposals.decide(one.id, State.ROLLED_BACK)
        await healing.repairs._look_up()
        assert not healing.repairs.switches

    stats = crawl(store, "review", go)
    assert (stats["bt/healing/fetched_again"], stats["bt/healing/switched_off"]) == (3, 1)


def test_on_redis_what_somebody_decides_is_taken_up_at_once(store, server, monkeypatch):
    monkeypatch.setattr(repairs, "_TICK", 1e6)  # the store is not asked for itself
    number = store.proposals.file("shop", PROPOSAL).id
    shared = {"BT_FRONTIER": "redis", "REDIS_URL": server.url}

    async def go(healing, _engine):
        switches = healing.repairs.switches
        with opened_store(Settings({**shared, "BT_HEALING_STORE": str(store.path)})) as others:
            for state in (State.ACCEPTED, State.ROLLED_BACK, State.ACCEPTED):
                others.proposals.decide(number, state)
                while bool(switches) is not (state is State.ACCEPTED):
                    await asyncio.sleep(0.01)

    assert crawl(store, "review", go, **shared)["bt/healing/switched_on"] == 2


def test_a_selector_that_does_not_prove_itself_is_rolled_back(store, caplog):
    one = store.proposals.file("shop", PROPOSAL)
    store.proposals.decide(one.id, State.LIVE)

    async def go(healing, _engine):
        switch = healing.repairs.switches.get("parse", "css", "h1")
        for number in range(13):
            _, look = read(healing, number)
            switch.heal([], [], lambda selector: ([selector], ["12.50"]))
            look.healed["parse", "css h1"] = one.id
            healing.repairs.note(look, [])
        assert not healing.repairs.switches

    with caplog.at_level(logging.WARNING):
        stats = crawl(store, "auto", go)
    assert "Proposal 1 has not proved itself and is rolled back" in caplog.text
    assert stats["bt/healing/healed/parse/css h1"] == 12
    assert (store.proposals.get(one.id).state, store.proposals.get(one.id).healed) == (State.ROLLED_BACK, 12)


def test_pages_that_an_earlier_crawl_has_missed_are_fetched_when_their_field_is_mended(store):
    async def broken(healing, _engine):
        for number in range(60):
            letters = chr(97 + number % 20), chr(98 + number // 20)
            words = " ".join(f"<p>{letters[0] * each} {letters[1] * each}</p>" for each in range(3, 20))
            read(healing, number, there=number < 40, body=words)

    async def after(healing, engine):
        with pytest.raises(DontCloseSpider):
            healing.repairs.on_idle()
        while not engine.sent:
            await asyncio.sleep(0)
        assert [request.url[-2:] for request in engine.sent] == [str(number) for number in range(40, 60)]
        await asyncio.sleep(0)
        healing.repairs.on_idle()

    assert "bt/healing/fetched_again" not in crawl(store, "review", broken)
    for one in store.proposals.of("shop", State.OPEN) or [store.proposals.file("shop", PROPOSAL)]:
        store.proposals.decide(one.id, State.ACCEPTED, selector="h3")
    assert crawl(store, "review", after)["bt/healing/fetched_again"] == 20
    assert store.missed.mended("shop") == []
