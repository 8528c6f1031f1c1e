import os
import signal
import sqlite3
import threading
import urllib.request

import pytest
from scrapy.settings import Settings

from scrapy_bt.commands.shared.practice import count_messages, count_records, start_servers
from scrapy_bt.errors import BTError


def test_what_the_settings_name_is_not_started():
    named = {"REDIS_URL": "redis://a", "BT_STORE_URL": "sqlite:///a.db", "BT_KAFKA_SERVERS": "a:9092"}
    with start_servers(Settings(named)) as practice:
        assert practice.settings == {}
        assert practice.broker is None
        with urllib.request.urlopen(f"{practice.site}/portal/") as answer:
            assert answer.status == 200


def test_what_no_setting_names_is_started_and_told():
    with start_servers(Settings({"BT_STORE_URL": "sqlite:///a.db", "BT_KAFKA_SERVERS": "a:9092"})) as practice:
        assert list(practice.settings) == ["REDIS_URL"]
        assert [line.split()[0] for line in practice.told] == ["practice", "Redis"]


def test_a_broker_that_is_killed_is_gone_and_its_messages_cannot_be_counted():
    named = {"REDIS_URL": "redis://a", "BT_STORE_URL": "sqlite:///a.db"}
    with start_servers(Settings(named)) as practice:
        assert count_messages(practice.broker) == {}
        assert practice.gone() == []
        os.kill(practice.broker.pid, signal.SIGKILL)
        while practice.broker.is_alive:
            threading.Event().wait(0.01)
        assert practice.gone() == ["Kafka"]
        with pytest.raises(BTError, match="the broker is gone"):
            count_messages(practice.broker)


def test_rows_are_counted_by_table(tmp_path):
    with sqlite3.connect(tmp_path / "a.db") as database:
        database.execute("CREATE TABLE article (a)")
        database.execute("CREATE TABLE bt_tables (a)")
        database.execute("INSERT INTO article VALUES (1), (2)")
    database.close()
    assert count_records(f"sqlite:///{tmp_path / 'a.db'}") == {"article": 2}


def test_a_database_that_cannot_be_asked_is_told():
    with pytest.raises(BTError, match="cannot be counted: OperationalError"):
        count_records("postgresql://me:secret@127.0.0.1:1/none")
