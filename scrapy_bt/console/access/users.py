"""People with passwords, where the console is not for one alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...sentences import say
from ...storage.passwords import hash_password, is_right, waiting_time
from .keptlist import KeptList
from .roles import Role, read_role


@dataclass(frozen=True)
class User:
    """*salt* and *hash* in hexadecimal, by scrypt."""

    name: str
    role: str
    salt: str
    hash: str


class Users:
    """The users of a file; a change of the file by any process is valid here at once."""

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._list, self._clock = KeptList(path, User, word=say("user")), clock
        self._failures: dict[str, tuple[int, float]] = {}

    def all(self) -> tuple[User, ...]:
        return self._list.read()

    def set(self, name: str, password: str, role: Role) -> None:
        """Add a user, or give one another password and role; raises `BTError` for a password that is too short."""
        new = User(name, role.word, *hash_password(password))
        self._list.change(lambda users: [*(user for user in users if user.name != name), new])

    def remove(self, name: str) -> None:
        """Remove a user; raises `BTError` if there is nobody of that name."""
        self._list.remove(name)

    def claim(self, name: str) -> Callable[[], bool]:
        """A function that says whether the user still has today's password and role."""
        now = self._find(name)
        return lambda: now is not None and self._find(name) == now

    def wait(self, name: str) -> float:
        """Seconds until the next try of a name counts, after failures."""
        failures, since = self._failures.get(name, (0, 0.0))
        return waiting_time(failures, since, self._clock())

    def check(self, name: str, password: str) -> Role | None:
        """The role of a user who gives the right password; an unknown name takes as long."""
        user = self._find(name)
        is_known = is_right(password, *(("", "") if user is None else (user.salt, user.hash)))
        if user is None or not is_known:
            if len(self._failures) > 10_000:
                self._failures.clear()
            self._failures[name] = self._failures.get(name, (0, 0.0))[0] + 1, self._clock()
            return None
        self._failures.pop(name, None)
        return read_role(user.role)

    def _find(self, name: str) -> User | None:
        return self._list.find(lambda user: user.name == name)
