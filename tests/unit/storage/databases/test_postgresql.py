import sqlalchemy as sa

from scrapy_bt.storage.databases.postgresql import PostgreSQL


def test_a_server_that_says_nothing_is_not_waited_for_without_an_end():
    urls = ("postgresql+psycopg://h/n", "postgresql+psycopg://h/n?connect_timeout=3", "postgresql+psycopg2://h/n")
    assert [PostgreSQL().connect_arguments(sa.make_url(url)) for url in urls] == [{"connect_timeout": 10}, {}, {}]
