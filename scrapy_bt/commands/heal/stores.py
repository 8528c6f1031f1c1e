"""The store of the project in which a command stands."""

from __future__ import annotations

from scrapy.settings import Settings

from ...crawl.healing.watching import store_path
from ...crawl.spiders import add_defaults
from ...errors import BTError
from ...settings import check_settings
from ...storage.healing import HealingStore


def open_store(settings: Settings) -> HealingStore:
    """Open it; raises `BTError` where no crawl has made one."""
    check_settings(settings)
    add_defaults(settings)
    path = store_path(settings)
    if not path.is_file():
        raise BTError(f"there is no store {path}: no crawl was watched here; set BT_HEALING = 'watch', and crawl")
    return HealingStore(path, samples=settings.getint("BT_HEALING_SAMPLES"))
