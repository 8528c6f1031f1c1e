"""Records that do not fit are dead letters with the reason; mended and queued again, they are stored."""

import json
import sqlite3
from contextlib import closing

import pytest

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


@pytest.fixture(params=["jobdir", "redis"])
def kept(request):
    """Settings of a crawl whose tasks outlast it, and how its letters are asked for."""
    if request.param == "jobdir":
        yield {"JOBDIR": "job"}, ("--jobdir", "job")
    else:
        with RedisServer() as server:
            yield {"BT_FRONTIER": "redis", "REDIS_URL": server.url}, ("tree",)


def ask(project, query):
    with closing(sqlite3.connect(project.folder / "a.db")) as connection:
        found = connection.execute(query).fetchall()
        connection.commit()
    return found


def test_a_record_that_does_not_fit_waits_among_the_dead_letters(project, kept):
    frontier, name = kept
    project.tree("tree", TREE)
    settings = {**frontier, "BT_STORE_URL": "sqlite:///a.db"}
    arguments = project.crawl_arguments("tree", site=project.site)
    first = project.run(*arguments, settings=settings)
    assert (first.reason, first.stats["bt/dead"], first.stats["bt/store/refused/thing"]) == ("finished", 1, 1)
    assert not first.has_traceback, first.log
    assert ask(project, "SELECT number, price FROM thing ORDER BY number") == [(1, 1.5), (3, 2.5)]
    listed = json.loads(project.run("bt", "dead", "list", *name, "--json", settings=frontier).output)
    (letter,) = listed["letters"]
    assert letter["reason"] == "store refused a record of thing: column price: 'dear' is no number"
    assert letter["record"] == {"number": 2, "price": "dear"}
    shown = project.run("bt", "dead", "show", str(letter["id"]), *name, settings=frontier).output
    assert 'price = "dear"' in shown
    assert "price=dear" in project.run("bt", "dead", "list", *name, settings=frontier).output
    # Queued again before it is mended, it comes back.
    assert project.run("bt", "dead", "requeue", *name, "--all", settings=frontier).code == 0
    again = project.run(*arguments, settings=settings)
    assert again.stats["bt/dead"] == 1, again.log
    assert again.stats.get("bt/visits") is None
    project.run("bt", "dead", "requeue", *name, "--all", settings=frontier)
    ask(project, "ALTER TABLE thing RENAME COLUMN price TO number_price")
    ask(project, "ALTER TABLE thing ADD COLUMN price TEXT")
    last = project.run(*arguments, settings=settings)
    assert last.code == 0, last.log
    assert ask(project, "SELECT number, price FROM thing WHERE price IS NOT NULL") == [(2, "dear")]
