"""A console of a made-up project with one crawl, whose frontier is real and in memory."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from scrapy_bt.console.access.roles import Role
from scrapy_bt.console.application import make_application
from scrapy_bt.console.server import ServerOptions, make_console
from scrapy_bt.console.sources.crawl import FoundTask
from scrapy_bt.console.sources.crawls import Crawls
from scrapy_bt.console.state import Console
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.components import add_defaults
from scrapy_bt.frontier.completion import Requeue
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry
from scrapy_bt.frontier.listings import ControlTarget, TaskLine, TaskPage
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.redis.call import WorkerStatus
from scrapy_bt.operations.snapshots import compose
from scrapy_bt.operations.targets import check_among, read_program
from tests.unit.console.asgi import Answer, request

TREE = 'list :: visit "https://a.test/"\nmain :: and () { :list }\n'


class MadeCrawl:
    """Implements `Crawl` over a frontier of this process."""

    kind: Any = "memory"

    def __init__(self, name: str = "shop") -> None:
        self.id = self.name = name
        self.place = "here"
        self.frontier = MemoryFrontier(lambda bucket: 1.0, limits={"till": 1})
        self.is_closed = False
        self.said = b'{"host": "here", "pid": 1, "pages_per_second": 2.5}'

    def add(self, *nodes: str, delay: float = 0.0) -> list[int]:
        return self.frontier.put(Requeue(Entry(Bucket(self.name, node), b"x"), delay) for node in nodes)

    def bury(self, reason: str) -> int:
        self.add("main/bad")
        lease = next(each for each in self.frontier.lease(99) if each.entry.bucket.node == "main/bad")
        self.frontier.bury(lease, reason)
        return lease.entry.id

    def status(self) -> dict[str, Any]:
        worker = WorkerStatus("here:1", self.said, 0.0, 1)
        shown = compose(
            self.frontier.describe(),
            self.frontier.orders("here"),
            workers=[worker],
            weights={"list": (4, 4.0)},
            limits={"till": 1},
        )
        return {"name": self.name, "key": self.name, "feeds": [], "fed_by": [], "schemes": [], **shown}

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:
        return self.frontier.peek(target, state, after, count)

    def find(self, task: int) -> FoundTask | None:
        line = self.frontier.find(task)
        if line is not None:
            return FoundTask(line)
        letter = next((each for each in self.frontier.dead_letters() if each.entry.id == task), None)
        return None if letter is None else FoundTask(TaskLine(letter.entry, "dead"), letter)

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:
        letters = self.frontier.dead_letters()
        return len(letters), letters[first : first + count]

    def program(self) -> Program | None:
        return read_program(TREE, name=self.name, includes=None)

    def check(self, target: ControlTarget) -> None:
        check_among(target, [node.bucket for node in self.frontier.describe().nodes], None)

    def order(self, action: str, target: ControlTarget, seconds: float) -> int:
        give = getattr(self.frontier, action)
        return int(give(target, seconds) if action == "boost" else give(target))

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        return int(getattr(self.frontier, action)(ids))

    def dispatch(self) -> list[dict[str, Any]]:
        return []

    def close(self) -> None:
        self.is_closed = True


class MadeCrawls(Crawls):
    """Those that a test gives."""

    made: list[Any]

    def living(self) -> list[Any]:
        return self.made


class Client:
    """A browser's scripts with the key of somebody."""

    def __init__(self, console: Console, application: Any) -> None:
        self.console, self.application = console, application

    def get(self, url: str, *, role: Role | None = Role.VIEWER, **headers: str) -> Answer:
        return asyncio.run(request(self.application, "GET", url, headers={**self._key(role), **headers}))

    def post(self, url: str, body: str = "{}", *, role: Role | None = Role.ADMIN, **headers: str) -> Answer:
        sent = {"content-type": "application/json", "sec-fetch-site": "same-origin", **self._key(role), **headers}
        sent = {name.replace("_", "-"): value for name, value in sent.items()}
        return asyncio.run(request(self.application, "POST", url, headers=sent, body=body.encode()))

    def _key(self, role: Role | None) -> dict[str, str]:
        if role is None:
            return {}
        return {"authorization": f"Bearer {self.console.sessions.open('ann', role).key}"}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = scrapy.settings.default_settings\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRAPY_SETTINGS_MODULE", "scrapy.settings.default_settings")
    return tmp_path


@pytest.fixture
def settings() -> Settings:
    settings = Settings({"ADDONS": {"scrapy_bt.Addon": 300}})
    add_defaults(settings)
    return settings


@pytest.fixture
def crawl() -> MadeCrawl:
    return MadeCrawl()


@pytest.fixture
def console(project: Path, settings: Settings, crawl: MadeCrawl) -> Console:
    console, _ = make_console(ServerOptions(), project, project / ".scrapy", settings, port=8765)
    crawls = MadeCrawls(project / ".scrapy", settings)
    crawls.made = [crawl]
    console.crawls = crawls
    return console


@pytest.fixture
def client(console: Console) -> Client:
    return Client(console, make_application(console, hosts=["127.0.0.1:8765", "localhost:8765"]))


@pytest.fixture
def make_client() -> Callable[[Console], Client]:
    return lambda console: Client(console, make_application(console, hosts=["127.0.0.1:8765"]))
