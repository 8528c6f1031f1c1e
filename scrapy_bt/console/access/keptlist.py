"""Who may come in, as a file says it that other consoles and command lines read and change at the same time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ...core.documents.json import read_json
from ...errors import BTError
from ...sentences import say
from ...wholefiles import changing, write_private
from .roles import read_role


class _Named(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=_Named)


class KeptList(Generic[T]):
    """Entries with a name and a role, in a file that only this user may read; none where there is no file.

    *shape*: their dataclass; *word*: what one is called in errors. Raises `BTError` for a file that is none of theirs.
    """

    def __init__(self, path: Path, shape: type[T], *, word: str) -> None:
        self._path, self._shape, self._word = path, shape, word
        self._known: tuple[object, tuple[T, ...]] = (None, ())
        self.read()

    def read(self) -> tuple[T, ...]:
        """All entries as they are now, by name; raises `BTError`."""
        stamp = self._stamp()  # taken first: what is written meanwhile is read the next time
        if stamp != self._known[0]:
            self._known = stamp, self._read()
        return self._known[1]

    def find(self, is_meant: Callable[[T], bool]) -> T | None:
        """One of them; None, too, while the file cannot be read: then nobody gets in."""
        try:
            return next(filter(is_meant, self.read()), None)
        except BTError:
            return None

    def change(self, change: Callable[[tuple[T, ...]], Iterable[T]]) -> None:
        """Write what *change* makes of the entries, one writer at a time; raises `BTError`."""
        try:
            with changing(self._path):
                entries: list[Any] = sorted(change(self.read()), key=lambda entry: entry.name)
                write_private(self._path, json.dumps([asdict(entry) for entry in entries], indent=1) + "\n")
        except OSError as error:
            raise BTError(
                say("{}: the {}s cannot be written: {}", self._path, self._word, error.strerror or error)
            ) from None

    def remove(self, name: str) -> None:
        """Remove an entry; raises `BTError` if there is none of that name."""

        def take_out(entries: tuple[T, ...]) -> list[T]:
            others = [entry for entry in entries if entry.name != name]
            if len(others) == len(entries):
                raise BTError(say("there is no {} '{}'", self._word, name))
            return others

        self.change(take_out)

    def _stamp(self) -> object:
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_mtime_ns, status.st_size

    def _read(self) -> tuple[T, ...]:
        try:
            entries: tuple[Any, ...] = read_json(self._path.read_bytes(), shape=tuple[self._shape, ...])  # type: ignore[name-defined]
            for entry in entries:
                read_role(entry.role)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as error:
            raise BTError(say("{}: the {}s cannot be read: {}", self._path, self._word, error)) from None
        return entries
