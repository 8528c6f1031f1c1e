"""Crawls that are stopped, killed and requeued at random moments, on a site with faults that is mended in the end.

Real trees on a real frontier, with a clock that the machine turns and a site that is a function: what a crawl gives in
all must be what an undisturbed one gives, each record once.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from hypothesis import strategies as st
from scrapy.http import HtmlResponse

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.core.tree.task import Task, decode_task
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.crawl.runtime.completions import Bookkeeper
from scrapy_bt.crawl.runtime.steps import event_of
from scrapy_bt.crawl.visits.requests import build_request
from scrapy_bt.frontier.completion import Finish, Requeue
from scrapy_bt.frontier.entries import Lease
from scrapy_bt.frontier.protocol import Frontier
from tests.contracts.workshop import LEASE_SECONDS, Settings, Workshop

SITE = "https://site.test"
MOST_ROUNDS = 40
FAULTS = ("500", "timeout", "429", "no title", "keys")
"""A page fails, hangs, is sold out twice, lacks its title; the keys of a page are refused: all until it is mended."""

branches = st.sampled_from(["{call}", "goroutine {{ {call} }}", "async {{ {call} }}"])


@dataclass(frozen=True)
class Shape:
    """What a tree looks like; the site has a page for each of its levels."""

    branch: tuple[str, str]
    """How the links of the listings, and of what these list, are followed."""
    links_first: bool
    """The record of a page comes after its links, unless these are visited before."""
    pages: int
    """Pages of the listing."""
    links: int
    is_called: bool
    """The listing is a tree of its own, and something comes after it."""
    shares: bool
    """The key is a shared value."""
    competes: bool
    """One page at a time."""
    tree_waits: bool
    """What is listed has a state table of its own."""

    def text(self) -> str:
        """The `.bt` file."""
        inner = self.branch[1].format(call=":leaf(deeper)")
        outer = self.branch[0].format(call=":part(link)")
        record, follow = ":thing", f"while link = :links {{ {outer} }}"
        is_inline = outer.startswith(":")
        steps = [follow, record] if self.links_first and not is_inline else [record, follow]
        listing = (
            f"path = start more = 1 while more {{ :page {' '.join(steps)} more = :next if more {{ path = more }} }}"
        )
        lists = f"lists :: and (start) {{ {listing} }}" if self.is_called else ""
        main = ':lists("0") :over' if self.is_called else f'start = "0" {listing}'
        return f"""
            page   :: visit "{SITE}/{{path}}?key={{key}}"
            leaves :: visit "{SITE}/{{path}}?key={{key}}"
            asked  :: visit "{SITE}/key"
            said   :: data css "b::text"
            renew  :: and {{ :asked key = :said }}
            links  :: data css "a.down::text" all
            next   :: data css "a.next::text"
            thing  :: item {{ path = path  title = css "h1::text" }}
            over   :: item {{ path = "over" }}
            state page   {{ 401 = :renew 429 = wait 2 5s }}
            state leaves {{ 401 = :renew 429 = wait 2 5s }}
            {"state leaf { error = wait 1 5s }" if self.tree_waits else ""}
            {"[[ renew ]]" if self.shares else ""}
            {"(( leaves = 1 ))" if self.competes else ""}
            leaf :: and (path) {{ :leaves :thing }}
            part :: and (path) {{ :leaves :thing while deeper = :links {{ {inner} }} }}
            {lists}
            main :: and {{ key = "first" more = 0 {main} }}
        """


shapes = st.builds(
    Shape,
    branch=st.tuples(branches, branches),
    links_first=st.booleans(),
    pages=st.integers(1, 3),
    links=st.integers(1, 3),
    is_called=st.booleans(),
    shares=st.booleans(),
    competes=st.booleans(),
    tree_waits=st.booleans(),
)


@lru_cache(maxsize=1000)
def compile_shape(shape: Shape) -> Program:
    """The program of a tree."""
    return Program(parse(shape.text()), name="crawl", text=shape.text())


@dataclass
class Site:
    """Answers by path; *faults* by path until it is mended."""

    shape: Shape
    faults: dict[str, str] = field(default_factory=dict)
    key: int = 0
    refusals: Counter[str] = field(default_factory=Counter)

    def paths(self) -> list[str]:
        found = []
        for page in range(self.shape.pages):
            found.append(str(page))
            for link in range(self.shape.links):
                found.append(f"{page}.{link}")
                found += [f"{page}.{link}.{deeper}" for deeper in range(2)]
        return found

    def answer(self, path: str, key: str) -> tuple[str, str]:
        """The outcome and the page."""
        if path == "key":
            return "200", f"<b>{self.key}</b>"
        fault = self.faults.get(path)
        if fault in ("500", "timeout"):
            return fault, ""
        if fault == "keys" or (key != str(self.key) and self.key):
            return "401", ""
        if fault == "429" and self.refusals[path] % 3 < 2:
            self.refusals[path] += 1
            return "429", ""
        title = "" if fault == "no title" else f"<h1>title {path}</h1>"
        return "200", f"<html>{title}{self._links(path)}</html>"

    def _links(self, path: str) -> str:
        depth = path.count(".")
        down = {0: range(self.shape.links), 1: range(2)}.get(depth, range(0))
        links = [f"<a class=down>{path}.{each}</a>" for each in down]
        if not depth and int(path) + 1 < self.shape.pages:
            links.append(f"<a class=next>{int(path) + 1}</a>")
        return "".join(links)


@dataclass(frozen=True)
class Plan:
    """One case; *events* happen before the steps of these numbers."""

    shape: Shape
    faults: dict[str, str]
    events: dict[int, str]
    seed: int


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    shape = draw(shapes)
    paths = Site(shape).paths()
    faults = draw(st.dictionaries(st.sampled_from(paths), st.sampled_from(FAULTS), max_size=5))
    kinds = st.sampled_from(["stop", "kill", "requeue one", "requeue all", "new key", "mend one", "time"])
    events = draw(st.dictionaries(st.integers(0, 80), kinds, max_size=12))
    return Plan(shape, faults, events, draw(st.integers(0, 1 << 32)))


class Crawl:
    """A crawl of one program on one frontier, step by step."""

    def __init__(self, plan: Plan, workshop: Workshop) -> None:
        self.program = compile_shape(plan.shape)
        self.site = Site(plan.shape, dict(plan.faults))
        self.workshop, self.clock = workshop, workshop.clock
        self.settings = Settings(limits=self.program.limits)
        self.frontier: Frontier = workshop.open(self.settings)
        self.chance = Random(plan.seed)
        self.records: Counter[str] = Counter()
        self.letters: list[str] = []
        self.flights: list[tuple[Lease, Task]] = []
        self._interpreter = Interpreter(self.program, PageReader(), Limits(wait_delay=1.0))
        self._bookkeeper = Bookkeeper(self.program)
        self.frontier.put([Requeue(self._bookkeeper.entry(self.program.initial({})))])

    def run(self, events: dict[int, str], *, most: int = 4000) -> None:
        """Take steps until nothing is left to do."""
        for number in range(most):
            if kind := events.get(number):
                EVENTS[kind](self)
            if not self.step():
                return
        raise AssertionError(f"the crawl goes on after {most} steps: {self.frontier.counts()}")

    def step(self) -> bool:
        """One step of one task, or time passes; whether there was anything to do."""
        for lease in self.frontier.lease(self.chance.randint(1, 3)):
            task = decode_task(
                lease.entry.payload, id=lease.entry.id, join=lease.entry.join, session=lease.entry.session
            )
            if lease.requeued:
                task.renew_tries()
            if isinstance(self.program.operation(task.position), op.FetchPage):
                self.flights.append((lease, task))
            else:
                self.complete(lease, task, event_of(lease))
        if self.flights:
            self.answer(*self.flights.pop(self.chance.randrange(len(self.flights))))
            return True
        if self.frontier.counts().ready:
            return True
        due = self.frontier.next_due()
        if due is None:
            return False
        self.clock.turn(max(0.0, due - self.clock.now) + 0.001)
        self.frontier.expire()
        return True

    def answer(self, lease: Lease, task: Task) -> None:
        request = build_request(self._interpreter.request(task, self.clock.now))
        path, _, key = request.url.removeprefix(f"{SITE}/").partition("?key=")
        outcome, body = self.site.answer(path, key)
        page = None
        if outcome.isdecimal():
            page = ResponsePage(HtmlResponse(request.url, int(outcome), body=body.encode(), request=request))
        self.complete(lease, task, ev.Arrived(outcome, page, self.clock.now, url=request.url))

    def complete(self, lease: Lease, task: Task, event: ev.Event) -> None:
        task, effects = self._interpreter.resume(task, event, stored=lease.entry.payload)
        step = self._bookkeeper.step(lease, task, effects, {})
        assert step.completion is not None
        self.frontier.complete(lease, step.completion)
        self.records.update(repr(item) for item in step.items)
        if isinstance(step.completion.next, Finish) and step.completion.dead is not None:
            self.letters.append(step.completion.dead.reason)

    # What happens to it

    def stop(self) -> None:
        """Ctrl-C: what is under way is finished, and the next run goes on."""
        while self.flights:
            self.answer(*self.flights.pop())
        self._reopen()

    def kill(self) -> None:
        self.flights.clear()
        self._reopen()

    def _reopen(self) -> None:
        self.clock.turn(LEASE_SECONDS + 1)
        self.frontier = self.workshop.reopen(self.settings)
        self.frontier.expire()

    def requeue(self, *, one: bool) -> None:
        ids = [letter.entry.id for letter in self.frontier.dead_letters()]
        self.frontier.requeue([self.chance.choice(ids)] if one and ids else None)

    def mend(self, *, one: bool) -> None:
        if one and self.site.faults:
            del self.site.faults[self.chance.choice(sorted(self.site.faults))]
        elif not one:
            self.site.faults.clear()

    def change_key(self) -> None:
        """Old keys are worth nothing from now on."""
        self.site.key += 1

    def let_time_pass(self) -> None:
        self.clock.turn(3.0)


EVENTS: dict[str, Callable[[Crawl], None]] = {
    "stop": Crawl.stop,
    "kill": Crawl.kill,
    "requeue one": lambda crawl: crawl.requeue(one=True),
    "requeue all": lambda crawl: crawl.requeue(one=False),
    "new key": Crawl.change_key,
    "mend one": lambda crawl: crawl.mend(one=True),
    "time": Crawl.let_time_pass,
}


def recover(plan: Plan, workshop: Workshop) -> Crawl:
    """The crawl of a plan, brought to its end: mended, and requeued until no letter is left."""
    crawl = Crawl(plan, workshop)
    crawl.run(plan.events)
    crawl.mend(one=False)
    for _ in range(MOST_ROUNDS):
        if not crawl.frontier.dead_letters():
            break
        crawl.requeue(one=crawl.chance.random() < 0.5)
        crawl.run({})
    assert crawl.frontier.dead_letters() == []
    assert crawl.frontier.counts().unfinished == 0
    return crawl


def expected(shape: Shape) -> Counter[str]:
    """The records of an undisturbed crawl."""
    return Counter(
        [repr(("thing", {"path": path, "title": f"title {path}"})) for path in Site(shape).paths()]
        + ([repr(("over", {"path": "over"}))] if shape.is_called else [])
    )
