import logging

import pytest

from scrapy_bt.core.tree.extractions import Count, Key
from scrapy_bt.crawl.endings import show

TREE = """
main :: and { :page  while x = :links { goroutine { :rest } }  :thing }
page  :: visit "data:text/html,<h1>T</h1>"
links :: data css "a.none" all
rest  :: visit "data:,"
thing :: item { title = css "h1::text"  weight = css ".weight" }
"""


def test_the_table_has_a_row_for_each_field() -> None:
    rows = [
        (Key("t", "a"), Count(0, 12)),
        (Key("t", "thing", "weight"), Count(3, 4, examples=["https://a.test/", "b"])),
    ]
    assert show(rows).splitlines() == [
        "  node   field   found  empty  for example",
        "  a                  0     12",
        "  thing  weight      3      4  https://a.test/",
    ]


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
    crawl(TREE.replace("h1::text", ".none"), {"BT_FRONTIER": "redis", "REDIS_URL": server.url})
    table, no_records, _ = told(caplog)
    assert table.startswith("Found nothing, or less than usual, on the pages of this worker:\n")
    assert no_records == "No record was found by this worker, on 1 page"
