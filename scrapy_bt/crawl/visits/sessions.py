"""Cookie sessions: a jar for each, kept on the blackboard while any task uses it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from http.cookiejar import Cookie
from typing import Any

import msgspec

from ...browserjars import BrowserJar

_FIELDS = (
    "version", "name", "value", "port", "port_specified", "domain", "domain_specified", "domain_initial_dot", "path",
    "path_specified", "secure", "expires", "discard", "comment", "comment_url",
)  # fmt: skip


_LOGGED_IN = True
"""Before the cookies of a session that has logged in."""


class SessionJar(BrowserJar):
    """The cookies of a session."""

    is_logged_in = False
    """A visit of it has sent a password, and was not refused."""

    def __init__(self) -> None:
        super().__init__()
        self.before: dict[str, bytes] = {}
        """By the shared tree that logs in: the cookies from before, with which the session of another user begins."""


def encode_jar(jar: SessionJar) -> bytes:
    """The jar as plain data."""
    rows: list[Any] = [[getattr(cookie, name) for name in _FIELDS] for cookie in jar]
    notes = [*([_LOGGED_IN] if jar.is_logged_in else []), *([jar.before] if jar.before else [])]
    return msgspec.msgpack.encode([*notes, *rows])


def decode_jar(encoded: bytes) -> SessionJar:
    """The jar of `encode_jar`; an empty one when the data cannot be read."""
    jar = SessionJar()
    try:
        for values in msgspec.msgpack.decode(encoded, type=list[list[Any] | bool | dict[str, bytes]]):
            if isinstance(values, bool):
                jar.is_logged_in = values
            elif isinstance(values, dict):
                jar.before = values
            else:
                jar.set_cookie(Cookie(**dict(zip(_FIELDS, values, strict=True)), rest={}))
    except (msgspec.MsgspecError, ValueError, TypeError):
        return SessionJar()
    return jar


class SessionJars(dict[Any, SessionJar]):
    """Jars by session, as Scrapy's cookie middleware wants them; sessions of trees are loaded and let go as needed.

    *load* gives the encoded cookies of a session. At most *size* sessions of trees stay in memory, those with changes
    that are not stored yet apart.
    """

    def __init__(self, load: Callable[[int], bytes | None], size: int) -> None:
        super().__init__()
        self._load, self._size = load, size
        self._recent: OrderedDict[int, None] = OrderedDict()
        self._changed: set[int] = set()
        self._seen: dict[int, bytes] = {}
        """What was stored of the sessions in memory when that was looked at last."""
        self._given: dict[int, bytes] = {}
        """What was given to be stored of them last; until it is, what is stored is older."""

    def __missing__(self, session: Any) -> SessionJar:
        encoded = self._load(session) if isinstance(session, int) else None
        if encoded:
            self._seen[session] = encoded
        jar = self[session] = decode_jar(encoded) if encoded else SessionJar()
        if isinstance(session, int):
            self._recent[session] = None
            self._evict()
        return jar

    def touch(self, session: int) -> None:
        if session in self._recent:
            self._recent.move_to_end(session)

    def mark_changed(self, session: int) -> None:
        self._changed.add(session)

    def note_login(self, session: int) -> None:
        """A site has taken a password that the session has sent."""
        jar = self[session]
        if not jar.is_logged_in:
            jar.is_logged_in = True
            self.mark_changed(session)

    def begin(self, login: str, session: int, *, source: int) -> None:
        """The shared tree *login* is made in a session, which begins with the cookies that *source* had before it."""
        jar = self[source]
        if session != source:
            jar = decode_jar(jar.before.get(login) or encode_jar(jar))
            self[session] = jar
            self._recent[session] = None
        if login not in jar.before:
            jar.before[login] = encode_jar(jar)
            self.mark_changed(session)

    def is_logged_in(self, session: Any) -> bool:
        """Whether it has cookies of a login."""
        jar = self[session]
        return jar.is_logged_in and len(jar) > 0

    def take_changed(self, session: int) -> bytes | None:
        """The cookies of a session to be stored, if they have changed since the last time."""
        if session not in self._changed:
            return None
        self._changed.discard(session)
        encoded = self._given[session] = encode_jar(self[session])
        return encoded

    def renew(self, session: int, encoded: bytes | None) -> None:
        """Forget a jar that another process has changed meanwhile: *encoded* is what is stored now."""
        if not encoded or session not in self or encoded == self._seen.get(session):
            return
        self._seen[session] = encoded
        if session not in self._changed and encoded != self._given.get(session):
            self._forget(session)

    def _evict(self) -> None:
        for session in self._oldest(len(self._recent) - self._size):
            self._forget(session)

    def _forget(self, session: int) -> None:
        self._recent.pop(session, None)
        self._seen.pop(session, None)
        self._given.pop(session, None)
        self.pop(session, None)

    def _oldest(self, count: int) -> Iterator[int]:
        stored = [session for session in self._recent if session not in self._changed] if count > 0 else []
        return iter(stored[:count])
