"""Where the list of proxies comes from: the setting itself, a file, a URL, or a key in Redis."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Callable
from http.client import HTTPException, InvalidURL
from pathlib import Path
from urllib.error import HTTPError

import redis
from scrapy.settings import BaseSettings

from ...core.proxies.addresses import Proxy, hidden, is_proxy, read_proxies, read_text
from ...errors import BTError
from ..redis.connection import open_client, shown_url

_ADVICE = '; a proxy itself stands in a list, ["http://user:password@host:port"]'
_REDIS, _WEB = "redis:", ("http://", "https://")
_TIMEOUT = 30.0
"""Seconds that a URL may take."""
_LARGEST = 50_000_000
"""Bytes of a list."""


async def read_source(source: str | tuple[str, ...], settings: BaseSettings) -> tuple[Proxy, ...]:
    """The proxies of a source, without blocking; raises `BTError` without passwords."""
    return await asyncio.get_running_loop().run_in_executor(None, lambda: read_source_now(source, settings))


def read_source_now(source: str | tuple[str, ...], settings: BaseSettings) -> tuple[Proxy, ...]:
    """Read a source, for callers who may wait."""
    if isinstance(source, tuple):
        return read_proxies(source, place="BT_PROXIES")
    read: Callable[[], tuple[Proxy, ...]] = lambda: _read_file(Path(source))  # noqa: E731
    if source.startswith(_REDIS):
        read = lambda: _read_redis(source.removeprefix(_REDIS), settings)  # noqa: E731
    elif source.startswith(_WEB):
        read = lambda: _read_url(source)  # noqa: E731
    return read()


def changes(source: str | tuple[str, ...]) -> bool:
    """Whether there may be other proxies in it later."""
    return isinstance(source, str)


def _read_file(path: Path) -> tuple[Proxy, ...]:
    if is_proxy(str(path)) and not path.exists():
        raise BTError(f"BT_PROXIES: there is no such file{_ADVICE}")
    try:
        return read_text(path.read_text(encoding="utf-8-sig"), place=str(path))
    except (OSError, UnicodeDecodeError) as error:
        # What is no file may be meant as proxies; the text of an OSError repeats it.
        shown = path if path.exists() else path.anchor + hidden(str(path)[len(path.anchor) :])
        reason = error.strerror if isinstance(error, OSError) else error
        raise BTError(f"BT_PROXIES: the file {shown} cannot be read: {reason}") from None


def _read_url(url: str) -> tuple[Proxy, ...]:
    shown = hidden(url.partition("?")[0])
    # Not through a proxy of the environment: what is asked for here is how to find one.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=_TIMEOUT) as response:
            data = response.read(_LARGEST)
    except (OSError, ValueError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()
        # The text of an InvalidURL has a part of it.
        reason = "its host or port cannot be read" if isinstance(error, InvalidURL) else str(error)
        advice = _ADVICE if is_proxy(url) else ""
        raise BTError(f"BT_PROXIES: {shown} gives no list of proxies: {reason}{advice}") from None
    return read_text(data.decode("utf-8", "replace"), place=shown)


def _read_redis(key: str, settings: BaseSettings) -> tuple[Proxy, ...]:
    """A set, a list, a sorted set, or a text with a proxy a line."""
    place = f"{_REDIS}{key}"
    try:
        with open_client(settings) as client:
            kind = client.type(key).decode()
            if kind == "none":
                return ()
            if kind == "string":
                return read_text(client.get(key).decode("utf-8", "replace"), place=place)
            readers: dict[str, Callable[[], list[bytes]]] = {
                "set": lambda: sorted(client.smembers(key)),
                "list": lambda: client.lrange(key, 0, -1),
                "zset": lambda: client.zrange(key, 0, -1),
            }
            if kind not in readers:
                raise BTError(f"BT_PROXIES: the key {key!r} is a {kind}: it has to be a set, a list, or a text")
            return read_proxies([entry.decode("utf-8", "replace") for entry in readers[kind]()], place=place)
    except redis.RedisError as error:
        raise BTError(f"BT_PROXIES: the key {key!r} in {shown_url(settings)} cannot be read: {error}") from None
