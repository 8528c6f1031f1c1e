"""Names of keys in Redis, from the settings that scrapy-redis has for them."""

from __future__ import annotations

from scrapy.settings import BaseSettings

from ...errors import BTError
from ...frontier.redis.keys import make_key
from ...sentences import say
from .url_filters import UrlOptions

QUEUE_KEY = "%(spider)s:requests"
_START_KEY = "%(name)s:start_urls"


def queue_key(settings: BaseSettings, spider: str) -> str:
    """What the keys of the spider's queue begin with: `SCHEDULER_QUEUE_KEY`."""
    return _fill(settings, "SCHEDULER_QUEUE_KEY", QUEUE_KEY, spider)


def seen_key(settings: BaseSettings, spider: str) -> str | None:
    """The key of the fingerprints, where the settings give one; None if it is among those of the queue.

    `SCHEDULER_DUPEFILTER_KEY` names it; a bounded `BT_URL_FILTER` adds how its bits lie.
    """
    name = "SCHEDULER_DUPEFILTER_KEY"
    given = _fill(settings, name, "", spider) if settings.get(name) else None
    layout = UrlOptions.read(settings).layout
    if layout is None:
        return given
    return f"{given or make_key(queue_key(settings, spider), 'seen')}:bits:{layout.text}"


def start_key(settings: BaseSettings, spider: str) -> str:
    """The key of the start messages: `REDIS_START_URLS_KEY`; in a cluster it needs the queue's hash tag."""
    return _fill(settings, "REDIS_START_URLS_KEY", _START_KEY, spider, has_tag=True)


def _fill(settings: BaseSettings, name: str, default: str, spider: str, *, has_tag: bool = False) -> str:
    pattern = settings.get(name) or default
    try:
        key: str = pattern % {"spider": spider, "name": spider}
    except (KeyError, ValueError, TypeError) as error:
        raise BTError(
            say("{} is {}: only %(spider)s and %(name)s can stand in it ({})", name, repr(pattern), repr(error))
        ) from None
    if not has_tag and ("{" in key or "}" in key):
        raise BTError(
            say("{} gives {}: leave braces out, the keys of a queue get their hash tag by themselves", name, repr(key))
        )
    return key
