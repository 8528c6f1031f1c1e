"""A simple model of what may happen to the tasks of a frontier."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine

from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, Entry, Lease, SharedValue
from scrapy_bt.frontier.lanes import Lanes
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import Clock, Settings, Workshop

NUMBERS = {"main": 5.0, "list": 3.0, "detail": 1.0, "login": 0.0}
LIMITS = {"two": 2}
RESOURCES = ("one", "two")
KEYS = ("session", "token")
GONE = 1 << 40
BUCKETS = (
    Bucket("t", "main"),
    Bucket("t", "main/list"),
    Bucket("t", "main/list/detail", requires="two"),
    Bucket("u", "main/login", requires="one"),
    Bucket("u", "main/detail", boost=2.5),
    Bucket("t", "main/list", slot="one.test"),
    Bucket("u", "main/login", requires="one", slot="two.test"),
    Bucket("t", "main/list", lane="here"),
    Bucket("t", "main/list/detail", requires="two", slot="one.test", lane="there"),
)
TARGETS = (
    ControlTarget(),
    ControlTarget(tree="t"),
    ControlTarget(node="detail"),
    ControlTarget(node="main/list"),
    ControlTarget(tree="u", node="login"),
)

buckets = st.sampled_from(BUCKETS)
# Methods of the machine; who goes on or forks more often than it ends makes long lives.
STEPS = (
    *("go_on", "go_on", "fork", "fork", "succeed", "succeed", "fail", "spawn_and_finish", "die", "pause_itself"),
    *("die_part", "strand", "strand"),
)
MISHAPS = ("rerank", "release", "bury", "extend", "complete_late")
CONTROLS = (
    "resume_many",
    "resume_task",
    "pause_many",
    "pause_task",
    "stop_task",
    "stop_many",
    "boost_task",
    "boost_many",
)

delays = st.sampled_from([0.0, 0.0, 0.0, 5.0, 100.0])
shares = st.sampled_from(["", "", "", *KEYS])
holds = st.sampled_from([(), (), (), *((name,) for name in RESOURCES), RESOURCES])
sizes = st.integers(1, 4)
lanes = st.sampled_from(
    [None, None, None, Lanes("here", frozenset({"here", "there"})), Lanes("there", frozenset({"here"}))]
)
# Few enough to meet again; most tasks have none.
task_keys = st.sampled_from([b"", b"", b"", *(b"%d" % n for n in range(12))])
offsets = st.sampled_from([0, 0, 0, -1, 1])
"""How far beside the right one."""
boosts = st.sampled_from([-3.0, 0.0, 10.0])


def number(bucket: Bucket) -> float:
    return NUMBERS[bucket.node.rpartition("/")[2]]


@dataclass
class Known:
    """What the model knows of a task; the payload is its name."""

    entry: Entry
    """Its id is 0 until it has been leased, if it was spawned: nobody tells."""
    due: float = 0.0
    parked: int = 0
    """The join that it waits for."""
    joined: tuple[int, bool] = (0, False)
    """What its next lease says of a join."""
    lease: Lease | None = None
    paused: bool = False
    stopped: bool = False
    boost: float | None = None
    requeued: bool = False
    """What its next lease says of dead letters."""

    @property
    def name(self) -> bytes:
        return self.entry.payload


class FrontierModel(RuleBasedStateMachine):
    """Subclasses give `make_workshop`; *survives*: the frontier can be opened again after a kill."""

    survives = False

    def make_workshop(self) -> Workshop:
        raise LookupError("a subclass gives the implementation")

    def __init__(self) -> None:
        super().__init__()
        self.workshop = self.make_workshop()
        self.clock: Clock = self.workshop.clock
        self.settings = Settings(number=number, limits=LIMITS)
        self.frontier: Frontier = self.workshop.open(self.settings)
        self.names = count()
        self.tasks: dict[bytes, Known] = {}
        self.finished: Counter[bytes] = Counter()
        self.seen: set[bytes] = set()
        self.come = 0
        """How many tasks of the source were stored."""
        self.dead: dict[bytes, Entry] = {}
        self.makers: dict[str, bytes] = {}
        self.kept_makers: set[str] = set()
        """Keys whose makers have gone on as such, so that they stay it when the process dies."""
        self.cookies: dict[int, bytes] = {}
        self.values: dict[str, SharedValue] = {}
        self.versions: Counter[str] = Counter()
        self.failed_joins: set[int] = set()
        self.lingering: set[int] = set()
        """Joins whose owner was told while parts were dead letters."""
        self.stranded: dict[int, Known] = {}
        """By join who failed because parts are dead letters."""
        self.pauses: list[tuple[ControlTarget, bool]] = []
        self.shifts: dict[ControlTarget, float] = {}
        self.lost: list[Lease] = []
        self.weights: Counter[str] = Counter()
        self.last_token = 0
        self.last_join = 0

    # What the model says

    def see(self, key: bytes) -> bool:
        """Whether a task with this key is to be queued."""
        if key in self.seen:
            return False
        self.seen.update([key] if key else [])
        return True

    def begin(self, queued: Requeue) -> None:
        """A new task whose id nobody tells."""
        if self.see(queued.key):
            self.tasks[queued.entry.payload] = Known(queued.entry, self.clock.now + queued.delay)

    def bucket(self, known: Known) -> Bucket:
        return known.entry.bucket if known.boost is None else replace(known.entry.bucket, boost=known.boost)

    def is_paused(self, bucket: Bucket) -> bool:
        return next((paused for target, paused in reversed(self.pauses) if means(target, bucket)), False)

    def rank(self, bucket: Bucket) -> float:
        shift = sum(seconds for target, seconds in self.shifts.items() if means(target, bucket))
        return number(bucket) - bucket.boost - shift

    def waiting(self) -> list[Known]:
        """Tasks that are neither leased, parked on a join, nor delayed."""
        now = self.clock.now
        return [known for known in self.tasks.values() if not known.lease and not known.parked and known.due <= now]

    def takes(self, known: Known) -> set[str]:
        """What a leased task has for certain, or what one that goes on keeps."""
        taken = set(known.entry.holds)
        if known.lease and known.entry.bucket.requires:
            taken.add(known.entry.bucket.requires)
        return taken

    def value(self, key: str) -> SharedValue | None:
        value = self.values.get(key)
        return value if value is not None and (value.expires is None or value.expires > self.clock.now) else None

    def has_to_be_leased(self, known: Known) -> bool:
        """Whether nothing at all stands in the way of the task."""
        bucket = self.bucket(known)
        if known.paused or self.is_paused(bucket) or known.entry.holds:
            return False
        if known.entry.share and self.value(known.entry.share) is None:
            return False
        return not bucket.requires or self.is_certainly_free(bucket.requires)

    def is_certainly_free(self, resource: str) -> bool:
        users = sum(resource in self.takes(known) for known in self.tasks.values())
        return users < LIMITS.get(resource, 1)

    def is_used(self, session: int) -> bool | None:
        """Whether the cookies of a session have to be there; None: nobody cares."""
        living = [*self.tasks.values(), *self.stranded.values()]
        entries = [*(known.entry for known in living), *self.dead.values()]
        if any(session in (entry.id, entry.session) for entry in entries):
            return True
        users = {key for key, value in self.values.items() if value.session == session}
        return any(self.value(key) for key in users) or (None if users else False)

    def end(self, name: bytes, *, success: bool, is_dead: bool = False) -> None:
        known = self.tasks.pop(name)
        for key in [key for key, maker in self.makers.items() if maker == name]:
            self.forget_maker(key)
        join = known.entry.join
        if is_dead:
            self.dead[name] = known.entry
        else:
            self.finished[name] += 1
        if join:
            if not success and not is_dead:
                self.failed_joins.add(join)
            self.wake(join)

    def strand_known(self, name: bytes, entry: Entry, join: int) -> None:
        """A task failed because parts of *join* did."""
        known = self.tasks[name]
        is_open, is_lost = self.is_open(join), self.is_lost(join)
        if join in self.lingering and (is_open or not (is_lost or join in self.failed_joins)):
            known.entry, known.parked, known.due = entry, join, self.clock.now
            self.wake(join)
        elif is_lost:
            del self.tasks[name]
            for key in [key for key, maker in self.makers.items() if maker == name]:
                self.forget_maker(key)
            self.stranded[join] = Known(entry)
            self.wake(entry.join)
        else:
            self.end(name, success=False)

    def recover(self, join: int) -> None:
        """A lost part of *join* has been queued again."""
        while join in self.stranded:
            known = self.stranded.pop(join)
            self.tasks[known.name] = Known(known.entry, self.clock.now, parked=join, requeued=True)
            join = known.entry.join

    def give_up(self, join: int) -> None:
        """A lost part of *join* was dropped."""
        while join:
            self.failed_joins.add(join)
            if self.is_lost(join) or self.is_open(join) or join not in self.stranded:
                break
            known = self.stranded.pop(join)
            self.finished[known.name] += 1
            join = known.entry.join

    def is_open(self, join: int) -> bool:
        return any(known.entry.join == join for known in self.tasks.values())

    def is_lost(self, join: int) -> bool:
        entries = [*(known.entry for known in self.stranded.values()), *self.dead.values()]
        return any(entry.join == join for entry in entries)

    def forget_maker(self, key: str) -> None:
        del self.makers[key]
        self.kept_makers.discard(key)

    def wake(self, join: int) -> None:
        if not join or self.is_open(join):
            return
        is_lost = self.is_lost(join)
        for known in self.tasks.values():
            if known.parked == join:
                known.parked = 0
                known.joined = (join, is_lost or join in self.failed_joins)
                if is_lost:
                    self.lingering.add(join)
                else:
                    self.failed_joins.discard(join)
                    self.lingering.discard(join)


def means(target: ControlTarget, bucket: Bucket) -> bool:
    if target.tree not in (None, bucket.tree):
        return False
    return target.node is None or bucket.node == target.node or bucket.node.endswith("/" + target.node)
