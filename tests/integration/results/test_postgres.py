"""PostgreSQL with many writers: tables are made and changed once, rows are stored once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import pytest
import sqlalchemy as sa

from scrapy_bt.storage.database import open_database
from scrapy_bt.storage.identity import RecordIdentity
from scrapy_bt.storage.rows import Alias, Row, StoreError
from scrapy_bt.testing.postgres import PostgresServer

WRITERS = 6
IDENTITY = RecordIdentity({"article": ("content",)})


@pytest.fixture(scope="module")
def server():
    with PostgresServer() as started:
        yield started


def row(record, declared=()):
    return Row.of(
        "article",
        record,
        dict(declared),
        key=IDENTITY.key("article", record),
        known_by=("content",),
        urls=IDENTITY.urls("article", record),
    )


def ask(server, query):
    engine = sa.create_engine(server.url.replace("postgresql:", "postgresql+psycopg:"))
    with closing(engine.connect()) as connection:
        found = connection.execute(sa.text(query)).all()
    engine.dispose()
    return found


def test_workers_that_begin_at_once_make_everything_once(server):
    start = Barrier(WRITERS)

    def work(number):
        start.wait()
        with closing(open_database(server.url)) as database:
            refused = []
            for part in range(5):
                # All write the same articles, each in another order, with a column and an address of its own.
                contents = [(number * 7 + part * 20 + place) % 100 for place in range(20)]
                rows = [
                    row({"content": f"c{each}", "url": f"https://{number}.test/{each}", f"by {number}": True})
                    for each in contents
                ]
                outcome = database.write(rows)
                refused += outcome.refused
        return refused

    with ThreadPoolExecutor(WRITERS) as pool:
        assert [refused for refused in pool.map(work, range(WRITERS)) if refused] == []
    columns = {
        name
        for (name,) in ask(server, "SELECT column_name FROM information_schema.columns WHERE table_name = 'article'")
    }
    assert columns == {"bt_key", "content", "url", *(f"by {number}" for number in range(WRITERS))}
    assert ask(server, "SELECT count(*), count(DISTINCT content) FROM article") == [(100, 100)]
    assert ask(server, "SELECT count(*) FROM article_urls") == [(100 * WRITERS,)]
    assert ask(server, 'SELECT count(*) FROM article WHERE "by 0" AND "by 5"') == [(100,)]


def test_declared_texts_get_longer_and_other_changes_are_refused(server):
    def declared(length):
        return {"content": ("text", length), "price": ("number", 0)}

    with closing(open_database(server.url)) as database:
        first = Row.of("news", {}, declared(5), key="")
        database.check([first])
        outcome = database.write([Row.of("news", {"content": "long text"}, declared(5), key="a")])
        assert [reason for _, reason in outcome.refused] == ["column content takes 5 characters, and this has 9"]
    with closing(open_database(server.url)) as database:
        database.check([Row.of("news", {}, declared(50), key="")])
        assert (
            database.write([Row.of("news", {"content": "long text", "price": 1.5}, declared(50), key="a")]).stored == 1
        )
        wrong = Row.of("news", {}, {"price": ("text", 0)}, key="")
        with pytest.raises(
            StoreError, match="the column 'price' of the table 'news' takes a number, and the rule says text"
        ):
            database.check([wrong])
    assert [tuple(each) for each in ask(server, "SELECT content, price FROM news")] == [("long text", 1.5)]


def test_another_address_of_a_row_is_found_by_its_first(server):
    with closing(open_database(server.url)) as database:
        record = {"content": "seen", "url": "https://a.test/1"}
        database.write([Row.of("plain", record, {}, key="k"), Alias("plain", "", record["url"], "https://a.test/2")])
        assert database.write([Alias("plain", "k", "", "https://a.test/3")]).lost == 0
        assert database.write([Alias("plain", "", "https://b.test/", "https://b.test/2")]).lost == 1
        assert database.write([Alias("never", "", "https://b.test/", "https://b.test/2")]).lost == 1
    urls = [url for (url,) in ask(server, "SELECT url FROM plain_urls ORDER BY url")]
    assert urls == [f"https://a.test/{number}" for number in (1, 2, 3)]


def test_wrong_names_and_passwords_are_told_at_once(server):
    with pytest.raises(StoreError, match=r'cannot be opened: .*database "nothing" does not exist'):
        open_database(server.url.removesuffix("postgres") + "nothing")
