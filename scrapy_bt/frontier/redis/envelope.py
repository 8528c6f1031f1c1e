"""What every call carries beside what it asks, and how its reply is opened; the other side is `lua/envelope.lua`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ...errors import FrontierError, FrontierLost
from ...sentences import say
from ..protocol import Number
from .call import ScriptCall
from .keys import make_key
from .packing import encode
from .refusals import is_passing
from .scripts import FORMAT, load

T = TypeVar("T")


class Envelope:
    """Who calls, and how: *worker* is a name that no other process has ever had, *number* ranks its tasks.

    *clock* is for tests: without it Redis' own clock decides, and times are given and taken by the clock of this
    machine, however far apart the two are.
    """

    def __init__(
        self,
        prefix: str,
        *,
        worker: str,
        number: Number,
        limits: Mapping[str, int],
        ageing: float,
        lease_seconds: float,
        lease_losses: int = 0,
        clock: Callable[[], float] | None = None,
        seen_key: str | None = None,
    ) -> None:
        if not 0 < len(worker.encode()) < 256:
            raise ValueError(say("a worker's name has 1 to 255 bytes: {}", repr(worker)))
        self.worker = worker
        self.prefix = prefix
        self.notification_channel = make_key(prefix, "wake")
        """Where a message is published when there is work for those who found none."""
        self._keys = (make_key(prefix, "meta"), seen_key or make_key(prefix, "seen"))
        self._number = number
        self._limits = {name: int(limit) for name, limit in limits.items()}
        self._ageing = float(ageing)
        self._lease_seconds = float(lease_seconds)
        self._lease_losses = int(lease_losses)
        self._given = clock
        self._clock = clock or time.time
        self._epoch = ""
        self._last = self._confirmed = 0
        """The number of the last call, and of the last exchange that was answered."""

    def _count(self) -> int:
        self._last += 1
        return self._last

    def _build(
        self,
        operation: str,
        body: object,
        read: Callable[[Any, str, float, float], T],
        *,
        args: tuple[bytes, ...] = (),
        keys: tuple[str, ...] = (),
        number: int = 0,
    ) -> ScriptCall[T]:
        self._last += 1
        head = (
            self.worker,
            number,
            self._epoch,
            f"{self.worker} {self._last}",
            False if self._given is None else self._given(),
            self._lease_seconds,
            self._ageing,
            self._limits,
            body,
            self._lease_losses,
        )

        def read_reply(raw: Any) -> T:
            status, answer, now = self._open(raw)
            return read(answer, status, now, self._clock() - now)

        return ScriptCall(load(operation), (*self._keys, *keys), (encode(head), *args), read_reply)

    def _open(self, raw: Any) -> tuple[str, Any, float]:
        status = raw[0].decode()
        if status not in ("ok", "repeated"):
            raise self._explain(status, raw[1].decode(errors="replace"), raw[2].decode(errors="replace"))
        _, epoch, now, answer = raw
        if epoch and not self._epoch:
            self._epoch = epoch.decode()
        return status, answer, float(now)

    def _explain(self, status: str, key: str, message: str) -> FrontierError | FrontierLost:
        if status == "lost":
            return FrontierLost(
                say(
                    "the queue {} in Redis is gone: Redis was restarted without its data, or somebody purged the"
                    " queue; start the crawl anew",
                    repr(self.prefix),
                )
            )
        if status == "format":
            return FrontierError(
                say(
                    "{}: the queue is stored in format {}, this version of scrapy_bt reads {}; finish it with"
                    " the version that began it, or purge it",
                    key,
                    message,
                    FORMAT,
                )
            )
        if status == "purging":
            return FrontierError(
                say(
                    "{}: the queue is being deleted; if nobody does so any more, `scrapy bt purge` goes on with it", key
                ),
                passing=True,
            )
        if status == "foreign":
            return FrontierError(
                say(
                    "{}: this key is not the queue's ({}); nothing was changed; move it away, or give the queue"
                    " another name",
                    key,
                    message,
                )
            )
        if status == "known":
            return FrontierError(
                say(
                    "{}: the queue knows its tasks by {}, and BT_URL_FILTER… asks for {}: set them as they"
                    " were, or purge the queue",
                    key,
                    repr(message.rpartition(":")[2]),
                    repr(self._keys[1].rpartition(":")[2]),
                )
            )
        text = message.removeprefix("ERR ").removeprefix("-")
        if is_passing(text):
            return FrontierError(say("{}: Redis refuses to write ({}); nothing was changed", key, text), passing=True)
        return FrontierError(say("{}: the queue cannot be used ({})", key, text))
