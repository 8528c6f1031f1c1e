"""Clients of the Redis that the settings name, which answer with bytes."""

from __future__ import annotations

import re
from typing import Any

import redis
import redis.asyncio
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry
from scrapy.settings import BaseSettings

from ...errors import BTError, FrontierError
from ...frontier.redis.refusals import is_passing_error
from ...sentences import say
from ...settings import BTSettings
from .connection_plan import ConnectionPlan, read_plan

_FAILURES = (redis.RedisError, redis.exceptions.RedisClusterException, OSError, ValueError, TypeError)

_LOADING = "LOADING"
_HANGS_UP = r"Connection closed|reset by peer|ECONNRESET"
_NO_MASTER = "No master found"
_PASSING = f"{_LOADING}|{_HANGS_UP}|{_NO_MASTER}"
"""Known answers that another try may mend, as it may mend that no server is there."""

# What a server says, or what the system says of it, and what is to be done.
_REASONS = (
    (r"WRONGPASS|invalid (username-)?password|without any password", say("the password or the user name is wrong")),
    (r"NOAUTH|Authentication required|already authenticated", say("it wants a password, as in redis://:password@host")),
    (r"'idna' codec", say("the name of its host is not valid")),
    (r"DB index|invalid DB", say("it has no database of this number")),
    (_NO_MASTER, say("none of the Sentinels answers, or they know no such master")),
    (_LOADING, say("it is still reading its data: try again in a moment")),
    (r"CERTIFICATE_VERIFY_FAILED", say("its certificate is not trusted; REDIS_PARAMS may name 'ssl_ca_certs'")),
    (r"SSL|TLS", say("it does not speak TLS as asked for by rediss://; without TLS the URL begins with redis://")),
    (r"Protocol error|InvalidResponse", say("what answers there is not a Redis, or one behind TLS, as by rediss://")),
    (_HANGS_UP, say("it hangs up; a Redis behind TLS is reached by rediss://")),
)


def open_client(settings: BaseSettings) -> redis.Redis:
    """A client whose server has been reached; raises `BTError` of one line where it cannot.

    A `FrontierError`, which may be passing, where the settings make a client.

    `REDIS_URL`, `REDIS_HOST`, `REDIS_PORT`, `REDIS_DB`, `REDIS_ENCODING` and `REDIS_PARAMS` are scrapy-redis'.
    """
    plan = read_plan(settings)
    kind = _counterpart(plan.kind, redis)
    try:
        with plan.build(kind, **plan.timeout, retry=Retry(NoBackoff(), 0)) as probe:
            probe.ping()
        client: redis.Redis = plan.build(kind)
    except _FAILURES as error:
        raise _explain(plan, error) from None
    return client


async def open_async_client(settings: BaseSettings) -> redis.asyncio.Redis:
    """The same as `open_client` for the running event loop."""
    plan = read_plan(settings)
    kind = _counterpart(plan.kind, redis.asyncio)
    if BTSettings.read(settings).redis_wait and issubclass(kind, redis.asyncio.RedisCluster):
        raise BTError(
            say("BT_REDIS_WAIT is not for a Redis Cluster: its client cannot wait for the replicas of one node")
        )
    try:
        async with plan.build(kind, **plan.timeout, retry=AsyncRetry(NoBackoff(), 0)) as probe:
            await probe.ping()
        # Who sends tries again itself, and has to know of every answer that did not come.
        client: redis.asyncio.Redis = plan.build(kind, retry=AsyncRetry(NoBackoff(), 0))
    except _FAILURES as error:
        raise _explain(plan, error) from None
    return client


def shown_url(settings: BaseSettings) -> str:
    """The URL of the Redis that the settings name, with the password hidden."""
    return read_plan(settings).address


def _counterpart(kind: type[Any], module: Any) -> type[Any]:
    """The class that does what *kind* does, waiting as the classes of *module* do."""
    is_asynchronous = issubclass(kind, redis.asyncio.Redis | redis.asyncio.RedisCluster)
    if is_asynchronous == (module is redis.asyncio):
        return kind
    found = getattr(module, kind.__name__, None) if kind.__module__.partition(".")[0] == "redis" else None
    if found is None:
        raise BTError(
            say(
                "REDIS_PARAMS['redis_cls']: nothing is known that does in {} what {}.{} does; use a class of redis"
                " itself, as redis.Redis",
                module.__name__,
                kind.__module__,
                kind.__qualname__,
            )
        )
    counterpart: type[Any] = found
    return counterpart


def _explain(plan: ConnectionPlan, error: Exception) -> BTError:
    said = " ".join(str(error).split()).removesuffix(".") or type(error).__name__
    if plan.sentinel is not None:
        said = said.partition(" : ")[0]  # behind it is what each Sentinel said
    if isinstance(error, TypeError):
        unknown = re.search(r"unexpected keyword argument '(\w+)'", said)
        said = f"a Redis client has no option {unknown[1]!r}" if unknown else said
        return BTError(say("REDIS_PARAMS makes no client: {}", said))
    if isinstance(error, redis.TimeoutError | TimeoutError):
        said = "it does not answer, or not by TLS" if plan.is_encrypted else "it does not answer"
        return FrontierError(say("no Redis at {}: {}; {}", plan.address, said, plan.advice), passing=True)
    reason = next((advice for pattern, advice in _REASONS if re.search(pattern, said, re.IGNORECASE)), "")
    is_away = isinstance(error, redis.ConnectionError | OSError)
    is_refused_for_now = isinstance(error, redis.ResponseError) and is_passing_error(error)
    is_unknown_or_passing = not reason or re.search(_PASSING, said, re.IGNORECASE) is not None
    return FrontierError(
        say("no Redis at {}: {}; {}", plan.address, say("{} ({})", reason, said) if reason else said, plan.advice),
        passing=is_refused_for_now or (is_away and is_unknown_or_passing),
    )
