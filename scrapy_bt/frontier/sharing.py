"""Shared values: absent, in the making, ready (runtime.md, "Shared resources")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from .entries import SharedValue
from .tasks import KeptTask


class ValueTurn(Enum):
    """What a task that asks for a value which is not there has to do."""

    MAKE = 1
    PARK = 2
    GO_WITHOUT = 3


@dataclass(slots=True)
class PendingValue:
    """A value that is not ready, and who waits for it."""

    maker: int = 0
    """The task that makes it; 0: nobody at the moment, the next to ask will."""
    is_stored: bool = False
    """The journal knows the maker."""
    parked: dict[int, KeptTask] = field(default_factory=dict)


class Sharing:
    """Each key has one maker at a time; whoever else asks is parked until the maker has made it or given up."""

    def __init__(self) -> None:
        self._ready: dict[str, SharedValue] = {}
        self._making: dict[str, PendingValue] = {}
        self._keys: dict[int, set[str]] = {}
        self._versions: dict[str, int] = {}
        self._orphans: set[str] = set()

    def get(self, key: str, now: float) -> SharedValue | None:
        value = self._ready.get(key)
        if value is None or (value.expires is not None and value.expires <= now):
            return None
        return value

    def ask(self, task: KeptTask, now: float) -> SharedValue | ValueTurn:
        """The value of `task.share`, or what to do without it; to park means that the task is parked now."""
        value = self.get(task.share, now)
        if value is not None:
            return value
        making = self._making.get(task.share)
        if making is None:
            making = self._making[task.share] = PendingValue()
        if making.maker and making.maker != task.id:
            if task.circular:
                return ValueTurn.GO_WITHOUT
            making.parked[task.id] = task
            return ValueTurn.PARK
        self._appoint(task.share, making, task.id)
        return ValueTurn.MAKE

    def park_if_making(self, task: KeptTask) -> bool:
        """Park a task at once if another one makes its value."""
        making = self._making.get(task.share)
        if making is None or making.maker in (0, task.id):
            return False
        making.parked[task.id] = task
        return True

    def make(self, key: str, value: SharedValue) -> tuple[SharedValue, SharedValue | None, list[KeptTask]]:
        """Set a value; returns it with its version, the one that it replaces, and the tasks that go on."""
        old = self._ready.get(key)
        version = 1 + (old.version if old else self._versions.pop(key, 0))
        value = self._ready[key] = replace(value, version=version)
        making = self._making.pop(key, None)
        if making is None:
            return value, old, []
        self._dismiss(key, making)
        self._orphans.discard(key)
        return value, old, list(making.parked.values())

    def give_up(self, key: str, maker: int) -> bool:
        """The maker has failed; tells whether somebody waits to try in its place (`wake` says who)."""
        making = self._making.get(key)
        if making is None or making.maker != maker:
            return False
        self._dismiss(key, making)
        if making.parked:
            self._orphans.add(key)
            return True
        del self._making[key]
        return False

    def next_version(self, key: str) -> int:
        """The version that the value of *key* will have when it is made next."""
        value = self._ready.get(key)
        return 1 + (value.version if value is not None else self._versions.get(key, 0))

    def invalidate(self, key: str, version: int) -> SharedValue | None:
        """Take back a value that is not newer than *version*; returns it."""
        value = self._ready.get(key)
        if value is None or value.version > version:
            return None
        del self._ready[key]
        self._versions[key] = value.version
        return value

    def keys_made_by(self, task: int) -> set[str]:
        return self._keys.get(task, set())

    def list_unstored(self, task: int) -> list[str]:
        """The keys whose maker is *task* and not yet in the journal; from now on they count as stored."""
        keys = [key for key in sorted(self.keys_made_by(task)) if not self._making[key].is_stored]
        for key in keys:
            self._making[key].is_stored = True
        return keys

    def orphans(self) -> list[str]:
        """Keys that nobody makes though tasks are parked for them."""
        return sorted(self._orphans)

    def list_waiting(self, key: str) -> Iterator[KeptTask]:
        """Those parked for *key*, in the order of asking."""
        yield from self._making[key].parked.values()

    def wake(self, key: str, task: int) -> KeptTask:
        """Take one parked task out, so that it asks again."""
        making = self._making[key]
        woken = making.parked.pop(task)
        if not making.parked:
            self._orphans.discard(key)
            if not making.maker:
                del self._making[key]
        return woken

    def find(self, task: int) -> str | None:
        """The key that *task* waits for."""
        return next((key for key, making in self._making.items() if task in making.parked), None)

    def remove(self, task: int) -> KeptTask | None:
        """Let a task no longer wait."""
        key = self.find(task)
        return None if key is None else self.wake(key, task)

    def list_parked(self) -> Iterator[tuple[str, int, KeptTask]]:
        """Keys, their makers, and the tasks parked for them."""
        for key, making in self._making.items():
            for task in making.parked.values():
                yield key, making.maker, task

    def count_parked(self) -> int:
        return sum(len(making.parked) for making in self._making.values())

    def restore(self, key: str, value: SharedValue | None, version: int) -> None:
        """Set what was known before a restart."""
        if value is None:
            self._versions[key] = version
        else:
            self._ready[key] = value

    def restore_maker(self, key: str, task: int) -> None:
        making = self._making[key] = PendingValue(is_stored=True)
        self._appoint(key, making, task)

    def list_values(self) -> Iterator[tuple[str, SharedValue]]:
        yield from self._ready.items()

    def list_makers(self) -> Iterator[tuple[str, int]]:
        """Keys of values in the making, with the tasks that make them."""
        yield from ((key, making.maker) for key, making in self._making.items() if making.maker)

    def _appoint(self, key: str, making: PendingValue, task: int) -> None:
        making.maker = task
        self._orphans.discard(key)
        self._keys.setdefault(task, set()).add(key)

    def _dismiss(self, key: str, making: PendingValue) -> None:
        keys = self._keys.get(making.maker)
        if keys is not None:
            keys.discard(key)
            if not keys:
                del self._keys[making.maker]
        making.maker = 0
        making.is_stored = False
