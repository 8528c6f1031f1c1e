"""What all workers of a Redis know of proxies: each adds what it has seen, and hears what has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from ...core.proxies.health import BANS_THAT_COOL, FIRST_SCORE, MOST_SITES, SHARE, Health, HealthPolicy, ProxyUse
from ...errors import BTError, FrontierError
from ...frontier.redis.call import ScriptCall
from ...frontier.redis.scripts import Script

_ITEMS = ("health", "changes", "sessions")


@dataclass(frozen=True)
class HealthChanges:
    """What has changed since the last time."""

    revision: int
    healths: Sequence[tuple[str, str, Health]]
    """With label and site; their times are by the clock of this machine."""
    moves: Mapping[str, str]
    """Sessions with the labels of their proxies."""


def keys_of(name: str) -> tuple[str, ...]:
    """The keys in Redis of the proxies of a name; raises `BTError`."""
    if not name or "{" in name or "}" in name:
        raise BTError(f"BT_PROXIES_NAME is {name!r}: leave braces out")
    return tuple(f"bt:proxies:{{{name}}}:{item}" for item in _ITEMS)


def exchange(
    name: str,
    *,
    revision: int = 0,
    policy: HealthPolicy | None = None,
    outcomes: Sequence[ProxyUse] = (),
    moves: Mapping[str, str] | None = None,
    clock: Callable[[], float],
) -> ScriptCall[HealthChanges]:
    """Tell outcomes and moved sessions, and hear what is new since *revision*."""
    policy = policy or HealthPolicy()
    numbers = (policy.latency, policy.cooling, policy.longest_cooling, FIRST_SCORE, SHARE, BANS_THAT_COOL, MOST_SITES)
    parts = [str(revision), *map(repr, numbers), str(len(outcomes))]
    for one in outcomes:
        parts += [
            one.label,
            one.site,
            _flag(one.is_success),
            _number(one.latency),
            _flag(one.is_ban),
            _number(one.rest),
        ]
    for session, label in (moves or {}).items():
        parts += [session, label]
    arguments = tuple(part.encode("utf-8", "surrogatepass") for part in parts)

    def read(raw: Any) -> HealthChanges:
        try:
            ahead = clock() - float(raw[0])
            names = [_text(each) for each in raw[2][::2]]
            healths = [
                (*name.split("\n", 1), _read_health(packed, ahead))
                for name, packed in zip(names, raw[2][1::2], strict=True)
            ]
            moved = [_text(each) for each in raw[3]]
            return HealthChanges(int(raw[1]), healths, dict(zip(moved[::2], moved[1::2], strict=True)))  # type: ignore[arg-type]  # names have two parts
        except (ValueError, TypeError, IndexError, msgspec.MsgspecError) as error:
            raise FrontierError(f"{keys_of(name)[0]}: this key holds no record of proxies ({error})") from None

    return ScriptCall(_script(), keys_of(name), arguments, read)


@cache
def _script() -> Script:
    return Script("health", (files(__package__) / "lua" / "health.lua").read_text(encoding="utf-8"))


def _read_health(packed: bytes, ahead: float) -> Health:
    score, latency, uses, failures, in_row, until = msgspec.msgpack.decode(packed)
    shown = float(latency) if latency is not False else None
    return Health(float(score), shown, int(uses), int(failures), int(in_row), until + ahead if until else 0.0)


def _flag(value: bool) -> str:  # noqa: FBT001  # how it is written
    return "1" if value else ""


def _number(value: float | None) -> str:
    return "" if value is None else repr(float(value))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
