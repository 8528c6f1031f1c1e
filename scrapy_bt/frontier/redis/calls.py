"""The calls of one worker: what is sent to Redis, and what its answers mean; sending is somebody else's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar

from ...core.tree.states import LifeState, Transition, change
from ..completion import Requeue
from ..deadlocks import WaitFor, explain
from ..entries import Bucket, Lease
from ..lanes import Lanes
from ..listings import ControlTarget
from ..slots import Standing
from .answers import read_exchanged
from .call import Ended, Exchanged, Ordered, ScriptCall, SeedResult, WaitGraph
from .entries import Buckets, Entries
from .keys import escape, name_boost, name_bucket
from .looks import Looks
from .packing import blob, pack_number
from .snapshot import read_snapshot
from .steps import Steps, grows, pack_leases, pack_tokens

T = TypeVar("T")

MOST_DEAD_LETTERS = 50
"""Dead letters that one call names."""

_CAUSES = {
    "pause": Transition.PAUSE,
    "resume": Transition.RESUME,
    "stop": Transition.STOP,
    "boost": Transition.GO_ON,
}
_MOST_RANKED = 500
"""Buckets that one call gives new numbers."""


class Calls(Looks):
    """Builds the calls of one worker: those that change something, and those that look.

    A call gets its number when it is built, and is applied once however often it is sent. Calls of one kind have to
    arrive in the order of their numbers: send the next `exchange` when the one before is answered.
    """

    def exchange(
        self,
        *,
        steps: Sequence[Ended] = (),
        put: Sequence[Requeue] = (),
        extend: Sequence[Lease] = (),
        lease: int = 0,
        release_unknown: Collection[int] | None = None,
        expire: bool = True,
        slots: Standing | None = None,
        lanes: Lanes | None = None,
    ) -> ScriptCall[Exchanged]:
        """All that a worker has to say and to ask, in one atomic step.

        In this order: steps, new tasks, leases to prolong, overdue leases and due delays, new leases.
        *release_unknown*: the tokens that the worker knows; its other leases are released, after a reply got lost.
        Without *expire* overdue leases are left alone. *slots*, *lanes*: as for `Frontier.lease`.
        """
        buckets, now = Buckets(self._number), self._clock()
        entries = Entries(put, buckets)
        ending = Steps(steps, buckets, now)
        known = False if release_unknown is None else blob(pack_tokens(release_unknown))
        body = (
            buckets.list(),
            entries.runs,
            entries.keyed,
            len(ending.packed),
            blob(pack_leases(extend)),
            max(0, lease),
            known,
            grows(put, steps),
            expire,
            blob(ending.finished),
            blob(ending.failed),
            self._confirmed,
            slots is not None and (slots.places, slots.free_elsewhere, slots.named),
            lanes is not None and (lanes.own, lanes.timeout, sorted(lanes.kept)),
        )
        number = self._last = self._last + 1

        def read(raw: Any, status: str, now: float, ahead: float) -> Exchanged:
            self._confirmed = max(self._confirmed, number)
            return read_exchanged(
                raw,
                steps=ending,
                extend=extend,
                put=len(put),
                number=number,
                now=now,
                ahead=ahead,
                lease_seconds=self._lease_seconds,
                repeated=status == "repeated",
            )

        return self._build("exchange", body, read, args=(*entries.args, *ending.packed), number=number)

    def order(self, action: str, target: ControlTarget, seconds: float = 0.0) -> ScriptCall[Ordered]:
        """An order by its name: `pause`, `resume`, `stop`, or `boost` by *seconds*."""
        task_id = None if target.task is None else blob(pack_number(target.task))
        tree, node = (None if text is None else escape(text) for text in (target.tree, target.node))
        # What is not given is false: Lua's lists end at nil.
        given = (tree is not None and tree, node is not None and node, task_id or False)
        cause = _CAUSES[action]
        body = (action, given, name_boost(seconds), float(seconds))

        def read(raw: Any, *_: object) -> Ordered:
            ordered = Ordered(*map(int, raw))
            if ordered.tasks < 0:
                change(LifeState.STOP, cause)
            return ordered

        return self._build("control", body, read, number=self._count())

    def go_on(self, job: int) -> ScriptCall[Ordered]:
        """A slice of an order that is not done; see `carry_out`."""
        return self._build("jobs", (job,), lambda raw, *_: Ordered(*map(int, raw)))

    def requeue(self, ids: Iterable[int] | None = None) -> ScriptCall[Ordered]:
        """Queue letters again; None for all that there are now."""
        return self._treat("requeue", ids)

    def drop(self, ids: Iterable[int] | None = None) -> ScriptCall[Ordered]:
        """Drop letters; None for all that there are now."""
        return self._treat("drop", ids)

    def seed(self, name: str, offset: int, entries: Sequence[Requeue]) -> ScriptCall[int]:
        """Store a source's tasks from *offset* on; answers how far the source has come."""
        return self._seed(name, offset, entries, lambda raw, *_: int(raw[0]))

    def seed_and_count(self, name: str, offset: int, entries: Sequence[Requeue]) -> ScriptCall[SeedResult]:
        """Seed, and answer also what this call has brought."""
        return self._seed(name, offset, entries, lambda raw, *_: SeedResult(*map(int, raw)), number=self._count())

    def announce(self, name: str, text: str) -> ScriptCall[None]:
        """Tell of a source what people see of it; it is forgotten together with how far sources have come."""
        return self._build("remember", ("sources", name, text), lambda *_: None)

    def summarize(self, text: str) -> ScriptCall[None]:
        """This worker leaves a text to the others of its run."""
        return self._build("remember", ("summaries", self.worker, text), lambda *_: None)

    def renew(self) -> ScriptCall[bool]:
        """Forget what was queued, and all about sources, so that all of it may be queued again.

        Answers whether it was done: while there are tasks, it is not.
        """
        return self._build("renew", (), lambda raw, *_: bool(raw))

    def begin(self) -> ScriptCall[int]:
        """This worker, which has registered, takes up the crawl; answers which run of it this is, from 1 on.

        A new run begins when nothing is left of the one before and nobody is at it.
        """
        return self._build("begin", (self.worker,), lambda raw, *_: int(raw))

    def start(
        self, key: str, kind: str, messages: Sequence[bytes], tasks: Sequence[Requeue], *, look: int
    ) -> ScriptCall[tuple[int, list[bytes]]]:
        """Take start messages away from *key*, which is a *kind* (`list`, `set`, `zset`), and queue the task of each.

        Answers how many were taken, since what others have taken meanwhile is left alone, and up to *look* of those
        that come next: fewer where they are large.
        """
        buckets = Buckets(self._number)
        packed = Entries(tasks, buckets)
        body = (kind, buckets.list(), packed.runs, len(tasks), look)
        return self._build(
            "starts",
            body,
            lambda raw, *_: (int(raw[0]), list(raw[1])),
            args=(*messages, *packed.args),
            keys=(key,),
        )

    def rank(self, numbers: Mapping[Bucket, float]) -> Iterator[ScriptCall[None]]:
        """Rank all queues anew, these buckets by these numbers; some of them with each call."""
        pairs = iter(numbers.items())
        while body := [(blob(name_bucket(bucket)), float(at)) for bucket, at in islice(pairs, _MOST_RANKED)]:
            yield self._build("rank", body, lambda *_: None)

    def remember(self, key: str, text: str) -> ScriptCall[None]:
        return self._build("remember", ("texts", key, text), lambda *_: None)

    def look_for_deadlocks(self, moves: int = -1, place: bytes = b"") -> ScriptCall[WaitGraph]:
        """Who waits for whom, in parts; nothing, when no task has moved since *moves*; see `break_deadlocks`."""
        body = ("look", moves, bool(place) and blob(place))
        return self._build("deadlocks", body, lambda raw, *_: read_snapshot(raw))

    def break_deadlocks(self, waits: Iterable[WaitFor], holders: Mapping[str, Collection[int]]) -> ScriptCall[int]:
        """End these waits, one of each deadlock, if they stand as they were seen; answers how many did."""
        deadlocks = []
        for wait in waits:
            others = sorted(holders.get(wait.resource, ()))
            name, reason = (wait.key, "") if wait.key else (wait.resource, explain(wait, others))
            ids = [blob(pack_number(other)) for other in others]
            deadlocks.append(("s" if wait.key else "c", blob(pack_number(wait.task)), name, reason, ids))
        return self._build("deadlocks", ("break_deadlocks", deadlocks), lambda raw, *_: int(raw))

    def register(self, info: bytes = b"") -> ScriptCall[None]:
        """Tell that the worker lives, and whatever else it says of itself."""
        return self._build("workers", ("register", self.worker, blob(info)), lambda *_: None)

    def heartbeat(self, info: bytes = b"") -> ScriptCall[None]:
        return self.register(info)

    def leave(self, worker: str | None = None, place: int = 0) -> ScriptCall[Ordered]:
        """A worker (this one) goes: some of its leases are released, and it is gone with the last; see `leave`."""
        body = ("leave", worker or self.worker, bool(place) and str(place))
        return self._build("workers", body, lambda raw, *_: Ordered(*map(int, raw)))

    def conclude(self, worker: str | None = None) -> ScriptCall[Ordered]:
        """The frontier goes, if a worker (this one) is the last; to `repeat`, answers 1 when it is gone."""
        return self._build("purge", (worker or self.worker, True), self._read_purge)

    def settle(self, texts: Sequence[str]) -> ScriptCall[Ordered]:
        """Forget what the run knew, these texts too, if this worker was the last and only dead letters are left.

        To `repeat`; answers 1 when it is so.
        """
        return self._build("settle", (self.worker, list(texts)), lambda raw, *_: Ordered(*map(int, raw)))

    def purge(self) -> ScriptCall[Ordered]:
        """Delete everything, to `repeat`; other workers find their frontier lost from the first call on."""
        return self._build("purge", (self.worker, False), self._read_purge)

    def _read_purge(self, raw: Any, *_: object) -> Ordered:
        done = Ordered(*map(int, raw))
        if done.tasks or done.job:
            self._epoch = ""
        return done

    def _treat(self, what: str, ids: Iterable[int] | None) -> ScriptCall[Ordered]:
        chosen = False if ids is None else [blob(pack_number(task_id)) for task_id in ids]
        return self._build(
            "dead_letters", (what, chosen), lambda raw, *_: Ordered(*map(int, raw)), number=self._count()
        )

    def _seed(
        self,
        name: str,
        offset: int,
        entries: Sequence[Requeue],
        read: Callable[[Any, str, float, float], T],
        *,
        number: int = 0,
    ) -> ScriptCall[T]:
        buckets = Buckets(self._number)
        packed = Entries(entries, buckets)
        body = (name, offset, buckets.list(), packed.runs, packed.keyed)
        return self._build("seed", body, read, args=packed.args, number=number)
