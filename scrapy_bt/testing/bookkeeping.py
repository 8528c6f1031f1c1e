"""What the tasks of a crawl in memory wait for: branches, places of competing resources, shared values."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..core.tree.events import Event, JoinEnded, Make, Shared
from ..core.tree.task import Task


@dataclass
class _KnownJoin:
    count: int = 0
    failed: bool = False
    parked: Task | None = None
    won: bool = False
    is_over: bool = False
    """Whoever waited for it has gone on."""
    results: list[bytes] = field(default_factory=list)


class BranchCounts:
    """Counts the branches of each join that have not ended."""

    def __init__(self) -> None:
        self.open: dict[int, _KnownJoin] = {}

    def add(self, join: int) -> None:
        """A branch has started; join 0 means that no task waits for it."""
        if join:
            self.open.setdefault(join, _KnownJoin()).count += 1

    def is_won(self, join: int) -> bool:
        """The first success was enough, and has come: its other branches are not wanted."""
        return join < 0 and join in self.open and self.open[join].won

    def park(self, task: Task, join: int) -> Iterator[tuple[Task, JoinEnded]]:
        """A task waits for its branches; yields it, and what came of them, if they have all ended."""
        self.open.setdefault(join, _KnownJoin()).parked = task
        yield from self._take(join)

    def end(self, join: int, *, success: bool, result: bytes | None = None) -> Iterator[tuple[Task, JoinEnded]]:
        """A branch has ended; yields the task that waited for the last one, or for the first success."""
        if join:
            state = self.open[join]
            state.count -= 1
            if result is not None and not state.won:
                state.results.append(result)
            if success and join < 0:
                state.won = True
            state.failed = state.failed or not success
            yield from self._take(join)

    def _take(self, join: int) -> Iterator[tuple[Task, JoinEnded]]:
        state = self.open[join]
        if state.parked is not None and (state.won or not state.count):
            yield state.parked, JoinEnded(not state.won if join < 0 else state.failed, results=tuple(state.results))
            state.parked, state.is_over = None, True
        if state.is_over and not state.count:
            del self.open[join]


class Lending:
    """First come, first served; *limits*: places by resource."""

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._limits = limits
        self._holders: dict[str, set[int]] = {name: set() for name in limits}
        self._waiting: dict[str, deque[Task]] = {name: deque() for name in limits}

    def lend(self, resource: str, task: Task) -> bool:
        """Give a place to the task, or let it wait for one."""
        holders = self._holders[resource]
        if task.id not in holders and len(holders) >= self._limits[resource]:
            self._waiting[resource].append(task)
            return False
        holders.add(task.id)
        return True

    def give_back(self, task: Task, *, keeps: bool) -> list[Task]:
        """Take back what the task does not hold any longer; returns those who may try now."""
        freed = []
        for resource, holders in self._holders.items():
            if task.id in holders and not (keeps and resource in task.holds):
                holders.remove(task.id)
                if self._waiting[resource]:
                    freed.append(self._waiting[resource].popleft())
        return freed


@dataclass(frozen=True)
class _Value:
    value: bytes
    session: int
    version: int
    expires: float | None


class ValueMakers:
    """Each value has one maker at a time; the others wait for it."""

    def __init__(self) -> None:
        self._ready: dict[str, _Value] = {}
        self._versions: dict[str, int] = {}
        self._makers: dict[str, int] = {}
        self._waiting: dict[str, deque[Task]] = {}

    def ask(self, task: Task, key: str, now: float) -> Event | None:
        """The value, or the order to make it; None if the task waits for its maker."""
        value = self._ready.get(key)
        if value is not None and (value.expires is None or value.expires > now):
            return Shared(value.value, value.session, value.version)
        if key in self._makers:
            self._waiting.setdefault(key, deque()).append(task)
            return None
        self._makers[key] = task.id
        return Make(self._versions.get(key, 0) + 1)

    def make(self, key: str, value: bytes, session: int, expires: float | None) -> list[Task]:
        """The value is there; returns all who waited."""
        self._versions[key] = self._versions.get(key, 0) + 1
        self._ready[key] = _Value(value, session, self._versions[key], expires)
        self._makers.pop(key, None)
        return list(self._waiting.pop(key, ()))

    def give_up(self, key: str, maker: int) -> list[Task]:
        """The maker has failed; returns the one who tries next."""
        if self._makers.get(key) != maker:
            return []
        del self._makers[key]
        waiting = self._waiting.get(key)
        return [waiting.popleft()] if waiting else []

    def invalidate(self, key: str, version: int | None) -> None:
        """Take back a value that is not newer than *version*."""
        value = self._ready.get(key)
        if value is not None and (version is None or value.version <= version):
            del self._ready[key]

    def keys_made_by(self, task: int) -> list[str]:
        """What the task has begun to make."""
        return [key for key, maker in self._makers.items() if maker == task]

    @property
    def is_waited_for(self) -> bool:
        """Somebody waits for a value."""
        return any(self._waiting.values())

    def take_waiting(self) -> Task | None:
        """The one who has waited longest, if nobody can go on otherwise."""
        waiting = next((tasks for tasks in self._waiting.values() if tasks), None)
        return waiting.popleft() if waiting else None
