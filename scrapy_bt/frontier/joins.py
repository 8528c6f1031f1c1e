"""Joins: a task waits until all parts of it have ended (language.md, `goroutine`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .tasks import KeptTask


@dataclass(slots=True)
class _OpenJoin:
    owner: int = 0
    """The task that spawned the first part; 0: unknown."""
    open: int = 0
    failed: bool = False
    parked: KeptTask | None = None
    is_abandoned: bool = False
    """Its owner has ended, so that nobody parks on it unless the owner comes back."""
    lost: int = 0
    """Parts that are dead letters, or kept because of such."""
    won: bool = False
    """The first success was enough, and has come: the parts that are left are not wanted."""
    stranded: KeptTask | None = None
    """Its owner, which failed because parts are lost and comes back with them."""

    @property
    def is_over(self) -> bool:
        """Nothing is left of any part."""
        return self.open <= 0 and not self.lost


class Joins:
    """Counts the parts of joins that have not ended, and keeps the tasks that are parked on them."""

    def __init__(self) -> None:
        self._joins: dict[int, _OpenJoin] = {}
        self._owned: dict[int, set[int]] = {}
        self._parked: dict[int, int] = {}
        self._results: dict[int, list[bytes]] = {}

    def expect(self, join: int, owner: int = 0) -> bool:
        """One more part of *join* has to end; tells whether it is the first."""
        known = self._joins.get(join)
        is_new = known is None
        if known is None:
            known = self._joins[join] = _OpenJoin()
        if owner and (not known.owner or known.is_abandoned):
            self.adopt(join, owner)
        known.open += 1
        return is_new

    def restore(self, join: int, owner: int, *, failed: bool, won: bool = False) -> None:
        """Set what was known before a restart; the parts that have not ended are expected one by one."""
        known = self._joins.setdefault(join, _OpenJoin())
        known.failed, known.won = failed, won
        if owner:
            self.adopt(join, owner)

    def is_known(self, join: int) -> bool:
        return join in self._joins

    def is_open(self, join: int) -> bool:
        known = self._joins.get(join)
        return known is not None and known.open > 0

    def is_parked_on(self, join: int) -> bool:
        known = self._joins.get(join)
        return known is not None and known.parked is not None

    def is_won(self, join: int) -> bool:
        """Its parts are not wanted any more."""
        known = self._joins.get(join)
        return known is not None and known.won

    def forget_won(self) -> list[int]:
        """Drop, and return, those that are won and have no part left."""
        over = [join for join, known in self._joins.items() if known.won and known.is_over]
        for join in over:
            del self._joins[join]
        return over

    def results(self, join: int) -> tuple[bytes, ...]:
        """What its parts told."""
        return tuple(self._results.get(join, ()))

    def add_result(self, join: int, result: bytes) -> None:
        self._results.setdefault(join, []).append(result)

    def takes_results(self, join: int) -> bool:
        """Somebody will ask for what its parts tell."""
        known = self._joins.get(join)
        return known is not None and not known.won and not known.is_abandoned

    def forget_results(self, join: int) -> bool:
        """Whoever waited has them; tells whether there were any."""
        return self._results.pop(join, None) is not None

    def owned_by(self, owner: int) -> list[int]:
        return list(self._owned.get(owner, ()))

    def owners(self) -> list[int]:
        """The tasks that may wait for a join some day, or do."""
        return list(self._owned)

    def has_failed(self, join: int) -> bool:
        """A part failed that is not to be had any more."""
        return self._joins[join].failed

    def get_owner(self, join: int) -> int:
        known = self._joins.get(join)
        return known.owner if known else 0

    def end(self, join: int, *, success: bool, lost: bool = False) -> KeptTask | None:
        """A part has ended, or is *lost* until it is queued again; returns the task that goes on because of it."""
        known = self._joins.get(join)
        if known is None:
            return None
        known.open -= 1
        if lost:
            known.lost += 1
        elif success and join < 0:
            known.won = True
        else:
            known.failed = known.failed or not success
        if known.parked is not None and (known.open <= 0 or known.won):
            return self._wake(join, known)
        if (known.is_abandoned or known.won) and known.is_over:
            del self._joins[join]
        return None

    def lose(self, join: int) -> bool:
        """A part has been lost before a restart; tells whether the join is known."""
        known = self._joins.get(join)
        if known is not None:
            known.lost += 1
        return known is not None

    def recover(self, join: int) -> KeptTask | None:
        """A lost part has to end after all; returns the task that comes back because of it."""
        known = self._joins[join]
        known.lost -= 1
        known.open += 1
        task, known.stranded = known.stranded, None
        return task

    def give_up(self, join: int) -> KeptTask | None:
        """A lost part will never be queued again; returns the task that will not come back because of it."""
        known = self._joins[join]
        known.lost -= 1
        known.failed = True
        if not known.is_over:
            return None
        task, known.stranded = known.stranded, None
        if task is not None:
            self._forget(join, known)
        elif known.is_abandoned:
            del self._joins[join]
        return task

    def may_go_on(self, join: int) -> bool:
        """Parts that were lost have been queued again since the owner heard of them."""
        known = self._joins.get(join)
        return known is not None and (known.open > 0 or not (known.lost or known.failed))

    def strand(self, task: KeptTask, join: int) -> bool:
        """Keep the owner of a join for its lost parts; returns whether there were any."""
        known = self._joins.get(join)
        if known is None or not known.lost:
            return False
        self.adopt(join, task.id)
        known.stranded = task
        return True

    def park(self, task: KeptTask, join: int) -> KeptTask | None:
        """Let the task wait for the parts of *join*; returns it if they have all ended."""
        known = self._joins.setdefault(join, _OpenJoin(task.id))
        self.adopt(join, task.id)
        known.parked = task
        self._parked[task.id] = join
        return None if known.open > 0 else self._wake(join, known)

    def adopt(self, join: int, owner: int) -> None:
        """Whoever parks on a join owns it, whoever spawned its first part."""
        known = self._joins[join]
        if known.owner != owner:
            self._disown(known.owner, join)
            known.owner = owner
        known.is_abandoned = False
        self._owned.setdefault(owner, set()).add(join)

    def abandon(self, owner: int) -> list[int]:
        """The owner has ended: forget its joins, now or when their parts have ended; returns those forgotten now."""
        forgotten = []
        for join in self._owned.pop(owner, ()):
            known = self._joins[join]
            if not known.is_over:
                known.is_abandoned = True
            else:
                del self._joins[join]
                forgotten.append(join)
        return forgotten

    def find(self, task: int) -> int | None:
        """The join on which *task* is parked."""
        return self._parked.get(task)

    def remove(self, task: int) -> KeptTask | None:
        """Let a task no longer wait."""
        join = self._parked.pop(task, None)
        if join is None:
            return None
        parked, self._joins[join].parked = self._joins[join].parked, None
        return parked

    def list_parked(self) -> Iterator[tuple[int, KeptTask]]:
        """Joins and the tasks that wait for them."""
        for join in self._parked.values():
            parked = self._joins[join].parked
            if parked is not None:
                yield join, parked

    def count_parked(self) -> int:
        return len(self._parked)

    def _wake(self, join: int, known: _OpenJoin) -> KeptTask | None:
        task, known.parked = known.parked, None
        if task is not None:
            task.joined = join
            task.failed = not known.won if join < 0 else known.failed or known.lost > 0
            del self._parked[task.id]
        if known.is_over:
            self._forget(join, known)
        elif known.won:
            self._disown(known.owner, join)
            known.owner = 0
        return task

    def _forget(self, join: int, known: _OpenJoin) -> None:
        self._disown(known.owner, join)
        del self._joins[join]

    def _disown(self, owner: int, join: int) -> None:
        owned = self._owned.get(owner)
        if owned is not None:
            owned.discard(join)
            if not owned:
                del self._owned[owner]
