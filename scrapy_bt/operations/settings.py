"""The settings of a crawl, by its project and its spider."""

from __future__ import annotations

import sys
import warnings
from contextlib import redirect_stdout, suppress

from scrapy.addons import AddonManager
from scrapy.settings import Settings
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.project import inside_project

from ..crawl.components import add_defaults
from ..settings import BTSettings


def complete(settings: Settings, name: str | None) -> Settings:
    """The settings with their defaults, and those of the spider *name*; raises `BTError` for a wrong one."""
    BTSettings.read(settings)
    add_defaults(settings)
    if name is not None and inside_project():
        _add_own_settings(settings, name)
    return settings


def _add_own_settings(settings: Settings, name: str) -> None:
    """Add those of the class of the spider; a project whose spiders cannot be loaded still has its queues."""
    # What the project's modules print while they are imported must not get into the JSON.
    with redirect_stdout(sys.stderr), warnings.catch_warnings(), suppress(Exception, SystemExit):
        warnings.simplefilter("ignore")
        AddonManager.load_pre_crawler_settings(settings)
        settings.set("SPIDER_LOADER_WARN_ONLY", value=True, priority="cmdline")
        get_spider_loader(settings).load(name).update_settings(settings)
