"""Tokens of programs: kept hashed, each with a role and an end."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ...core.documents.json import read_json
from ...errors import BTError
from ...wholefiles import write_private
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
    """Those of a file, which need not be there."""

    def __init__(
        self, path: Path | None = None, *, most: Role = Role.ADMIN, clock: Callable[[], float] = time.time
    ) -> None:
        self._path, self._most, self._clock = path, most, clock
        self._tokens = _read(path) if path is not None else {}

    def all(self) -> list[Token]:
        return sorted(self._tokens.values(), key=lambda token: token.name)

    def add(self, name: str, role: Role, *, seconds: float) -> str:
        """Make a token and return its secret, which nobody can look up again; raises `BTError` for a name in use."""
        if any(token.name == name for token in self._tokens.values()):
            raise BTError(f"there is a token '{name}' already: remove it first, or give another name")
        secret = new_secret()
        hashed = digest(secret).hex()
        self._tokens[hashed] = Token(name, role.word, hashed, self._clock() + seconds)
        self._write()
        return secret

    def remove(self, name: str) -> None:
        """Raises `BTError` where there is none of that name."""
        kept = {hashed: token for hashed, token in self._tokens.items() if token.name != name}
        if len(kept) == len(self._tokens):
            raise BTError(f"there is no token '{name}'")
        self._tokens = kept
        self._write()

    def identify(self, secret: str) -> Identity | None:
        token = self._tokens.get(digest(secret).hex())
        if token is None or token.expires <= self._clock():
            return None
        return Identity(token.name, min(read_role(token.role), self._most), has_key=True, is_program=True)

    def _write(self) -> None:
        if self._path is not None:
            text = json.dumps([asdict(token) for token in self.all()], indent=1)
            write_private(self._path, text + "\n")


def _read(path: Path) -> dict[str, Token]:
    try:
        tokens = read_json(path.read_bytes(), shape=list[Token])
        for token in tokens:
            read_role(token.role)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BTError(f"{path}: the tokens cannot be read: {error}") from None
    return {token.hash: token for token in tokens}
