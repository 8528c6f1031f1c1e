"""What tests of trees, and people who learn to write them, can use.

Names are loaded when they are asked for, so that the practice site starts without Scrapy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import dns, error, page, passed, refused, resumed, status, timeout
    from .expectations import (
        branch_ended,
        emit,
        failed,
        finished,
        invalidated,
        looped,
        made,
        pause,
        printed,
        stopped,
        the_end,
        trouble,
        visit,
        wait,
    )
    from .kafka import KafkaBroker, KafkaStartError
    from .network import DelayProxy
    from .playbook import Playbook
    from .postgres import PostgresServer, PostgresStartError
    from .proxies import PracticeProxies
    from .proxy_process import ProxyError
    from .redis import RedisServer, RedisStartError
    from .taking import taken

__all__ = [
    "DelayProxy",
    "KafkaBroker",
    "KafkaStartError",
    "Playbook",
    "PostgresServer",
    "PostgresStartError",
    "PracticeProxies",
    "ProxyError",
    "RedisServer",
    "RedisStartError",
    "branch_ended",
    "dns",
    "emit",
    "error",
    "failed",
    "finished",
    "invalidated",
    "looped",
    "made",
    "page",
    "passed",
    "pause",
    "printed",
    "refused",
    "resumed",
    "status",
    "stopped",
    "taken",
    "the_end",
    "timeout",
    "trouble",
    "visit",
    "wait",
]


_MODULES = (
    "playbook",
    "expectations",
    "answers",
    "redis",
    "network",
    "proxies",
    "proxy_process",
    "taking",
    "postgres",
    "kafka",
)


def __getattr__(name: str) -> Any:
    if name in __all__:
        for module in _MODULES:
            found = getattr(import_module(f"{__name__}.{module}"), name, None)
            if found is not None:
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
