"""Whatever is killed, each record stands once in the database in the end, and at least once in Kafka."""

import json
import os
from collections import Counter
from contextlib import closing
from random import Random
from threading import Event

import pytest
import sqlalchemy as sa

from scrapy_bt.testing.kafka import KafkaBroker
from scrapy_bt.testing.postgres import PostgresServer
from scrapy_bt.testing.redis import RedisServer
from tests.integration.faults.crawls import IS_LONG, fleet
from tests.integration.faults.site import Site
from tests.waiting import wait_until

AWAY = 0.8
"""Seconds for which a server is away."""


@pytest.fixture(scope="module")
def postgres():
    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="module")
def kafka():
    with KafkaBroker() as broker:
        yield broker


def rows(postgres, query):
    engine = sa.create_engine(postgres.url.replace("postgresql:", "postgresql+psycopg:"))
    with closing(engine.connect()) as connection:
        found = connection.execute(sa.text(query)).all()
    engine.dispose()
    return found


def sent(kafka, topic):
    kafka.drain()
    return [json.loads(message["value"]) for message in kafka.messages if message["topic"] == topic]


class Misfortunes:
    """What may happen to a crawl."""

    def __init__(self, postgres, kafka, workers, chance):
        self.postgres, self.kafka, self.workers, self.chance = postgres, kafka, workers, chance
        self.waits = 0

    def database_dies(self):
        self.postgres.kill()
        self.wait_for_stores()
        self.postgres.restart()

    def wait_for_stores(self):
        """Until somebody has noticed that the database is away, with some pages more to be stored."""
        self.workers.site.allow(self.workers.site.count() + 40)
        wait_until(lambda: self.count_waits() > self.waits, what=self.workers.tell)
        self.waits = self.count_waits()

    def count_waits(self):
        return sum(worker.log.count("s so far)") for worker in self.workers.workers)

    def broker_says_nothing(self):
        self.kafka.freeze()
        Event().wait(AWAY)
        self.kafka.thaw()

    def broker_dies(self):
        self.kafka.kill()
        Event().wait(AWAY)
        self.kafka.start()

    def worker_dies(self):
        self.kill_one()
        self.workers.start()

    def kill_one(self):
        self.workers.kill(self.chance.choice([worker for worker in self.workers.workers if worker.is_alive]))

    def database_and_worker_die(self):
        self.postgres.kill()
        self.kill_one()
        self.wait_for_stores()
        self.postgres.restart()
        self.workers.start()


@pytest.mark.timeout(1800)
def test_all_may_be_killed_at_any_time(tmp_path, postgres, kafka):
    chance = Random(os.environ.get("SCRAPY_BT_SEED", "1"))
    lists = 80 if IS_LONG else 18
    settings = {
        "BT_STORE_URL": postgres.url,
        "BT_STORE_KEY": {"record": ["title"]},
        "BT_KAFKA_SERVERS": kafka.servers,
    }
    with (
        RedisServer() as server,
        Site(size=29, seconds=0.004) as site,
        fleet(tmp_path, site, server, lists=lists, **settings) as workers,
    ):
        misfortunes = Misfortunes(postgres, kafka, workers, chance)
        events = [getattr(misfortunes, name) for name in vars(Misfortunes) if "die" in name or "says" in name]
        events *= 4 if IS_LONG else 1
        chance.shuffle(events)
        workers.start_together(2)
        for number, event in enumerate(events):
            workers.fetch(int(lists * 29 * 0.7 * (number + chance.uniform(0.3, 1.0)) / len(events)), ahead=20)
            event()
        workers.finish()
        assert not workers.counts().unfinished
        expected = {site.url + path for path in workers.expected_pages()}
        stored = Counter(url for (url,) in rows(postgres, "SELECT url FROM record"))
        places = Counter(url for (url,) in rows(postgres, "SELECT url FROM record_urls"))
        messages = sent(kafka, "articles-tree")
        assert stored == places == Counter(expected)
        assert {message["url"] for message in messages} == expected
        keys = {key for (key,) in rows(postgres, "SELECT bt_key FROM record")}
        assert {message["id"] for message in messages} == keys
        assert any("is back after" in worker.log for worker in workers.workers)


def test_a_store_that_stays_away_ends_the_crawl_and_the_next_loses_nothing(project, kafka):
    project.tree(
        "tree",
        """
        page  :: visit "{site}/plain/item/{number}/"
        thing :: item { platform = "plain"  url = page.url  time = "2026-01-02"  content = css ".sku::text" }
        one   :: and (number) { :page  :thing }
        main  :: and (site) { number = 1  while number <= 20 { goroutine { :one(number) }  number = number + 1 } }
        """,
    )
    settings = {"JOBDIR": "job", "BT_KAFKA_SERVERS": kafka.servers, "BT_KAFKA_TIMEOUT": 10, "CONCURRENT_REQUESTS": 4}
    arguments = project.crawl_arguments("tree", site=project.site)
    with project.started(*arguments, settings=settings) as process:
        # The broker goes as soon as it was found.
        while not sent(kafka, "articles-plain"):
            assert process.poll() is None, process.communicate()[1]
        kafka.freeze()
        try:
            _, log = process.communicate()
        finally:
            kafka.thaw()
    if process.returncode == 0:  # the last message was quicker than we were
        assert "Spider closed (finished)" in log
    else:
        assert "The crawl ends, since its records cannot be stored: Kafka at" in log
        assert "Spider closed (store_failed)" in log
        assert "Traceback" not in log
    second = project.run(*arguments, settings=settings)
    assert second.code == 0, second.log
    found = sent(kafka, "articles-plain")
    assert len({message["url"] for message in found}) == 20
    assert set(found[0]) == {"id", "content", "resource", "url", "time", "collected", "kind", "fields"}
    assert (found[0]["resource"], found[0]["time"], found[0]["kind"]) == ("plain", "2026-01-02", "thing")
