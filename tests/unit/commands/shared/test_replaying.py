"""Sending replays; what is sent is told by the tests of real command lines."""

import pytest
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from scrapy_bt.capture.replaymiddlewares import ReplayLimits
from scrapy_bt.commands.shared.rehearsing import rehearsal_settings, repeated_visits
from scrapy_bt.commands.shared.replaying import replay_all
from scrapy_bt.commands.shared.watching import ProgressWatcher
from scrapy_bt.core.inference.goal import Goal
from scrapy_bt.core.inference.growth import grow
from tests import conclusions
from tests.login_site import LOGIN, record


def test_where_nothing_is_asked_for_nothing_is_started() -> None:
    inference, _ = record(*LOGIN, goal=Goal(level="none"))
    replay_all(inference, Settings(), allowed=(), changes=(), watcher=ProgressWatcher(inference, quiet=True))
    assert inference.summary.replays == 0


def test_a_setting_without_a_value_is_told() -> None:
    inference, _ = record(*LOGIN)
    with pytest.raises(UsageError, match="-s takes NAME=VALUE"):
        replay_all(inference, Settings(), allowed=(), changes=["A"], watcher=ProgressWatcher(inference, quiet=True))


def test_visits_in_loops_and_in_what_loops_call_are_repeated() -> None:
    grown = grow(conclusions.quotes())
    repeated = repeated_visits(grown)
    visits = set(grown.visits.values())
    assert repeated < visits
    assert {name for name in visits if "login" in name}.isdisjoint(repeated)
    assert repeated


def test_a_rehearsal_leaves_nothing_in_the_project() -> None:
    project = {
        "BT_DUPLICATES": "exact",
        "BT_FRONTIER": "redis",
        "BT_HEALING": "auto",
        "BT_KAFKA_SERVERS": "127.0.0.1:9092",
        "BT_PREFERENCES": "preferences.toml",
        "BT_PROXIES_FILE": "health.json",
        "BT_PROXIES_SHARED": True,
        "BT_STORE_URL": "sqlite:///records.db",
        "BT_WATCH": True,
        "FEEDS": {"all.jl": {"format": "jsonlines"}},
        "ITEM_PIPELINES": {"shop.Pipeline": 300},
    }
    limits = ReplayLimits(frozenset({"a.test"}), "safe")
    own = rehearsal_settings(Settings(project), limits, most=7, timeout=3.0)
    assert {name: own[name] for name in project if own[name] and name not in ("FEEDS", "ITEM_PIPELINES")} == {
        "BT_FRONTIER": "memory",
        "BT_HEALING": "off",
    }
    assert (dict(own.getdict("FEEDS")), dict(own.getdict("ITEM_PIPELINES"))) == ({}, {})
    assert (own["BT_KEEP_PAGES"], own.getint("CLOSESPIDER_PAGECOUNT"), own.getfloat("DOWNLOAD_TIMEOUT")) == ("", 7, 3.0)
