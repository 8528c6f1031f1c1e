import asyncio
from types import SimpleNamespace

import pytest
from scrapy import Spider
from scrapy.utils.test import get_crawler

from scrapy_bt.crawl.runtime.dead_letters import RecordDeadLetters
from scrapy_bt.crawl.runtime.frontiers import LocalFrontier
from scrapy_bt.crawl.runtime.leases import Leases
from scrapy_bt.errors import NotStored
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.records import OFFERED, RECORDS, REFUSED, RefusedRecord

REFUSED_ONE = RefusedRecord("store", "article", {"a": 1}, "why")


class Scene:
    def __init__(self, *, outlasts=True):
        self.crawler = get_crawler(type("Shop", (Spider,), {"name": "shop"}))
        self.crawler.engine = SimpleNamespace(_slot=None, scraper=SimpleNamespace(slot=None))
        self.frontier = LocalFrontier(lambda bucket: 0.0, limits={})
        self.leases = Leases(self.crawler, self.frontier, None)
        self.letters = RecordDeadLetters(self.crawler, self.leases, add=self.frontier.add, outlasts=outlasts)

    def refuse(self, refused=REFUSED_ONE):
        return [answer for _, answer in self.crawler.signals.send_catch_log(REFUSED, refused=refused)]

    async def settle(self):
        """Take what is ready."""
        while (lease := self.leases.take()) is not None:
            assert lease.entry.bucket == Bucket("shop", RECORDS)
            offer = self.letters.begin(lease)
            if offer is not None:
                await offer
                break

    @property
    def reasons(self):
        return [letter.reason for letter in self.frontier.dead_letters()]


@pytest.fixture
def play():
    def run(act, **options):
        async def scene():
            one = Scene(**options)
            try:
                await act(one)
            finally:
                one.leases.alarm.close()

        asyncio.run(scene())

    return run


def test_a_refused_record_becomes_a_letter_once(play):
    async def act(scene):
        assert scene.refuse() == scene.refuse() == [True]
        assert scene.frontier.counts().unfinished == 1
        await scene.settle()
        assert scene.frontier.counts().unfinished == 0
        assert scene.reasons == ["store refused a record of article: why"]
        assert scene.crawler.stats.get_value("bt/dead") == 1

    play(act)


def test_where_tasks_end_with_the_process_nobody_keeps_it(play):
    async def act(scene):
        assert scene.refuse() == []

    play(act, outlasts=False)


@pytest.mark.parametrize(
    ("answer", "reasons"),
    [("", []), ("still why", ["store refused a record of article: still why"])],
)
def test_one_that_is_queued_again_is_offered_to_its_store(play, answer, reasons):
    async def act(scene):
        offers = []

        async def take(offered):
            offers.append(offered)
            return answer

        async def other(offered):
            return None

        scene.refuse()
        await scene.settle()
        scene.crawler.signals.connect(other, OFFERED)
        scene.crawler.signals.connect(take, OFFERED)
        scene.frontier.requeue()
        await scene.settle()
        assert offers == [REFUSED_ONE.again]
        assert scene.reasons == reasons

    play(act)


def test_without_its_store_it_stays_a_letter(play):
    async def act(scene):
        scene.refuse()
        await scene.settle()
        scene.frontier.requeue()
        await scene.settle()
        assert scene.reasons == [
            "store refused a record of article: this crawl has no store 'store' to offer the record to"
        ]

    play(act)


def test_while_the_store_is_away_it_waits(play):
    async def act(scene):
        async def take(offered):
            raise NotStored("away")

        scene.refuse()
        await scene.settle()
        scene.crawler.signals.connect(take, OFFERED)
        scene.frontier.requeue()
        await scene.settle()
        assert scene.reasons == []
        assert scene.frontier.counts().ready == 1

    play(act)


def test_what_is_no_record_is_buried(play):
    async def act(scene):
        scene.frontier.add(Requeue(Entry(Bucket("shop", RECORDS), b"nonsense")))
        await scene.settle()
        (reason,) = scene.reasons
        assert "the record cannot be read" in reason

    play(act)
