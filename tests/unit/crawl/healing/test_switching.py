"""Selectors switched on and off while a crawl runs."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from scrapy.http import HtmlResponse
from scrapy.statscollectors import StatsCollector
from scrapy.utils.test import get_crawler

from scrapy_bt.core.healing.proposals import Choice, Proposal, State, Trial
from scrapy_bt.crawl.healing.looks import PageLooks
from scrapy_bt.crawl.healing.switching import Switching
from scrapy_bt.storage.healing import HealingStore

PROPOSAL = Proposal("parse", "css h1", "h1", (Choice("h2", 0.9, Trial(4, 4, 4)),), "a.py:1", how="css", forms=("word",))


@pytest.fixture
def store(tmp_path):
    opened = HealingStore(tmp_path / "healing.db")
    yield opened
    opened.close()


@pytest.mark.parametrize(("place", "told"), [("a.py:1", "accept 1 --write"), ("rules/a.yaml:2", "accept 1")])
def test_it_is_told_how_to_put_a_selector_into_its_file(store, place, told):
    said = []
    with ThreadPoolExecutor(1) as executor:
        switching = Switching(StatsCollector(get_crawler()), store, executor, said.append)
        filed = store.proposals.file("shop", replace(PROPOSAL, place=place))
        switching.switch_on(store.proposals.decide(filed.id, State.LIVE))
    assert str(said[0]).endswith(f"; put it into {place} with: scrapy bt heal {told}")


def test_what_is_switched_on_is_counted_told_and_rolled_back_where_it_does_not_prove_itself(store):
    said = []
    stats = StatsCollector(get_crawler())
    look = PageLooks(HtmlResponse("https://a.test/"))
    with ThreadPoolExecutor(1) as executor:
        switching = Switching(stats, store, executor, said.append)
        live = store.proposals.decide(store.proposals.file("shop", PROPOSAL).id, State.LIVE)
        switch = switching.switch_on(live)
        switching.note_healed(live.id, look)
        switching.note_healed(99, look)
        switch.unfit = 20
        switching.note_healed(live.id, look)
        switching.switch_off(live.id)
    after = store.proposals.get(live.id)
    assert (after.state, after.healed, bool(switching.switches)) == (State.ROLLED_BACK, 2, False)
    assert {name: stats.get_value(f"bt/healing/{name}") for name in ("healed", "switched_on", "switched_off")} == {
        "healed": 2, "switched_on": 1, "switched_off": 1,
    }  # fmt: skip
    assert ["is healed by" in said[0], "any more" in said[1], "is rolled back" in said[2], len(said)] == [
        True,
        True,
        True,
        3,
    ]
