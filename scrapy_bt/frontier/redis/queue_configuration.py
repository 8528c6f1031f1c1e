"""What the workers of a queue go by, kept beside it: whoever else gives orders must rank as they do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ...core.documents.json import read_json
from ...errors import FrontierError
from ...sentences import say
from ..entries import Bucket
from .calls import Calls

KEY = "configuration"
"""The text of the blackboard that holds them."""


class QueueConfiguration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What `Calls` is given by every worker of a queue; a worker's own clock and numbers aside."""

    ageing: float = 0.0
    lease_seconds: float = 60.0
    lease_losses: int = 0
    limits: dict[str, int] = {}
    seen_key: str | None = None

    @classmethod
    def read(cls, text: str) -> QueueConfiguration:
        """Raises `FrontierError` for a text that tells no configuration."""
        try:
            known: QueueConfiguration = read_json(text, shape=cls)
            return known
        except ValueError as error:
            raise FrontierError(say("the configuration of the queue in Redis cannot be read: {}", error)) from None

    @property
    def text(self) -> str:
        return msgspec.json.encode(self).decode()

    def calls(self, prefix: str, *, worker: str, number: Callable[[Bucket], float] | None = None) -> Calls:
        """The calls of somebody who works on the queue, or only gives orders: then without numbers of buckets."""
        return Calls(
            prefix,
            worker=worker,
            number=number or _unknown,
            limits=self.limits,
            ageing=self.ageing,
            lease_seconds=self.lease_seconds,
            lease_losses=self.lease_losses,
            seen_key=self.seen_key,
        )


def _unknown(bucket: Bucket) -> float:
    raise AssertionError(f"who only gives orders puts no task at {bucket.node}")
