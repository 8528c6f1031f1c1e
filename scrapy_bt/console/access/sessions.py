"""Who is logged in: the cookie is enough to read; changes need the key, which is in no page and no cookie."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from .roles import Role

KEY_BYTES = 32
_SECONDS = 12 * 3600.0
_MOST = 1000


@dataclass(frozen=True)
class Session:
    """*key* is sent in a header by our scripts, *cookie* by the browser."""

    user: str
    role: Role
    key: str
    cookie: str
    expires: float
    holds: Callable[[], bool]
    """Whether who has opened it still may."""


@dataclass(frozen=True)
class Identity:
    """Whose request it is, and how it has shown that."""

    user: str
    role: Role
    has_key: bool
    """It may change what its role may change; a cookie alone only reads."""
    is_program: bool = False
    """It has a token, and is no browser."""


NOBODY = Identity("", Role.NOBODY, has_key=False)


class Sessions:
    """The sessions of one console, which end with its process."""

    def __init__(self, *, most: Role = Role.ADMIN, clock: Callable[[], float] = time.time) -> None:
        self._most, self._clock = most, clock
        self._by_key: dict[bytes, Session] = {}
        self._by_cookie: dict[bytes, Session] = {}

    def open(self, user: str, role: Role, *, lasts: bool = False, holds: Callable[[], bool] = lambda: True) -> Session:
        """A new session; *lasts*: as long as the process; *holds*: as of `Session`."""
        self._forget_old()
        expires = float("inf") if lasts else self._clock() + _SECONDS
        session = Session(user, min(role, self._most), new_secret(), new_secret(), expires, holds)
        self._by_key[digest(session.key)] = self._by_cookie[digest(session.cookie)] = session
        return session

    def close(self, session: Session) -> None:
        self._by_key.pop(digest(session.key), None)
        self._by_cookie.pop(digest(session.cookie), None)

    def of_key(self, key: str) -> Session | None:
        return self._living(self._by_key.get(digest(key)))

    def of_cookie(self, cookie: str) -> Session | None:
        return self._living(self._by_cookie.get(digest(cookie)))

    def _living(self, session: Session | None) -> Session | None:
        if session is None or session.expires <= self._clock() or not session.holds():
            return None
        return session

    def _forget_old(self) -> None:
        now = self._clock()
        for session in [each for each in self._by_key.values() if each.expires <= now]:
            self.close(session)
        while len(self._by_key) >= _MOST:
            self.close(min(self._by_key.values(), key=lambda each: each.expires))


def new_secret() -> str:
    """A key of 256 bits."""
    return secrets.token_urlsafe(KEY_BYTES)


def digest(secret: str) -> bytes:
    """What is compared and stored instead of a secret of 256 bits: nobody guesses it back, and times tell nothing."""
    return sha256(secret.encode()).digest()
