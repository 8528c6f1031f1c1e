"""Whatever is killed, each record stands once in the database in the end, and at least once in Kafka."""

import json
from collections import Counter
from contextlib import closing
from threading import Event

import pytest
import sqlalchemy as sa

from scrapy_bt.testing.kafka import KafkaBroker
from scrapy_bt.testing.postgres import PostgresServer
from scrapy_bt.testing.servers import RedisServer
from tests.integration.faults.crawls import fleet
from tests.integration.faults.site import Site

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


def test_all_may_be_killed_at_any_time(tmp_path, postgres, kafka):
    settings = {
        "BT_STORE_URL": postgres.url,
        "BT_STORE_KEY": {"record": ["title"]},
        "BT_KAFKA_SERVERS": kafka.servers,
        "BT_LEASE_SECONDS": 4,
    }
    with (
        RedisServer() as server,
        Site(size=29, seconds=0.004) as site,
        fleet(tmp_path, site, server, lists=18, **settings) as workers,
    ):
        for _ in range(2):
            workers.start()
        workers.wait_for_fetches(80)
        postgres.kill()
        Event().wait(AWAY)
        postgres.restart()
        workers.wait_for_fetches(160)
        kafka.freeze()
        Event().wait(AWAY)
        kafka.thaw()
        workers.wait_for_fetches(220)
        workers.kill(workers.workers[0])
        workers.start()
        workers.wait_for_fetches(300)
        kafka.kill()
        Event().wait(AWAY)
        kafka.start()
        workers.wait_for_fetches(360)
        postgres.kill()
        workers.kill(workers.workers[1])
        workers.start()
        # A worker that starts while the database is away would end at once.
        postgres.restart()
        workers.finish(60)
        assert [worker.reason for worker in workers.workers[2:]] == ["finished", "finished"], workers.tell()
        assert not workers.counts().unfinished
        expected = {site.url + path for path in workers.expected_pages()}
        stored = Counter(url for (url,) in rows(postgres, "SELECT url FROM record"))
        places = Counter(url for (url,) in rows(postgres, "SELECT url FROM record_urls"))
        messages = sent(kafka, "articles-tree")
        assert stored == places == Counter(expected)
        assert {message["url"] for message in messages} == expected
        keys = {key for (key,) in rows(postgres, "SELECT bt_key FROM record")}
        assert {message["id"] for message in messages} == keys
        assert "is back after" in workers.tell()


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
    settings = {"JOBDIR": "job", "BT_KAFKA_SERVERS": kafka.servers, "BT_KAFKA_PATIENCE": 1, "CONCURRENT_REQUESTS": 4}
    arguments = project.crawl_arguments("tree", site=project.site)
    with project.started(*arguments, settings=settings) as process:
        # The broker goes as soon as it was found.
        while not sent(kafka, "articles-plain"):
            assert process.poll() is None, process.communicate()[1]
        kafka.freeze()
        try:
            _, log = process.communicate(timeout=60)
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
    assert set(found[0]) == {"id", "content", "resource", "url", "time", "kind", "fields"}
    assert (found[0]["resource"], found[0]["time"], found[0]["kind"]) == ("plain", "2026-01-02", "thing")
