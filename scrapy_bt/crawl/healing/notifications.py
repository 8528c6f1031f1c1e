"""How the workers of a crawl learn at once what was decided on proposals."""

from __future__ import annotations

from typing import Any

from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from ...settings import BTSettings

_NOTIFICATIONS = "scrapy_bt.crawl.redis.decisions.DecisionNotifications"
"""Loaded where workers share a Redis."""


def open_notifications(settings: BaseSettings) -> Any:
    """A `DecisionNotifications`; None if no Redis is shared: then workers ask the store alone."""
    is_shared = BTSettings.read(settings).frontier == "redis"
    if not is_shared and not getattr(load_object(settings["SCHEDULER"]), "queues_in_redis", False):
        return None
    return load_object(_NOTIFICATIONS)(settings)
