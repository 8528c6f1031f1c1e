"""Records that do not fit are dead letters with the reason; mended and queued again, they are stored."""

import json
import sqlite3
from contextlib import closing

from scrapy_bt.testing.servers import RedisServer

TREE = """
page  :: visit "{site}/plain/item/{number}/"
thing :: item { number = number  price = price }
one   :: and (number, price) { :page  :thing }
main  :: and (site) {
    :one(1, 1.5)
    :one(2, "dear")
    :one(3, 2.5)
}
"""


def ask(project, query):
    with closing(sqlite3.connect(project.folder / "a.db")) as connection:
        found = connection.execute(query).fetchall()
        connection.commit()
    return found


def refuse_one(project, frontier):
    """A crawl of which a record does not fit."""
    project.tree("tree", TREE)
    first = crawl(project, frontier)
    assert (first.reason, first.stats["bt/dead"], first.stats["bt/store/refused/thing"]) == ("finished", 1, 1)
    assert not first.has_traceback, first.log
    assert ask(project, "SELECT number, price FROM thing ORDER BY number") == [(1, 1.5), (3, 2.5)]


def crawl(project, frontier):
    arguments = project.crawl_arguments("tree", site=project.site)
    return project.run(*arguments, settings={**frontier, "BT_STORE_URL": "sqlite:///a.db"})


def test_a_record_that_does_not_fit_is_a_dead_letter_that_can_be_stored_later(project):
    with RedisServer() as server:
        frontier = {"BT_FRONTIER": "redis", "REDIS_URL": server.url}
        refuse_one(project, frontier)
        (letter,) = json.loads(project.run("bt", "dead", "list", "tree", "--json", settings=frontier).output)["letters"]
        assert letter["reason"] == "store refused a record of thing: column price: 'dear' is no number"
        assert letter["record"] == {"number": 2, "price": "dear"}
        ask(project, "ALTER TABLE thing RENAME COLUMN price TO number_price")
        ask(project, "ALTER TABLE thing ADD COLUMN price TEXT")
        assert project.run("bt", "dead", "requeue", "tree", "--all", settings=frontier).code == 0
        last = crawl(project, frontier)
    assert last.code == 0, last.log
    assert last.stats.get("bt/visits") is None
    assert ask(project, "SELECT number, price FROM thing WHERE price IS NOT NULL") == [(2, "dear")]


def test_queued_again_before_it_is_mended_it_comes_back(project):
    frontier = {"JOBDIR": "job"}
    refuse_one(project, frontier)
    shown = project.run("bt", "dead", "list", "--jobdir", "job").output
    assert "price=dear" in shown
    (number,) = (line.split()[0] for line in shown.splitlines() if "price=dear" in line)
    assert 'price = "dear"' in project.run("bt", "dead", "show", number, "--jobdir", "job").output
    assert project.run("bt", "dead", "requeue", number, "--jobdir", "job").code == 0
    again = crawl(project, frontier)
    assert again.stats["bt/dead"] == 1, again.log
    assert again.stats.get("bt/visits") is None
