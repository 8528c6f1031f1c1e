"""The components that a project's settings ask for, and where they stand; nothing of them is loaded here."""

from __future__ import annotations

from collections.abc import Iterator

from scrapy.settings import BaseSettings

from ..core.healing.modes import Modes
from ..settings import SETTINGS, BTSettings

_OURS = "scrapy_bt.crawl"

POLITENESS, POLITENESS_PLACE = f"{_OURS}.redis.politeness.ClusterPoliteness", 950
"""The downloader middleware for all workers; behind Scrapy's cache, whose answers need no turn."""


PROXIES, PROXIES_PLACE = f"{_OURS}.proxies.middleware.ProxyMiddleware", 740
"""The downloader middleware for proxies; before Scrapy's own, which makes headers of users and passwords."""


METRICS, METRICS_PLACE = f"{_OURS}.monitoring.metrics.Metrics", 500


MISSING, MISSING_PLACE = f"{_OURS}.missing.MissingPipelines", 500


KEPT_PAGES, KEPT_PAGES_PLACE = f"{_OURS}.healing.middleware.KeptPages", 5
"""The downloader middleware for pages that are read again; before all others, which have seen them once."""


HEALING, HEALING_PLACE = f"{_OURS}.healing.watching.Healing", 500


DISPATCHING, DISPATCHING_PLACE = f"{_OURS}.dispatch.dispatching.Dispatching", 500


OUTCOMES, OUTCOMES_PLACE = f"{_OURS}.dispatch.middleware.DispatchOutcomes", 960
"""The downloader middleware that measures for dispatch; behind waits for turns, which are nobody's fault."""


PREFERRING, PREFERRING_PLACE = f"{_OURS}.preference.preferring.Preferring", 500


PREFERRED, PREFERRED_PLACE = f"{_OURS}.preference.middleware.PreferredLinks", 950
"""The spider middleware for what ordinary spiders follow."""


FORWARDING = f"{_OURS}.preference.waiting.forwarding"
"""Makes a class of priority queues one in which their requests go forward."""


LOOP, LOOP_PLACE = ("scrapy_bt.engine.timers.CancelledTimers", "scrapy_bt.engine.garbage.GarbageCollection"), 500
"""Extensions that keep timers and garbage collection from costing more with every page."""


RECORD_PIPELINES = sorted(
    ((setting.name, *setting.pipeline) for setting in SETTINGS if setting.pipeline), key=lambda each: each[2]
)
"""By the setting that asks for it, in the order of their places."""


def add_defaults(settings: BaseSettings) -> None:
    """Give every `BT_*` setting that nobody has set its default."""
    for setting in SETTINGS:
        if setting.name not in settings:
            settings.set(setting.name, setting.default, priority="default")


def is_polite_together(settings: BaseSettings) -> bool:
    """Whether all workers of a Redis keep a delay or a number of requests together."""
    bt = BTSettings.read(settings)
    return bool(bt.cluster_delay or bt.cluster_concurrency)


def has_metrics(settings: BaseSettings) -> bool:
    """Whether somebody asks for metrics; whether the port is one is told by who serves them."""
    return bool(BTSettings.read(settings).metrics_port)


def is_watched(settings: BaseSettings, spider: str) -> bool:
    """Whether it is watched what the selectors of a spider give; raises `BTError` for an unknown mode."""
    return Modes.read(BTSettings.read(settings).healing).is_watched(spider)


def extensions_of(settings: BaseSettings, spider: str) -> Iterator[tuple[str, int]]:
    """The extensions of every crawl, of trees and of ordinary spiders, and their places."""
    for extension in LOOP:
        yield extension, LOOP_PLACE
    if has_metrics(settings):
        yield METRICS, METRICS_PLACE
    if is_watched(settings, spider):
        yield HEALING, HEALING_PLACE
    if BTSettings.read(settings).preferences:
        yield PREFERRING, PREFERRING_PLACE


def is_healed(settings: BaseSettings, spider: str) -> bool:
    """Whether anything of a spider is healed."""
    return Modes.read(BTSettings.read(settings).healing).is_healed(spider)
