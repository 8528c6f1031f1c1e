"""What the settings say of a Redis: scrapy-redis' settings, with its meanings, read and checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any
from urllib.parse import quote, urlsplit

import redis
import redis.asyncio
from redis.connection import parse_url
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.misc import load_object

from ...errors import BTError
from ...sentences import say
from ...settings import BTSettings
from .sentinels import SCHEME, SentinelUrl

DEFAULTS: dict[str, Any] = {"socket_timeout": 30, "socket_connect_timeout": 30, "encoding": "utf-8"}
"""What scrapy-redis takes for what the settings do not say. Its `retry_on_timeout` is redis-py's own default now."""

PROBE_SECONDS = 5.0
"""The longest wait for a server at the start."""

NAMING = ("REDIS_URL", "REDIS_HOST", "REDIS_PORT", "REDIS_PARAMS")
"""Settings of which one at least is set where a Redis is named."""
_TIMEOUTS = ("socket_timeout", "socket_connect_timeout")
_OPTIONS = {"REDIS_HOST": "host", "REDIS_PORT": "port", "REDIS_DB": "db", "REDIS_ENCODING": "encoding"}
_NUMBERS = ("port", "db")
_SECRETS = ("username", "password")

_ADVICE = 'start one there, correct the settings, or crawl without Redis: BT_FRONTIER = "memory"'
_ADVICE_WHERE_NEEDED = (
    "start one there (apt install redis-server brings one), or name yours: -s REDIS_URL=redis://HOST:PORT"
)


@dataclass(frozen=True)
class _GivenOption:
    """One option, and the setting that gives it."""

    option: str
    value: Any
    setting: str

    def __str__(self) -> str:
        return self.setting if self.option in _SECRETS else f"{self.setting} ({self.value!r})"


@dataclass(frozen=True)
class ConnectionPlan:
    """How a client is made."""

    url: str
    options: dict[str, Any]
    kind: type[Any]
    advice: str
    """What to do when there is no server."""
    sentinel: SentinelUrl | None = None
    """Who is asked where the server is."""

    def build(self, kind: type[Any], **changes: Any) -> Any:
        options = {**self.options, **changes}
        if self.sentinel is not None:
            return self.sentinel.build(kind, **options)
        return kind.from_url(self.url, **options) if self.url else kind(**options)

    @property
    def timeout(self) -> dict[str, float]:
        """The time limits of a first try, at which nobody wants to wait long."""
        return {name: min(self.options[name] or PROBE_SECONDS, PROBE_SECONDS) for name in _TIMEOUTS}

    @property
    def is_encrypted(self) -> bool:
        return bool(self.options.get("ssl")) or self.url.startswith("rediss:")

    @property
    def address(self) -> str:
        """The URL that is tried, with the password hidden."""
        if self.sentinel is not None:
            return self.sentinel.shown
        options = {**self.options, **(_parse(self.url) if self.url else {})}
        user = quote(str(options.get("username") or ""), safe="")
        login = f"{user}{':***' if options.get('password') else ''}@" if user or options.get("password") else ""
        path = options.get("path") or options.get("unix_socket_path")
        if path:
            return f"unix://{login}{path}?db={options.get('db', 0)}"
        host = str(options.get("host") or "localhost")
        place = f"[{host}]" if ":" in host else host
        scheme = "rediss" if self.is_encrypted else "redis"
        return f"{scheme}://{login}{place}:{options.get('port') or 6379}/{options.get('db') or 0}"


def read_plan(settings: BaseSettings) -> ConnectionPlan:
    """Raises `BTError` for settings that no client can be made of, or that contradict each other."""
    try:
        params = settings.getdict("REDIS_PARAMS")
    except (ValueError, TypeError) as error:
        raise BTError(say("REDIS_PARAMS must be a dict: {}", error)) from None
    if settings.getbool("REDIS_DECODE_RESPONSES") or params.get("decode_responses"):
        raise BTError(
            say(
                "REDIS_DECODE_RESPONSES = True makes text of what Redis answers, but what is stored there are bytes:"
                " remove it; a client of your own may decode as it likes"
            )
        )
    given = list(_read_given(settings, params))
    urls = [one for one in given if one.option == "url"]
    if urls:
        _check_url(str(urls[0].value), urls[0].setting)
        given += [_GivenOption(option, value, urls[0].setting) for option, value in _parse(str(urls[0].value)).items()]
    _refuse_contradictions(given)
    options = {**DEFAULTS, **params}
    # The URL says its own part to the client.
    options.update({one.option: one.value for one in given if one.setting in _OPTIONS})
    for name in ("decode_responses", "url", "redis_cls", "retry_on_timeout"):
        options.pop(name, None)
    url, kind = str(urls[0].value) if urls else "", _load_class(params.get("redis_cls"))
    sentinel = SentinelUrl.parse(url) if _names_sentinels(url) else None
    if sentinel is not None:
        _refuse_servers_beside(urls[0], given, kind)
    return ConnectionPlan(url, options, kind, _advise(settings), sentinel)


