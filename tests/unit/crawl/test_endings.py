import logging

import pytest

from scrapy_bt.core.tree.extractions import Count, CountedField, Extractions
from scrapy_bt.crawl.endings import show
from scrapy_bt.crawl.summaries import pack_extractions
from scrapy_bt.frontier.redis.frontier import RedisFrontier, send
from tests.contracts.workshop import new

TREE = """
main :: and { :page  while x = :links { goroutine { :rest } }  :thing }
page  :: visit "data:text/html,<h1>T</h1>"
links :: data css "a.none" all
rest  :: visit "data:,"
thing :: item { title = css "h1::text"  weight = css ".weight" }
"""


def test_the_table_has_a_row_for_each_field() -> None:
    rows = [
        (CountedField("t", "a"), Count(0, 12)),
        (CountedField("t", "thing", "weight"), Count(3, 4, examples=["https://a.test/", "b"])),
    ]
    assert show(rows).splitlines() == [
        "  node   field   found  empty  for example",
        "  a                  0     12",
        "  thing  weight      3      4  https://a.test/",
    ]


def test_a_secret_in_the_example_is_hidden() -> None:
    rows = [(CountedField("t", "a"), Count(0, 1, examples=["https://a.test/?token=abc&n=1"]))]
    assert show(rows).splitlines()[1].split()[-1] == "https://a.test/?token=…&n=1"


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "scrapy_bt.crawl.endings" and record.levelno >= logging.WARNING
    ]


def test_what_found_nothing_is_told_and_counted(crawl, caplog) -> None:
    over = crawl(TREE)
    assert [over.stat(f"bt/found/{name}") for name in ("links", "thing", "thing/title", "thing/weight")] == [
        None,
        1,
        1,
        None,
    ]
    assert [over.stat(f"bt/empty/{name}") for name in ("links", "thing", "thing/title", "thing/weight")] == [
        1,
        None,
        None,
        1,
    ]
    (table,) = told(caplog)
    assert [line.split()[:2] for line in table.splitlines()[2:]] == [["links", "0"], ["thing", "weight"]]


def test_a_crawl_that_found_everything_says_nothing(crawl, caplog) -> None:
    crawl(TREE.replace("a.none", "h1").replace(".weight", "h1::text"))
    assert told(caplog) == []


def test_a_long_table_is_cut(crawl, caplog) -> None:
    fields = " ".join(f'f{number} = css ".none{number}"' for number in range(30))
    crawl(TREE.replace('weight = css ".weight"', fields))
    (table,) = told(caplog)
    assert len(table.splitlines()) == 2 + 20 + 1
    assert table.endswith("and 11 more: see bt/empty/… in the statistics")


def test_no_record_and_dead_letters_are_told_in_a_sentence_each(crawl, caplog) -> None:
    over = crawl(TREE.replace("h1::text", ".title"))
    assert over.items == []
    assert told(caplog)[1:] == [
        "No record was found in this run, on 1 page",
        "The crawl has 1 dead letter: what failed for good is missing in its records",
    ]


def test_a_worker_among_others_speaks_of_its_own_pages(crawl, caplog, server, client) -> None:
    RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={}, worker="other").register()
    crawl(TREE.replace("h1::text", ".none"), {"BT_FRONTIER": "redis", "REDIS_URL": server.url})
    assert client.hlen("{tree:requests}:summaries") == 1
    table, no_records, _ = told(caplog)
    assert table.startswith("Found nothing, or less than usual, on the pages of this worker:\n")
    assert no_records == "No record was found by this worker, on 1 page"


def test_the_last_worker_speaks_of_the_pages_of_all(crawl, caplog, server, client) -> None:
    shared = {"BT_FRONTIER": "redis", "REDIS_URL": server.url}
    other = Extractions("tree")
    other.note("thing", "", 0, 3).examples.append("https://site.test/other")
    frontier = RedisFrontier(client, "tree:requests", number=lambda _: 0.0, limits={})
    frontier.register()
    send(client, frontier.calls.begin())
    frontier.put([new(b"no task")])  # so that its run goes on, in which this worker visits nothing
    send(client, frontier.calls.summarize(pack_extractions(other)))
    client.hset("{tree:requests}:summaries", "foreign", "[[1]")
    frontier.leave()
    crawl(TREE.replace("h1::text", ".none"), shared)
    table, _ = told(caplog)
    assert table.startswith("Found nothing, or less than usual, on the pages of all workers:\n")
    (row,) = [line.split() for line in table.splitlines() if " thing " in line]
    assert row == ["thing", "0", "3", "https://site.test/other"]
    assert client.keys("*summaries") == []


def test_a_worker_that_was_alone_speaks_of_all_too(crawl, caplog, server, client) -> None:
    crawl(TREE.replace("h1::text", ".none"), {"BT_FRONTIER": "redis", "REDIS_URL": server.url})
    assert "No record was found by any worker" in told(caplog)
