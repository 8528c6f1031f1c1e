"""Keys of Redis in which somebody else has written a value of another type."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from redis.exceptions import RedisError

logger = logging.getLogger(__name__)
_WRONG_TYPE = "WRONGTYPE"


def is_foreign(answer: object) -> bool:
    """Whether Redis said that a key has another type than the command is for."""
    return isinstance(answer, RedisError) and _WRONG_TYPE in str(answer)


class ForeignKeys:
    """Tells each of some keys once when it holds a foreign value, and when it does no more."""

    def __init__(self, losses: Mapping[str, str], extra: Mapping[str, Any]) -> None:
        """*losses*: by key what is not done without it."""
        self._losses, self._extra = losses, extra
        self._told: set[str] = set()

    def check(self, key: str, answer: object) -> bool:
        """Whether the answer of Redis about a key is one; an error of another kind says nothing about the key."""
        if is_foreign(answer):
            if key not in self._told:
                self._told.add(key)
                logger.warning(
                    "The key %s of Redis holds what something else wrote: %s. Delete or rename it, and it goes on",
                    key,
                    self._losses[key],
                    extra=self._extra,
                )
        elif not isinstance(answer, RedisError) and key in self._told:
            self._told.remove(key)
            logger.info("The key %s of Redis holds nothing foreign any more", key, extra=self._extra)
        return not isinstance(answer, RedisError)
