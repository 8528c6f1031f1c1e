import sys

import pytest
import sqlalchemy as sa

from scrapy_bt.storage.engines import open_engine, read_url, reason_of, shown
from scrapy_bt.storage.rows import StoreError


@pytest.mark.parametrize("given", ["postgres://u:p@a/b", "postgresql://u:p@a/b"])
def test_postgresql_has_the_driver_that_is_installed_with_the_extra(given):
    place = read_url(given)
    assert place.drivername == "postgresql+psycopg"
    assert shown(place) == "postgresql+psycopg://u:***@a/b"
    assert read_url("postgresql+asyncpg://a/b").drivername == "postgresql+asyncpg"


def test_an_engine_has_the_stores_own_tables_at_once(tmp_path):
    engine = open_engine(f"sqlite:///{tmp_path}/a.db", timeout=1.0)
    assert {"bt_tables", "bt_version"} <= set(sa.inspect(engine).get_table_names())
    engine.dispose()


def test_reasons_are_the_databases_words_on_one_line():
    assert reason_of(ValueError("one\n  two")) == "one two"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("x", "no URL of a database"),
        ("nosuch://a/b", "knows no database 'nosuch'"),
        ("mysql+pymysql://user:secret@a/b", "pip install 'pymysql'"),
        ("sqlite:////proc/nowhere/x.db", "there is no folder /proc/nowhere"),
    ],
)
def test_what_to_mend_is_told(url, words):
    with pytest.raises(StoreError) as caught:
        open_engine(url, timeout=1.0)
    assert words in str(caught.value)
    assert "secret" not in str(caught.value)


def test_the_package_of_a_driver_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "MySQLdb", None)
    with pytest.raises(StoreError, match=r"needs the driver 'MySQLdb': pip install 'mysqlclient'"):
        open_engine("mysql://a:b@127.0.0.1/x", timeout=1.0)


def test_a_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(StoreError) as caught:
        open_engine(f"sqlite:///{tmp_path}/gone/m.db", timeout=0)
    assert str(caught.value).endswith(f"m.db cannot be opened: there is no folder {tmp_path / 'gone'}")
    (tmp_path / "folder.db").mkdir()
    with pytest.raises(StoreError, match=r"folder\.db cannot be opened: unable to open database file$"):
        open_engine(f"sqlite:///{tmp_path}/folder.db", timeout=0)
