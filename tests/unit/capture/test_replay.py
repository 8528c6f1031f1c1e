"""The settings of replays; tests/integration/test_replay.py sends them."""

from scrapy.settings import Settings

from scrapy_bt.capture.replay import ReplayRules
from scrapy_bt.capture.replaycrawl import replay_settings
from scrapy_bt.capture.replaymiddlewares import LIMITS, ReplayLimits

RULES = ReplayRules(ReplayLimits(frozenset({"shop.example", "127.0.0.1:8000"})), delay=0.5)


def test_the_settings_are_those_of_the_crawl_but_for_what_replays_need() -> None:
    settings = Settings({"USER_AGENT": "mine", "DOWNLOAD_DELAY": 2.0, "HTTPCACHE_ENABLED": True, "LOG_LEVEL": "DEBUG"})
    settings.set("DOWNLOADER_MIDDLEWARES", {"my.Middleware": 10})
    own = replay_settings(settings, RULES)
    assert own["USER_AGENT"] == "mine"
    assert own.getfloat("DOWNLOAD_DELAY") == 2.0
    assert not own.getbool("HTTPCACHE_ENABLED")
    assert own["LOG_LEVEL"] == "INFO"
    assert own["DOWNLOADER_MIDDLEWARES"]["my.Middleware"] == 10
    assert own[LIMITS] == RULES.limits
    assert settings.getbool("HTTPCACHE_ENABLED")


def test_only_this_machine_is_asked_without_delay() -> None:
    own = replay_settings(Settings(), RULES)
    assert own.getfloat("DOWNLOAD_DELAY") == 0.5
    slots = own.getdict("DOWNLOAD_SLOTS")
    assert slots["127.0.0.1"]["delay"] == 0
    assert slots["127.0.0.1#1"]["delay"] == 0
    assert not [name for name in slots if name.startswith("shop")]
