"""What a project asks of its proxies, as its settings say it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from ...core.proxies.addresses import is_proxy
from ...core.proxies.health import HealthPolicy
from ...errors import BTError
from ...settings import DEFAULTS, read_list

_NONE = ("wait", "direct", "fail")
NAME = "default"


@dataclass(frozen=True)
class ProxyOptions:
    """The settings `BT_PROX…`, checked."""

    source: str | tuple[str, ...] = ()
    refresh: float = 300.0
    terms: HealthPolicy = field(default_factory=HealthPolicy)
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
        when_none = settings.get("BT_PROXY_NONE", "wait")
        if when_none not in _NONE:
            raise BTError(f"BT_PROXY_NONE is {when_none!r}: it is one of {', '.join(map(repr, _NONE))}")
        retries = _number(settings, "BT_PROXY_RETRIES")
        if retries != int(retries):
            raise BTError(f"BT_PROXY_RETRIES is {settings.get('BT_PROXY_RETRIES')!r}: it is a whole number")
        return cls(
            source=_source(settings),
            refresh=_number(settings, "BT_PROXIES_REFRESH", above_zero=True),
            terms=HealthPolicy(
                delay=_number(settings, "BT_PROXY_DELAY"),
                latency=_number(settings, "BT_PROXY_LATENCY", above_zero=True),
                cooling=_number(settings, "BT_PROXY_COOLING", above_zero=True),
                longest_cooling=_number(settings, "BT_PROXY_COOLING_MAX", above_zero=True),
            ),
            ban_codes=_codes(settings),
            retries=int(retries),
            when_none=when_none,
            is_shared=_is_shared(settings),
            name=settings.get("BT_PROXIES_NAME") or NAME,
            file=settings.get("BT_PROXIES_FILE", DEFAULTS["BT_PROXIES_FILE"]) or "",
        )


def _source(settings: BaseSettings) -> str | tuple[str, ...]:
    given = settings.get("BT_PROXIES")
    if isinstance(given, str) and not given.lstrip().startswith(("[", "{")):
        return _proxies_in(given) or given.strip()
    listed = read_list(settings, "BT_PROXIES")
    if not all(isinstance(each, str) for each in listed):
        raise BTError("BT_PROXIES lists something else than texts such as http://user:password@host:port")
    return listed


def _proxies_in(text: str) -> tuple[str, ...]:
    """Several proxies with commas between them, as a command line may give them; none: it is a place.

    One that reads as a proxy is enough: who reads the list tells what is wrong with the others.
    """
    parts = tuple(text.split(","))
    return parts if len(parts) > 1 and any(map(is_proxy, parts)) else ()


def _is_shared(settings: BaseSettings) -> bool:
    chosen = settings.get("BT_PROXIES_SHARED")
    if chosen is not None:
        return settings.getbool("BT_PROXIES_SHARED")
    return settings.get("BT_FRONTIER") == "redis" or getattr(
        load_object(settings["SCHEDULER"]), "queues_in_redis", False
    )


def _number(settings: BaseSettings, name: str, *, above_zero: bool = False) -> float:
    try:
        number = settings.getfloat(name, DEFAULTS[name])
    except (ValueError, TypeError):
        number = -1.0
    if not 0 <= number < inf or (above_zero and not number):
        what = "a number above 0" if above_zero else "a number from 0 on"
        raise BTError(f"{name} is {settings.get(name)!r}: it is {what}")
    return number


def _codes(settings: BaseSettings) -> frozenset[int]:
    try:
        codes = frozenset(int(code) for code in read_list(settings, "BT_PROXY_BAN_CODES"))
    except (ValueError, TypeError):
        codes = frozenset({0})
    if not all(100 <= code < 1000 for code in codes):
        raise BTError(f"BT_PROXY_BAN_CODES is {settings.get('BT_PROXY_BAN_CODES')!r}: it is a list of HTTP statuses")
    return codes
