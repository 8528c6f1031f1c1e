"""Crawls by several real workers on one Redis: started, killed, and judged at the end."""

import json
import os
import pprint
import re
import signal
import subprocess
import time
from collections import Counter
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field

import psutil
import redis

from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.frontier.redis.keys import make_key
from tests.commandlines import COMMAND, CommandLine
from tests.followers import followed
from tests.integration.faults.site import ROOT, is_gone
from tests.waiting import wait_until

IS_LONG = bool(os.environ.get("SCRAPY_BT_LONG_FAULTS"))
"""Set in the environment: every kind of server, more kills, more points to be killed at."""

DISPATCH = os.environ.get("SCRAPY_BT_FAULTS_DISPATCH", "pull")
"""Set in the environment: tasks are kept for the workers that this policy chooses, all the while."""

WITH_CONSOLE = bool(os.environ.get("SCRAPY_BT_FAULTS_CONSOLE"))
"""Set in the environment: a console is open all the while, and somebody follows the crawl in it."""


PREFETCH = AT_ONCE = 8

PLACES = 24
"""Items that are fetched at once over all workers."""

TREE = """
login  :: visit "{site}/login"
list   :: visit "{site}/list/{number}"
links  :: data css "a::attr(href)" all
page   :: visit "{site}{link}"
done   :: visit "{site}/done/{number}"
record :: item { url = page.url  title = css "h1::text" }

[[ session = 30m ]]
(( page = 24 ))

state page {
    503 = wait 3 50ms
    403 = :session
    404 = end
}

session :: and { :login }
detail  :: and (link) { :session  :page  :record }
group   :: and { :list  while link = :links { goroutine { :detail(link) } } }
main    :: and (site, number) { :session  :group  :done  :record }
"""


def tree_with(places):
    """The tree, with so many places of its competing resource."""
    return TREE.replace(f"(( page = {PLACES} ))", f"(( page = {places} ))")


SPIDER = """
import scrapy


class Walk(scrapy.Spider):
    name = "walk"

    async def start(self):
        yield scrapy.Request(self.site + "/walk/0")

    def parse(self, response):
        yield {"url": response.url, "title": response.css("h1::text").get()}
        for link in response.css("a::attr(href)").getall():
            if int(link.rpartition("/")[2]) < int(self.count):
                yield response.follow(link)
"""

_PROBE = """
import json
import os
from pathlib import Path

from scrapy.core.engine import ExecutionEngine
from scrapy.statscollectors import MemoryStatsCollector

ExecutionEngine._SLOT_HEARTBEAT_INTERVAL = float(os.environ.get("HEARTBEAT", "5"))


class FileStats(MemoryStatsCollector):
    def _persist_stats(self, stats):
        super()._persist_stats(stats)
        Path(os.environ["STATS"]).write_text(json.dumps(stats, default=str))
"""

_LEFT = {
    "meta", "seen", "numbers", "dead", "buried", "weights", "rounds", "texts", "seeds", "sources", "values", "versions",
    "called", "workers", "resources", "tally", "summaries", "experience",
}  # fmt: skip
"""Keys that may stay when all is done and the queue is kept."""

_FADING = {"dispatch"}
"""Keys that go by themselves, a minute after the last worker."""

_OF_VALUES = {"cookies", "guests", "ownerless", "owned", "shared"}
"""Keys of the sessions that ready shared values have: one entry each at most."""

_OF_LETTERS = {"joins", "stranded", "owned"}
"""Keys of the tasks that come back with a dead letter: one entry for each of them at most."""


@dataclass
class Worker:
    """A `scrapy crawl` under way, with its feed, log and statistics in files of its own."""

    name: str
    process: subprocess.Popen
    folder: object
    is_killed: bool = False

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_alive(self):
        return self.process.poll() is None

    @property
    def log(self):
        path = self.folder / f"{self.name}.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    @property
    def records(self):
        path = self.folder / f"{self.name}.jl"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [record for line in lines if (record := _read_line(line)) is not None]

    @property
    def stats(self):
        path = self.folder / f"{self.name}.json"
        return json.loads(path.read_text()) if path.exists() else {}

    @property
    def reason(self):
        return self.stats.get("finish_reason")

    def signal(self, number):
        self.process.send_signal(number)

    def freeze(self):
        self.signal(signal.SIGSTOP)
        wait_until(lambda: psutil.Process(self.pid).status() in {"stopped", "zombie"})

    def thaw(self):
        self.signal(signal.SIGCONT)

    def wait(self):
        """Its exit code."""
        try:
            return self.process.wait()
        except BaseException:
            print(f"{self.name} did not end:\n{self.log[-4000:]}")
            raise


