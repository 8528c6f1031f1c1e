"""Keys of sessions and tokens: handed out, and good for a while."""

from __future__ import annotations

import hashlib

MOST_KEPT = 10_000


class Grants:
    """Keys and when they were handed out; none repeats, and the same seed gives the same keys in the same order."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._issued = 0
        self._since: dict[str, float] = {}

    def issue(self, *, now: float) -> str:
        """Hand out a new key; the oldest one is forgotten when there are too many."""
        self._issued += 1
        key = make_key(f"{self._seed}/{self._issued}")
        self._since[key] = now
        if len(self._since) > MOST_KEPT:
            self.withdraw(next(iter(self._since)))
        return key

    def holds(self, key: str, *, now: float, seconds: float) -> bool:
        """Whether the key was handed out and is not that old yet; one that is too old never comes back."""
        since = self._since.get(key)
        if since is None:
            return False
        if now - since >= seconds:
            self.withdraw(key)
            return False
        return True

    def withdraw(self, key: str) -> None:
        """Forget the key, if it was handed out."""
        self._since.pop(key, None)

    def withdraw_all(self) -> None:
        """Forget every key."""
        self._since.clear()


def make_key(source: str) -> str:
    """Return 32 hexadecimal digits that look random and depend on the source alone."""
    return hashlib.sha256(source.encode()).hexdigest()[:32]