def _advise(settings: BaseSettings) -> str:
    """Where the command itself queues in Redis, as `seed` and `work`, no setting can make it do without."""
    is_fixed = (settings.getpriority("BT_FRONTIER") or 0) >= SETTINGS_PRIORITIES["cmdline"]
    return _ADVICE_WHERE_NEEDED if is_fixed and BTSettings.read(settings).frontier == "redis" else _ADVICE


def _read_given(settings: BaseSettings, params: dict[str, Any]) -> Iterator[_GivenOption]:
    """What the settings say, one by one."""
    if settings.get("REDIS_URL"):
        yield _GivenOption("url", settings["REDIS_URL"], "REDIS_URL")
    for name, option in _OPTIONS.items():
        value = settings.get(name)
        if value not in (None, ""):
            yield _GivenOption(option, _number(name, value) if option in _NUMBERS else value, name)
    for option, value in params.items():
        if option in _TIMEOUTS and value is not None and (not isinstance(value, int | float) or value <= 0):
            raise BTError(say("REDIS_PARAMS[{}] must be a number of seconds, not {}", repr(option), repr(value)))
        if value is not None:
            yield _GivenOption(option, value, f"REDIS_PARAMS[{option!r}]")


def _number(setting: str, value: Any) -> int:
    try:
        return int(value)
    except (ValueError, TypeError):
        raise BTError(say("{} must be a number, not {}", setting, repr(value))) from None


def _parse(url: str) -> dict[str, Any]:
    """What a URL says, by the options of a client."""
    if _names_sentinels(url):
        return SentinelUrl.parse(url).options
    found: dict[str, Any] = parse_url(url)
    found.pop("connection_class", None)
    return found


def _names_sentinels(url: str) -> bool:
    return url.startswith(f"{SCHEME}:")


def _check_url(url: str, setting: str) -> None:
    """The URL itself is not shown: what is wrong may be that its password is taken for something else."""
    if _names_sentinels(url):
        try:
            SentinelUrl.parse(url)
        except ValueError as error:
            raise BTError(
                say(
                    "{}: {}: it is {}://user:password@host:port,host:port/MASTER/number, and special characters of a"
                    " password are written as in %2F",
                    setting,
                    error,
                    SCHEME,
                )
            ) from None
        return
    try:
        parse_url(url)
        parts = urlsplit(url)
    except ValueError:
        raise BTError(
            say(
                "{} is no URL of a Redis: it is redis://user:password@host:port/number, rediss://… for TLS, or"
                " unix:///path; special characters of a password are written as in %2F",
                setting,
            )
        ) from None
    # A database that is no number would silently be number 0.
    number = parts.path.strip("/")
    if parts.scheme != "unix" and number and not number.isdecimal():
        raise BTError(
            say("{} must end with the number of a database, as in redis://127.0.0.1:6379/0, or none", setting)
        )


def _refuse_contradictions(given: list[_GivenOption]) -> None:
    for one, other in combinations(given, 2):
        if one.option == other.option and str(one.value) != str(other.value):
            raise BTError(
                say("{} and {} contradict each other on the {} of Redis: keep one of them", one, other, one.option)
            )
    by_option = {one.option: one for one in given}
    path = by_option.get("path") or by_option.get("unix_socket_path")
    place = by_option.get("host") or by_option.get("port")
    if path and place:
        raise BTError(
            say("{} and {} contradict each other: Redis is either at a socket's path or at a host", path, place)
        )


def _refuse_servers_beside(url: _GivenOption, given: list[_GivenOption], kind: type[Any]) -> None:
    """Sentinels say which server it is."""
    other = next((one for one in given if one.option in ("host", "port", "path", "unix_socket_path")), None)
    if issubclass(kind, redis.RedisCluster | redis.asyncio.RedisCluster):
        other = _GivenOption("redis_cls", kind.__name__, "REDIS_PARAMS['redis_cls']")
    if other is not None:
        raise BTError(say("{} asks Sentinels where Redis is, and {} says it: keep one of them", url.setting, other))


def _load_class(named: Any) -> type[Any]:
    try:
        found = load_object(named) if isinstance(named, str) else named or redis.Redis
    except (ImportError, NameError, ValueError, TypeError) as error:
        raise BTError(say("REDIS_PARAMS['redis_cls'] = {} cannot be loaded: {}", repr(named), error)) from None
    if not isinstance(found, type) or not hasattr(found, "from_url"):
        raise BTError(say("REDIS_PARAMS['redis_cls'] = {} is not a class of Redis clients", repr(named)))
    return found