@dataclass
class Verdict:
    """What a crawl came to, in figures."""

    pages: int
    twice: int
    bound: int
    lost: int
    logins: int
    problems: list = field(default_factory=list)

    def __str__(self):
        twice = f"{self.twice} fetched twice (bound {self.bound})"
        text = f"{self.pages} pages, {self.lost} lost, {twice}, {self.logins} logins"
        return "\n".join((text, *self.problems))


class Fleet:
    """Workers of one project on one queue."""

    def __init__(self, folder, site, server, *, spider="tree", lists=0, count=0, url="", **settings):
        self.folder, self.site, self.spider = folder, site, spider
        self.lists, self.count = lists, count
        self.workers = []
        self.deaths = []
        """Leases of each worker when it was killed."""
        self.follower = None
        self.url = url or server.url
        self.client = redis.Redis.from_url(server.url)
        self.prefix = f"{spider}:requests"
        self.settings = {
            "ADDONS": {"scrapy_bt.Addon": 300},
            "STATS_CLASS": "probe.FileStats",
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "BT_PROGRESS": "off",
            "BT_FRONTIER": "redis",
            "REDIS_URL": self.url,
            "SCHEDULER_PERSIST": True,
            "BT_LEASE_SECONDS": 300,  # longer than any test: no lease ends because the machine is busy
            "BT_CAPACITY": False,
            "BT_DISPATCH": DISPATCH,
            "BT_PREFETCH": PREFETCH,
            "CONCURRENT_REQUESTS": AT_ONCE,
            "CONCURRENT_REQUESTS_PER_DOMAIN": AT_ONCE,
            "DOWNLOAD_DELAY": 0,
            "RETRY_ENABLED": False,
            "LOG_LEVEL": "INFO",
            "ROBOTSTXT_OBEY": False,
            "EXTENSIONS": {"scrapy.extensions.logstats.LogStats": None, "scrapy.extensions.memusage.MemoryUsage": None},
            "SPIDER_MODULES": ["spiders"],
        }
        self.settings.update(settings)
        self._write("scrapy.cfg", "[settings]\ndefault = conf\n")
        self._write("conf.py", "".join(f"{name} = {pprint.pformat(value)}\n" for name, value in self.settings.items()))
        self._write("probe.py", _PROBE)
        self._write("spiders/__init__.py", "")
        self._write("spiders/walk.py", SPIDER)
        self._write("trees/tree.bt", TREE)
        tasks = [{"site": site.url, "number": number} for number in range(lists)]
        self._write("tasks.jl", "".join(json.dumps(task) + "\n" for task in tasks))

    def _write(self, path, text):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def write_tree(self, text):
        self._write("trees/tree.bt", text)

    # Workers

    def start_together(self, count, **options):
        """So many workers; nothing is answered before all are at work, and then what is allowed."""
        self.site.allow(0)
        started = [self.start(**options) for _ in range(count)]
        wait_until(self.all_are_at_work, what=self.tell)
        if self.follower is not None:
            self.follower.seen.wait()
        return started

    def start(self, *, environment=None, **settings):
        """One more worker."""
        name = f"w{len(self.workers)}"
        given = {"site": self.site.url, "count": self.count} if self.spider == "walk" else {"tasks": "tasks.jl"}
        options = {"USER_AGENT": name, "LOG_FILE": f"{name}.log", **settings}
        command = [
            *(*COMMAND, "crawl", self.spider, "-o", f"{name}.jl"),
            *(part for key, value in given.items() for part in ("-a", f"{key}={value}")),
            *(part for key, value in options.items() for part in ("-s", f"{key}={value}")),
        ]
        inherited = {key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")}
        variables = {**inherited, "STATS": f"{name}.json", "PYTHONPATH": str(ROOT), **(environment or {})}
        with (self.folder / f"{name}.out").open("wb") as output:
            process = CommandLine(command, cwd=self.folder, env=variables, stdout=output, stderr=output)
        worker = Worker(name, process, self.folder)
        self.workers.append(worker)
        return worker

    def kill(self, worker):
        """SIGKILL, wherever it is; its leases end at once."""
        worker.is_killed = True
        worker.signal(signal.SIGKILL)
        worker.process.wait()
        self.note_death(worker)

    def note_death(self, worker):
        """Count and end the leases of a dead worker, when Redis has read all that it had sent."""
        for _ in range(2):  # the first answer may come before what came earlier on another connection
            self.client.ping()
        self.deaths.append(self.leases_of(worker))
        self.release_leases_of(worker)

    def leases_of(self, worker):
        """Tasks that Redis thinks the worker has."""
        return sum(status.leases for status in self.frontier.workers() if f":{worker.pid}:" in status.name)

    def release_leases_of(self, worker):
        """As a lease that runs out, at once."""
        for status in self.frontier.workers():
            if f":{worker.pid}:" in status.name:
                self.frontier.leave(status.name)

    def fill_memory(self):
        """Redis has no room from now on."""
        self.client.config_set("maxmemory", 1)

    def finish(self, *, codes=(0,)):
        """Let the site answer all, and wait for all workers; each that was not killed has to end in order."""
        self.site.allow()
        for worker in self.workers:
            worker.wait()
        ends = {each.name: (each.process.returncode, each.reason) for each in self.workers if not each.is_killed}
        assert all(code in codes and reason == "finished" for code, reason in ends.values()), f"{ends}\n{self.tell()}"

    def close(self):
        for worker in self.workers:
            if worker.is_alive:
                worker.process.kill()
                worker.process.wait()
        self.client.close()

    # What is in Redis

    @property
    def frontier(self):
        return RedisFrontier(self.client, self.prefix, number=lambda _: 0.0, limits={})

    def counts(self):
        return self.frontier.counts()

    def fetch(self, count, *, ahead=0):
        """Until the site has answered so many times; it answers no more than that and so many *ahead*."""
        self.site.allow(count + ahead)
        self.wait_for_fetches(count)

    def wait_for_fetches(self, count):
        """Until the site has answered so many times; fails at once when nobody works."""

        def has_come():
            assert any(worker.is_alive for worker in self.workers), self.tell()
            return self.site.count() >= count

        wait_until(has_come, what=lambda: f"{count} fetches, {self.site.count()} so far\n{self.tell()}")

    def site_is_quiet(self, seconds):
        """Nothing was fetched for so long."""
        fetches, _ = self.site.fetches()
        return time.time() - max((at for at, *_ in fetches), default=0.0) > seconds

    def all_say(self, text, times=1):
        """The logs of all that live have the text."""
        return all(worker.log.count(text) >= times for worker in self.workers if worker.is_alive)

    def all_are_at_work(self):
        """All that live are registered in Redis, so that from now on they wait for it."""
        names = [status.name for status in self.frontier.workers()]
        return all(any(f":{worker.pid}:" in name for name in names) for worker in self.workers if worker.is_alive)

    def tell(self):
        """How all are, and the ends of their logs, for messages."""
        return "\n".join(
            f"--- {worker.name}, exit code {worker.process.poll()}\n{worker.log[-3000:]}{self._output(worker)}"
            for worker in self.workers
        )

    @property
    def refused(self):
        """Leases that had ended before their steps were handed in, as the workers tell it."""
        told = (re.findall(r"(\d+) leases expired before their steps", worker.log) for worker in self.workers)
        return sum(int(count) for counts in told for count in counts)

    def _output(self, worker):
        return (self.folder / f"{worker.name}.out").read_text(errors="replace")[-8000:]

    # The end

    def expected_pages(self):
        """Paths that have to be fetched successfully; each has a record."""
        if self.spider == "walk":
            return {f"/walk/{number}" for number in range(self.count)}
        size = self.site.size
        items = {
            f"/item/{number}-{place}"
            for number in range(self.lists)
            for place in range(size)
            if not is_gone(number, place, size)
        }
        return items | {f"/done/{number}" for number in range(self.lists)}

    def verify(self, *, kept=True, extra=0, lost=0):
        """Nothing missing, little done twice, nothing left behind; prints the figures.

        *extra*: pages that may be fetched twice beside those leased at kills, and those whose leases had ended before
        their steps were handed in; *lost*: pages that may be missing;
        *kept*: the queue outlasts the crawl.
        """
        fetches, most = self.site.fetches()
        good = Counter(path for _, path, status, _ in fetches if status in (200, 404))
        logins = good.pop("/login", 0)
        expected = self.expected_pages()
        records = Counter(
            record["url"].removeprefix(self.site.url) for worker in self.workers for record in worker.records
        )
        missing = expected - set(records)
        bound = sum(self.deaths) + self.refused + extra
        twice = sum(count - 1 for count in good.values())
        verdict = Verdict(sum(good.values()), twice, bound, len(missing), logins)
        problems = verdict.problems
        if len(missing) > lost:
            problems.append(f"without a record: {sorted(missing)[:20]}")
        if unasked := set(records) - expected:
            problems.append(f"records of nothing: {sorted(unasked)[:5]}")
        if twice > bound:
            problems.append(f"twice: {[(path, count) for path, count in good.items() if count > 1][:20]}")
        if sum(records.values()) - len(records) > bound:
            problems.append(f"{sum(records.values()) - len(records)} records twice")
        if most.get("item", 0) > PLACES + bound:
            problems.append(f"{most['item']} items at once")
        if self.spider == "tree":
            problems += _find_early_ends(fetches, bound)
        problems += self._find_remains(kept)
        print(f"\n{self.folder.name}: {verdict}; leases at the kills {self.deaths}")
        assert not problems, f"{verdict}\n{self.tell()}"
        return verdict

    def _find_remains(self, kept):
        keys = {key.decode().rpartition(":")[2] for key in self.client.scan_iter("*", count=1000)}
        if not kept:
            return [f"keys left behind: {sorted(keys)}"] if keys else []
        problems = []
        counts = self.counts()
        if counts.unfinished:
            problems.append(f"not finished: {counts}")
        fading = {name for name in keys & _FADING if self.client.ttl(make_key(self.prefix, name)) > 0}
        if strange := keys - fading - _LEFT - _OF_VALUES - (_OF_LETTERS if counts.dead else set()):
            problems.append(f"keys left behind: {sorted(strange)}")
        values, stranded = self._size("values"), self._size("stranded") if counts.dead else 0
        for name in sorted(keys & (_OF_VALUES | _OF_LETTERS)):
            size, most = (
                self._size(name),
                (values if name in _OF_VALUES else 0) + (stranded if name in _OF_LETTERS else 0),
            )
            if size > most:
                problems.append(f"{name} has {size} entries of {values} values and {stranded} stranded tasks")
        snapshot = self.frontier.describe()
        if held := {name: ids for name, ids in snapshot.holders.items() if ids}:
            problems.append(f"places still held: {held}")
        making = [node for node, shared in snapshot.shared.items() if shared.making]
        if making:
            problems.append(f"values still in the making: {making}")
        return problems

    def _size(self, name):
        key = f"{{{self.prefix}}}:{name}"
        return self.client.scard(key) if self.client.type(key) == b"set" else self.client.hlen(key)


@contextmanager
def fleet(folder, site, server, *, console=WITH_CONSOLE, **options):
    """A fleet whose processes end with the block; *console*: somebody follows the crawl in one, until the end."""
    one = Fleet(folder, site, server, **options)
    try:
        with followed(folder) if console else nullcontext() as one.follower:
            yield one
    finally:
        one.close()


def _find_early_ends(fetches, bound):
    """Pages behind a join come after all items before it."""
    ends = {}
    for at, path, _, _ in fetches:
        if path.startswith("/done/"):
            ends.setdefault(path.rpartition("/")[2], at)
    early = [
        path
        for at, path, status, _ in fetches
        if path.startswith("/item/") and status == 200 and at > ends.get(re.split("[/-]", path)[2], at)
    ]
    return [f"items after their join: {early[:5]}"] if len(early) > bound else []


def _read_line(line):
    """None for half a line, as a killed crawl may leave it."""
    with suppress(ValueError):
        return json.loads(line)


__all__ = [
    "AT_ONCE",
    "IS_LONG",
    "PLACES",
    "PREFETCH",
    "ROOT",
    "TREE",
    "Fleet",
    "fleet",
    "tree_with",
]
