"""Clients of the master that Redis Sentinels name: after a failover it is another server, at the next connection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import redis.asyncio.sentinel
import redis.sentinel

from ...sentences import say

SCHEME = "redis+sentinel"

_PORT = 26379


@dataclass(frozen=True)
class SentinelUrl:
    """`redis+sentinel://user:password@host:port,host:port/master/number`, read; the login is the master's."""

    hosts: tuple[tuple[str, int], ...]
    master: str
    login: dict[str, str]
    db: int = 0

    @classmethod
    def parse(cls, url: str) -> SentinelUrl:
        """Raises `ValueError` for another one."""
        parts = urlsplit(url)
        login, _, places = parts.netloc.rpartition("@")
        user, _, password = login.partition(":")
        master, _, number = parts.path.strip("/").partition("/")
        if parts.scheme != SCHEME or not places or not master or not (number or "0").isdecimal():
            raise ValueError(say("it names no Sentinels, or no master"))
        given = {"username": unquote(user), "password": unquote(password)}
        return cls(
            tuple(map(_host_and_port, places.split(","))),
            unquote(master),
            {name: value for name, value in given.items() if value},
            int(number or 0),
        )

    @property
    def options(self) -> dict[str, Any]:
        """The settings as options of a client."""
        return {**self.login, "db": self.db}

    @property
    def shown(self) -> str:
        """The URL with the password hidden."""
        user = quote(self.login.get("username", ""), safe="")
        login = f"{user}{':***' if 'password' in self.login else ''}@" if self.login else ""
        places = ",".join(f"{f'[{host}]' if ':' in host else host}:{port}" for host, port in self.hosts)
        return f"{SCHEME}://{login}{places}/{quote(self.master, safe='')}/{self.db}"

    def build(self, kind: type[Any], **options: Any) -> Any:
        """A client of the class *kind*; `sentinel_kwargs` among the options are for the Sentinels themselves."""
        is_asynchronous = issubclass(kind, redis.asyncio.Redis)
        module: Any = redis.asyncio.sentinel if is_asynchronous else redis.sentinel
        timeouts = {name: value for name, value in options.items() if name.startswith("socket_") or name == "retry"}
        asked = {**timeouts, **options.pop("sentinel_kwargs", {})}
        sentinel = module.Sentinel(self.hosts, sentinel_kwargs=asked, **{**options, **self.options})
        pool = _AsyncPool if is_asynchronous else _Pool
        return sentinel.master_for(self.master, redis_class=kind, connection_pool_class=pool)


def _host_and_port(place: str) -> tuple[str, int]:
    parts = urlsplit(f"//{place}")
    if not parts.hostname:
        raise ValueError(say("it names a Sentinel without a host"))
    return parts.hostname, parts.port or _PORT


class _Pool(redis.sentinel.SentinelConnectionPool):
    """Closes what it has asked, too."""

    def close(self) -> None:
        super().close()
        for sentinel in self.sentinel_manager.sentinels:
            sentinel.close()


class _AsyncPool(redis.asyncio.sentinel.SentinelConnectionPool):
    """The same for the event loop."""

    async def aclose(self) -> None:
        await super().aclose()
        for sentinel in self.sentinel_manager.sentinels:
            await sentinel.aclose()
