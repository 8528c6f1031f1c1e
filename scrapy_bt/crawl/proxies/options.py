"""What a project asks of its proxies, as its settings say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from ...core.proxies.addresses import is_proxy
from ...core.proxies.health import HealthPolicy
from ...errors import BTError
from ...settings import BTSettings
from ...settings.kinds import Values

NAME = "default"


@dataclass(frozen=True)
class ProxyOptions:
    """The settings `BT_PROX…`, checked."""

    source: str | tuple[str, ...] = ()
    refresh: float = 300.0
    policy: HealthPolicy = field(default_factory=HealthPolicy)
    ban_codes: frozenset[int] = frozenset()
    retries: int = 3
    when_none: str = "wait"
    is_shared: bool = False
    """Workers know together, in Redis, how proxies do."""
    name: str = NAME
    file: str = ""
    """Where it is known how proxies do, if not in Redis."""

    @classmethod
    def read(cls, settings: BaseSettings) -> ProxyOptions:
        """Raises `BTError` for what cannot be meant."""
        bt = BTSettings.read(settings)
        return cls(
            source=_source(bt.proxies),
            refresh=bt.proxies_refresh,
            policy=HealthPolicy(
                delay=bt.proxy_delay,
                latency=bt.proxy_latency,
                cooling=bt.proxy_cooling,
                longest_cooling=bt.proxy_cooling_max,
            ),
            ban_codes=bt.proxy_ban_codes,
            retries=bt.proxy_retries,
            when_none=bt.proxy_none,
            is_shared=_is_shared(settings, bt),
            name=bt.proxies_name or NAME,
            file=bt.proxies_file,
        )


def _source(given: Any) -> str | tuple[str, ...]:
    if isinstance(given, str) and not given.lstrip().startswith(("[", "{")):
        return _proxies_in(given) or given.strip()
    listed = Values().read("BT_PROXIES", given)
    if not all(isinstance(each, str) for each in listed):
        raise BTError("BT_PROXIES lists something else than texts such as http://user:password@host:port")
    return listed


def _proxies_in(text: str) -> tuple[str, ...]:
    """Several proxies with commas between them, as a command line may give them; empty if it is a place.

    One that reads as a proxy is enough: who reads the list tells what is wrong with the others.
    """
    parts = tuple(text.split(","))
    return parts if len(parts) > 1 and any(map(is_proxy, parts)) else ()


def _is_shared(settings: BaseSettings, bt: BTSettings) -> bool:
    if bt.proxies_shared is not None:
        return bt.proxies_shared
    return bt.frontier == "redis" or getattr(load_object(settings["SCHEDULER"]), "queues_in_redis", False)
