"""People with passwords, where the console is not for one alone: standard library scrypt, and failures are slowed."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ...core.documents.json import read_json
from ...errors import BTError
from .roles import Role, read_role
from .wholefile import write_private

_N, _R, _P = 2**15, 8, 1
_MEMORY = 64 * 1024 * 1024
SHORTEST_PASSWORD = 10
_FREE_FAILURES = 3
_LONGEST_WAIT = 60.0


@dataclass(frozen=True)
class User:
    """*salt* and *hash* in hexadecimal, by scrypt."""

    name: str
    role: str
    salt: str
    hash: str


class Users:
    """Those of a file."""

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._users = _read(path)
        self._failures: dict[str, tuple[int, float]] = {}

    def all(self) -> list[User]:
        return sorted(self._users.values(), key=lambda user: user.name)

    def set(self, name: str, password: str, role: Role) -> None:
        """Add a user, or give one another password and role; raises `BTError` for a password that is too short."""
        if len(password) < SHORTEST_PASSWORD:
            raise BTError(f"the password is too short: it takes {SHORTEST_PASSWORD} characters")
        salt = os.urandom(16)
        self._users[name] = User(name, role.word, salt.hex(), _hash(password, salt).hex())
        self._write()

    def remove(self, name: str) -> None:
        """Raises `BTError` where there is nobody of that name."""
        if self._users.pop(name, None) is None:
            raise BTError(f"there is no user '{name}'")
        self._write()

    def wait(self, name: str) -> float:
        """Seconds until the next try of a name counts, after failures."""
        failures, since = self._failures.get(name, (0, 0.0))
        if failures < _FREE_FAILURES:
            return 0.0
        return max(0.0, since + min(2.0 ** (failures - _FREE_FAILURES), _LONGEST_WAIT) - self._clock())

    def check(self, name: str, password: str) -> Role | None:
        """The role of who gives the right password; takes as long for a name that nobody has."""
        user = self._users.get(name)
        salt = bytes.fromhex(user.salt) if user is not None else b"\0" * 16
        is_right = hmac.compare_digest(_hash(password, salt).hex(), user.hash if user is not None else "")
        if user is None or not is_right:
            if len(self._failures) > 10_000:
                self._failures.clear()
            self._failures[name] = self._failures.get(name, (0, 0.0))[0] + 1, self._clock()
            return None
        self._failures.pop(name, None)
        return read_role(user.role)

    def _write(self) -> None:
        write_private(self._path, json.dumps([asdict(user) for user in self.all()], indent=1) + "\n")


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=_N, r=_R, p=_P, maxmem=_MEMORY, dklen=32)


def _read(path: Path) -> dict[str, User]:
    try:
        users = read_json(path.read_bytes(), shape=list[User])
        for user in users:
            read_role(user.role)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise BTError(f"{path}: the users cannot be read: {error}") from None
    return {user.name: user for user in users}
