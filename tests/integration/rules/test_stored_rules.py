"""Groups into databases: tables made, types mapped, nothing stored twice."""

import json
import sqlite3

import pytest

from tests.integration.projects import Project
from tests.integration.rules.sites import serving
from tests.integration.rules.test_crawl_rules import PRICES, RULE, TEXTS, shop

STORE = "scrapy_bt.storage.relational.StorePipeline"


@pytest.fixture(scope="module")
def site():
    with serving(shop) as running:
        yield running


@pytest.fixture(scope="module")
def postgres(tmp_path_factory):
    """A real PostgreSQL on a socket of its own: that of the path, or the one that pgserver brings."""
    sqlalchemy = pytest.importorskip("sqlalchemy")
    folder = tmp_path_factory.mktemp("pg")
    pgserver = pytest.importorskip("pgserver")
    server = pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        yield sqlalchemy.make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    finally:
        server.cleanup()


@pytest.fixture
def project(tmp_path, site):
    made = Project(tmp_path)
    made.settings["BT_ALLOW_INTERNAL"] = True
    made.write("rules/shop.yaml", RULE.format(url=site.url))
    return made


def test_groups_become_tables_of_sqlite_once(project):
    database = project.folder / "shop.db"
    for stored, known in ((8, None), (None, 8)):
        result = project.crawl("shop", settings={"BT_STORE_URL": f"sqlite:///{database}"})
        assert result.code == 0, result.log
        assert not result.has_traceback, result.log
        assert (result.stats.get("bt/store/stored") or None, result.stats.get("bt/store/known")) == (stored, known)
    with sqlite3.connect(database) as connection:
        prices = connection.execute("SELECT name, price, typeof(price) FROM prices ORDER BY name").fetchall()
        articles = connection.execute("SELECT name, head, text FROM articles ORDER BY name").fetchall()
        # The two are related by the name.
        joined = connection.execute("SELECT count(*) FROM prices JOIN articles USING (name)").fetchone()
    connection.close()
    assert prices == [(row["name"], row["price"], "real") for row in PRICES]
    assert articles == [tuple(row.values()) for row in TEXTS]
    assert joined == (4,)


def test_groups_become_tables_of_postgresql_once(project, postgres):
    import sqlalchemy as sa

    url = postgres.render_as_string(hide_password=False)
    for stored in (8, 0):
        result = project.crawl("shop", settings={"BT_STORE_URL": url})
        assert result.code == 0, result.log
        assert result.stats.get("bt/store/stored", 0) == stored
    engine = sa.create_engine(postgres)
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT name, price FROM prices ORDER BY name")).all()
        types = dict(
            connection.execute(
                sa.text(
                    "SELECT column_name, data_type || coalesce(character_maximum_length::text, '')"
                    " FROM information_schema.columns WHERE table_name = 'articles'"
                )
            ).all()
        )
    engine.dispose()
    assert [(name, float(price)) for name, price in rows] == [(row["name"], row["price"]) for row in PRICES]
    assert types["text"] == "character varying9"
    assert types["head"] == "text"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "BT_STORE_URL is no URL of a database"),
        ("nosuch://host/name", "SQLAlchemy knows no database 'nosuch'"),
        ("mysql+pymysql://user:secret@host/name", "needs the driver 'pymysql': pip install 'pymysql'"),
        ("sqlite:////proc/nowhere/at/all.db", "cannot be opened: there is no folder /proc/nowhere/at"),
        ("postgresql://user:secret@127.0.0.1:1/name", "has been away for 0 s: connection failed: "),
    ],
)
def test_a_database_that_cannot_be_used_is_told_before_anything_is_visited(project, site, url, words):
    site.visits.clear()
    result = project.crawl("shop", settings={"BT_STORE_URL": url, "BT_STORE_TIMEOUT": 0})
    assert result.code == 2
    assert words in result.log
    assert "secret" not in result.log.replace(url, "")
    assert not result.has_traceback, result.log
    assert not site.visits


def test_the_pipeline_serves_any_spider_of_any_project(tmp_path, site):
    made = Project(tmp_path)
    made.settings["ITEM_PIPELINES"] = {"scrapy_bt.storage.relational.StorePipeline": 1}
    made.settings["BT_STORE_URL"] = f"sqlite:///{tmp_path}/any.db"
    del made.settings["ADDONS"]
    made.spiders(
        "plain",
        f"""
        import dataclasses
        import scrapy

        @dataclasses.dataclass
        class Book:
            title: str
            price: object = None
            tags: list = dataclasses.field(default_factory=list)

        class Plain(scrapy.Spider):
            name = "plain"
            start_urls = ["{site.url}/list_01.html"]

            def parse(self, response):
                yield Book("a", 1, ["x"])
                yield Book("b", 2.5)
                yield Book("c", "dear")
                yield {{"url": response.url}}
                yield {{"url": response.url, "more": True}}
        """,
    )
    result = made.crawl("plain")
    assert result.code == 3, result.log
    assert len(result.items) == 5
    assert "A record of Book does not fit (store): column price: 'dear' is no number" in result.log
    with sqlite3.connect(tmp_path / "any.db") as connection:
        assert connection.execute("SELECT title, price, tags FROM Book ORDER BY title").fetchall() == [
            ("a", 1, '["x"]'),
            ("b", 2.5, "[]"),
        ]
        assert connection.execute("SELECT more FROM plain ORDER BY more").fetchall() == [(None,), (1,)]
    connection.close()
    (line,) = (tmp_path / ".scrapy" / "bt-dead-letters" / "plain.jl").read_text().splitlines()
    letter = json.loads(line)
    assert letter["reason"] == "column price: 'dear' is no number"
    assert letter["record"] == {"title": "c", "price": "dear", "tags": []}


def test_a_crawl_whose_database_is_gone_ends(project):
    project.write(
        "losing.py",
        """
        from scrapy_bt.storage import database
        from scrapy_bt.storage.relational import StorePipeline
        from scrapy_bt.storage.rows import StoreError

        class Losing(StorePipeline):
            async def open_spider(self):
                await super().open_spider()
                def write(rows):
                    raise StoreError("the database stays away")
                self._database.write = write
        """,
    )
    settings = {"BT_STORE_URL": "sqlite:///a.db", "ITEM_PIPELINES": {"losing.Losing": 1, STORE: None}}
    result = project.crawl("shop", settings=settings)
    assert result.reason == "store_failed"
    assert result.code == 2
    assert "The crawl ends, since its records cannot be stored: the database stays away" in result.log
