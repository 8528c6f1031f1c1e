"""What is put in place for a tree."""

from typing import Any

from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.settings import Settings
from scrapy.utils.misc import load_object

from scrapy_bt.crawl.downloadermiddlewares import OutcomeMiddleware, SessionCookiesMiddleware
from scrapy_bt.crawl.extensions import Progress
from scrapy_bt.crawl.spidersettings import put_in_place
from scrapy_bt.settings import DEFAULTS

COOKIES = "scrapy.downloadermiddlewares.cookies.CookiesMiddleware"


def after(settings: dict[str, Any] | None = None) -> Settings:
    changed = Settings(settings or {})
    put_in_place(changed, "tree")
    return changed


def places(settings: Settings, name: str = "DOWNLOADER_MIDDLEWARES") -> dict[type, int]:
    chosen = settings.get_component_priority_dict_with_base(name)
    return {load_object(path): place for path, place in chosen.items() if place is not None}


def test_what_trees_need_is_put_in_place() -> None:
    settings = after()
    assert settings["SCHEDULER"] == "scrapy_bt.crawl.scheduler.TreeScheduler"
    assert settings["DOWNLOADER"] == "scrapy_bt.crawl.downloader.TimedDownloader"
    assert places(settings)[OutcomeMiddleware] == 555
    assert Progress in places(settings, "EXTENSIONS")
    assert {name: settings[name] for name in DEFAULTS} == DEFAULTS


def test_cookies_of_tasks_stand_where_cookies_stood() -> None:
    found = places(after())
    assert found[SessionCookiesMiddleware] == 700
    assert CookiesMiddleware not in found


def test_where_the_project_has_moved_the_cookies_those_of_tasks_stand() -> None:
    found = places(after({"DOWNLOADER_MIDDLEWARES": {COOKIES: 123}}))
    assert found[SessionCookiesMiddleware] == 123
    assert CookiesMiddleware not in found


def test_cookies_that_the_project_has_switched_off_stay_off() -> None:
    assert not {SessionCookiesMiddleware, CookiesMiddleware} & set(
        places(after({"DOWNLOADER_MIDDLEWARES": {COOKIES: None}}))
    )


def test_what_the_project_says_of_a_component_counts() -> None:
    path = "scrapy_bt.crawl.downloadermiddlewares.OutcomeMiddleware"
    assert places(after({"DOWNLOADER_MIDDLEWARES": {path: 1}}))[OutcomeMiddleware] == 1
    assert OutcomeMiddleware not in places(after({"DOWNLOADER_MIDDLEWARES": {path: None}}))


def test_the_project_s_own_downloader_and_settings_stay() -> None:
    settings = after({"DOWNLOADER": "own.Downloader", "BT_WAIT_TIMES": 9})
    assert settings["DOWNLOADER"] == "own.Downloader"
    assert settings["BT_WAIT_TIMES"] == 9
