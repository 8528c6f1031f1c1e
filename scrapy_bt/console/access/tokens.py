"""Tokens of programs: kept hashed, each with a role and an end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...errors import BTError
from ...sentences import say
from .keptlist import KeptList
from .roles import Role, read_role
from .sessions import Identity, digest, new_secret


@dataclass(frozen=True)
class Token:
    """*hash*: the SHA-256 of its secret; *expires*: seconds since the epoch."""

    name: str
    role: str
    hash: str
    expires: float


class Tokens:
    """The tokens of a file, which may be missing; a token that is removed there is invalid at once."""

    def __init__(self, path: Path, *, most: Role = Role.ADMIN, clock: Callable[[], float] = time.time) -> None:
        self._list, self._most, self._clock = KeptList(path, Token, word=say("token")), most, clock

    def all(self) -> tuple[Token, ...]:
        return self._list.read()

    def add(self, name: str, role: Role, *, seconds: float) -> str:
        """Make a token and return its secret, which nobody can look up again; raises `BTError` for a name in use."""
        secret = new_secret()
        new = Token(name, role.word, digest(secret).hex(), self._clock() + seconds)

        def put(tokens: tuple[Token, ...]) -> list[Token]:
            if any(token.name == name for token in tokens):
                raise BTError(say("there is a token '{}' already: remove it first, or give another name", name))
            return [*tokens, new]

        self._list.change(put)
        return secret

    def remove(self, name: str) -> None:
        """Remove a token; raises `BTError` if there is none of that name."""
        self._list.remove(name)

    def identify(self, secret: str) -> Identity | None:
        hashed = digest(secret).hex()
        token = self._list.find(lambda each: each.hash == hashed)
        if token is None or token.expires <= self._clock():
            return None
        return Identity(token.name, min(read_role(token.role), self._most), has_key=True, is_program=True)
