"""The components that a tree needs, put among those that a project has chosen."""

from __future__ import annotations

from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.misc import load_object

from ..errors import BTError
from ..sentences import say
from ..settings import BTSettings
from ..versions import times_requests
from .components import (
    POLITENESS,
    POLITENESS_PLACE,
    PROXIES,
    PROXIES_PLACE,
    RECORD_PIPELINES,
    add_defaults,
    extensions_of,
    is_polite_together,
)
from .dispatch.finding import check_dispatch
from .preference.preference_files import check_preferences
from .reading import sizes
from .runtime.feeds import let_feeds_wait

_INSTEAD = {
    "SessionCookiesMiddleware": "scrapy.downloadermiddlewares.cookies.CookiesMiddleware",
    "RobotsForAll": "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware",
}
"""Middlewares of ours in the place of Scrapy's."""
_OURS = "scrapy_bt.crawl"

_PIPELINES = (
    ("IMAGES_STORE", f"{_OURS}.pipelines.RuleImages", 100),
    ("FILES_STORE", f"{_OURS}.pipelines.RuleFiles", 101),
    *RECORD_PIPELINES,
)


def put_in_place(settings: BaseSettings, spider: str) -> None:
    """Put what trees need in place for a *spider*, by its name; raises `BTError` for wrong settings."""
    BTSettings.read(settings)
    _refuse_depth(settings)
    add_defaults(settings)
    settings.set(sizes.NAME, sizes.largest_page(settings), priority="spider")
    _put_frontier(settings)
    if times_requests and settings["DOWNLOADER"] == "scrapy.core.downloader.Downloader":
        settings.set("DOWNLOADER", f"{_OURS}.downloader.TimedDownloader", priority="spider")
    _put_middlewares(settings)
    for setting, pipeline, place in _PIPELINES:
        if settings.get(setting):
            _put(settings, "ITEM_PIPELINES", pipeline, place)
    let_feeds_wait(settings)
    check_preferences(settings)
    check_dispatch(settings)
    _put_extensions(settings, spider)


def _put_frontier(settings: BaseSettings) -> None:
    """The scheduler of the frontier; where the project queues its requests in Redis, tasks wait there, too."""
    is_open = (settings.getpriority("BT_FRONTIER") or 0) <= SETTINGS_PRIORITIES["default"]
    if is_open and getattr(load_object(settings["SCHEDULER"]), "queues_in_redis", False):
        settings.set("BT_FRONTIER", "redis", priority="spider")
    in_redis = BTSettings.read(settings).frontier == "redis"
    scheduler = "redis.scheduler.RedisScheduler" if in_redis else "scheduler.TreeScheduler"
    settings.set("SCHEDULER", f"{_OURS}.{scheduler}", priority="spider")


def _put_middlewares(settings: BaseSettings) -> None:
    name = "DOWNLOADER_MIDDLEWARES"
    _put(settings, name, f"{_OURS}.downloadermiddlewares.OutcomeMiddleware", 555)
    _put(settings, name, f"{_OURS}.downloadermiddlewares.AllowedDomains", 40)
    # Before robots.txt of a host is asked for.
    _put(settings, name, f"{_OURS}.network.guarding.RuleGuard", 50)
    for ours, scrapys in _INSTEAD.items():
        _put(settings, name, f"{_OURS}.downloadermiddlewares.{ours}", instead=scrapys)
    if is_polite_together(settings):
        _put(settings, name, POLITENESS, POLITENESS_PLACE)
    if BTSettings.read(settings).proxies:
        _put(settings, name, PROXIES, PROXIES_PLACE)


def _put_extensions(settings: BaseSettings, spider: str) -> None:
    name, kept = "EXTENSIONS", "scrapy.extensions.spiderstate.SpiderState"
    _put(settings, name, f"{_OURS}.runtime.spiderstates.WholeSpiderState", instead=kept)
    _put(settings, name, f"{_OURS}.extensions.Progress", 500)
    _put(settings, name, f"{_OURS}.endings.Endings", 500)
    _put(settings, name, f"{_OURS}.watching.extension.Watching", 510)
    if BTSettings.read(settings).weights_file:
        _put(settings, name, f"{_OURS}.weightfiles.WeightsFile", 500)
    for extension, place in extensions_of(settings, spider):
        _put(settings, name, extension, place)


def _refuse_depth(settings: BaseSettings) -> None:
    if settings.getint("DEPTH_LIMIT"):
        raise BTError(
            say(
                "DEPTH_LIMIT does not hold for trees, whose visits no response has yielded: count in the tree's loop"
                " (`while page <= 5`), and set DEPTH_LIMIT = 0 for this crawl (-s DEPTH_LIMIT=0)"
            )
        )


def _put(settings: BaseSettings, name: str, path: str, place: int | None = None, *, instead: str | None = None) -> None:
    """Add a component to those that the project has chosen, or put it *instead* of another, where that stands.

    What the project says of the component itself counts, and one that it has switched off is not replaced.
    """
    chosen = settings.getdict(name)
    named = {load_object(key): key for key in chosen}
    if load_object(path) in named:
        return
    others = dict(chosen)
    if instead is not None:
        key = named.get(load_object(instead))
        place = settings.getdict(f"{name}_BASE").get(instead) if key is None else others.pop(key)
        if place is None:
            return
        others[instead] = None
    # Scrapy applies the settings of the project again after those of the spider: only a higher priority lasts.
    priority = max((settings.getpriority(name) or 0) + 1, SETTINGS_PRIORITIES["spider"])
    settings.set(name, {**others, path: place}, priority=priority)
