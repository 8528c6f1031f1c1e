"""People with passwords, where the console is not for one alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from ...core.documents.json import read_json
from ...errors import BTError
from ...storage.passwords import hash_password, is_right, waiting_time
from ...wholefiles import write_private
from .roles import Role, read_role


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
        self._users[name] = User(name, role.word, *hash_password(password))
        self._write()

    def remove(self, name: str) -> None:
        """Raises `BTError` where there is nobody of that name."""
        if self._users.pop(name, None) is None:
            raise BTError(f"there is no user '{name}'")
        self._write()

    def wait(self, name: str) -> float:
        """Seconds until the next try of a name counts, after failures."""
        failures, since = self._failures.get(name, (0, 0.0))
        return waiting_time(failures, since, self._clock())

    def check(self, name: str, password: str) -> Role | None:
        """The role of who gives the right password; takes as long for a name that nobody has."""
        user = self._users.get(name)
        is_known = is_right(password, *(("", "") if user is None else (user.salt, user.hash)))
        if user is None or not is_known:
            if len(self._failures) > 10_000:
                self._failures.clear()
            self._failures[name] = self._failures.get(name, (0, 0.0))[0] + 1, self._clock()
            return None
        self._failures.pop(name, None)
        return read_role(user.role)

    def _write(self) -> None:
        write_private(self._path, json.dumps([asdict(user) for user in self.all()], indent=1) + "\n")


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
