"""Records that do not fit are dead letters with the reason; mended and queued again, they are stored."""

import json
import sqlite3
from contextlib import closing

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


def crawl(project):
    arguments = project.crawl_arguments("tree", site=project.site)
    return project.run(*arguments, settings={"JOBDIR": "job", "BT_STORE_URL": "sqlite:///a.db"})


def test_a_record_that_does_not_fit_is_a_dead_letter_that_can_be_stored_later(project):
    project.tree("tree", TREE)
    first = crawl(project)
    assert (first.reason, first.stats["bt/dead"], first.stats["bt/store/refused/thing"]) == ("finished", 1, 1)
    assert not first.has_traceback, first.log
    assert ask(project, "SELECT number, price FROM thing ORDER BY number") == [(1, 1.5), (3, 2.5)]
    listed = project.run("bt", "dead", "list", "--jobdir", "job").output
    assert "column price: 'dear' is no number" in " ".join(listed.split())
    assert "price=dear" in listed
    (letter,) = json.loads(project.run("bt", "dead", "list", "--jobdir", "job", "--json").output)["letters"]
    assert letter["reason"] == "store refused a record of thing: column price: 'dear' is no number"
    assert letter["record"] == {"number": 2, "price": "dear"}
    shown = project.run("bt", "dead", "show", str(letter["id"]), "--jobdir", "job").output
    assert 'price = "dear"' in shown
    ask(project, "ALTER TABLE thing RENAME COLUMN price TO number_price")
    ask(project, "ALTER TABLE thing ADD COLUMN price TEXT")
    assert project.run("bt", "dead", "requeue", str(letter["id"]), "--jobdir", "job").code == 0
    last = crawl(project)
    assert last.code == 0, last.log
    assert last.stats.get("bt/visits") is None
    assert ask(project, "SELECT number, price FROM thing WHERE price IS NOT NULL") == [(2, "dear")]
