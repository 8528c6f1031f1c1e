"""`TreeSpider`: one class that runs any `.bt` file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.misc import load_object

from ..core.documents.json import read_json
from ..core.healing.modes import Modes
from ..core.rules.tables import GroupTable, tables_of
from ..core.tree.nodes import Item
from ..core.tree.program import Program
from ..errors import ArgumentsError, BTError
from ..sentences import say
from ..settings import BTSettings
from ..versions import times_requests
from .components import (
    POLITENESS,
    POLITENESS_PLACE,
    PROXIES,
    PROXIES_PLACE,
    RECORD_PIPELINES,
    add_defaults,
    extensions_of,
    is_polite_together,
)
from .dispatch.finding import check_dispatch
from .pagerecords import is_looked_at, item_nodes, item_nodes_of, records_on
from .preference.keeping import check_preferences
from .project.rulereader import read_rule
from .project.trees import load_program, read_text
from .reading import sizes
from .runtime.feeds import let_feeds_wait
from .runtime.routes import feeders_of

if TYPE_CHECKING:
    from scrapy.http import Response
    from typing_extensions import Self

    from .runtime.runner import TreeRunner
    from .visits.sessions import SessionJars

_INSTEAD = {
    "SessionCookiesMiddleware": "scrapy.downloadermiddlewares.cookies.CookiesMiddleware",
    "RobotsForAll": "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware",
}
"""Middlewares of ours in the place of Scrapy's."""
_OURS = "scrapy_bt.crawl"

_PIPELINES = (
    ("IMAGES_STORE", f"{_OURS}.pipelines.RuleImages", 100),
    ("FILES_STORE", f"{_OURS}.pipelines.RuleFiles", 101),
    *RECORD_PIPELINES,
)
_TAKEN = frozenset({"self", "cls", "crawler", "crawler_or_spidercls"})
"""Parameters of Scrapy's functions through which an argument comes to a spider."""


class TreeSpider(Spider):
    """Runs the tree of a `.bt` file; a subclass gives *tree_file*, its path, and may add settings.

    The crawl's arguments are the parameters of the tree's `main`; instead of them `tasks` may name a file of JSON
    lines, one object of arguments for each task (what is given beside it holds for all of them).
    """

    tree_file: ClassVar[str | Path] = ""
    program: Program
    runner: TreeRunner
    jars: SessionJars | None = None
    is_remote: ClassVar[bool] = False
    """It works on tasks that others have queued, and brings none."""
    fault: BTError | None = None
    """Why the crawl could not start or go on: its frontier could not be opened, or not be written any more."""
    bt_run: str = ""
    """What the record of this run will be called, where one is written."""

    def __init__(self, name: str | None = None, **arguments: Any) -> None:
        super().__init__(name)
        self.arguments = _for_main(arguments)

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Put the components that trees need in place, for this spider alone; raises `BTError` for wrong settings."""
        super().update_settings(settings)
        if is_looked_at(cls):  # one page is asked for, and nothing is crawled
            add_defaults(settings)
            return
        bt = BTSettings.read(settings)
        _refuse_depth(settings)
        cls._refuse_urls()
        add_defaults(settings)
        settings.set(sizes.NAME, sizes.largest_page(settings), priority="spider")
        is_open = (settings.getpriority("BT_FRONTIER") or 0) <= SETTINGS_PRIORITIES["default"]
        if is_open and getattr(load_object(settings["SCHEDULER"]), "queues_in_redis", False):
            settings.set("BT_FRONTIER", "redis", priority="spider")
            bt = BTSettings.read(settings)
        scheduler = "redis.scheduler.RedisScheduler" if bt.frontier == "redis" else "scheduler.TreeScheduler"
        settings.set("SCHEDULER", f"{_OURS}.{scheduler}", priority="spider")
        if times_requests and settings["DOWNLOADER"] == "scrapy.core.downloader.Downloader":
            settings.set("DOWNLOADER", f"{_OURS}.downloader.TimedDownloader", priority="spider")
        _put_in_place(settings, "DOWNLOADER_MIDDLEWARES", f"{_OURS}.downloadermiddlewares.OutcomeMiddleware", 555)
        _put_in_place(settings, "DOWNLOADER_MIDDLEWARES", f"{_OURS}.downloadermiddlewares.AllowedDomains", 40)
        # Before robots.txt of a host is asked for.
        _put_in_place(settings, "DOWNLOADER_MIDDLEWARES", f"{_OURS}.network.guarding.RuleGuard", 50)
        for ours, scrapys in _INSTEAD.items():
            _put_in_place(settings, "DOWNLOADER_MIDDLEWARES", f"{_OURS}.downloadermiddlewares.{ours}", instead=scrapys)
        if is_polite_together(settings):
            _put_in_place(settings, "DOWNLOADER_MIDDLEWARES", POLITENESS, POLITENESS_PLACE)
        if bt.proxies:
            _put_in_place(settings, "DOWNLOADER_MIDDLEWARES", PROXIES, PROXIES_PLACE)
        for setting, pipeline, place in _PIPELINES:
            if settings.get(setting):
                _put_in_place(settings, "ITEM_PIPELINES", pipeline, place)
        let_feeds_wait(settings)
        kept = "scrapy.extensions.spiderstate.SpiderState"
        _put_in_place(settings, "EXTENSIONS", f"{_OURS}.runtime.spiderstates.WholeSpiderState", instead=kept)
        _put_in_place(settings, "EXTENSIONS", f"{_OURS}.extensions.Progress", 500)
        _put_in_place(settings, "EXTENSIONS", f"{_OURS}.endings.Endings", 500)
        _put_in_place(settings, "EXTENSIONS", f"{_OURS}.watching.extension.Watching", 510)
        if bt.weights_file:
            _put_in_place(settings, "EXTENSIONS", f"{_OURS}.weightfiles.WeightsFile", 500)
        check_preferences(settings)
        check_dispatch(settings)
        cls._heal_as_told(settings)
        for extension, place in extensions_of(settings, getattr(cls, "name", None) or ""):
            _put_in_place(settings, "EXTENSIONS", extension, place)

    @classmethod
    def _heal_as_told(cls, settings: BaseSettings) -> None:
        """What the file says of healing stands in the place of the project's setting."""
        with suppress(BTError):  # a file that cannot be read is told when the crawl begins
            if mode := cls.load_program().document.heal if cls._may_heal() else "":
                modes = Modes.read(BTSettings.read(settings).healing).with_own(cls.name, mode)
                settings.set("BT_HEALING", modes.by_name, priority="spider")

    @classmethod
    def _may_heal(cls) -> bool:
        """Whether the file has the word, without which it need not be read now."""
        return cls.is_remote or "heal" in read_text(Path(cls.tree_file))

    @classmethod
    def _refuse_urls(cls) -> None:
        if getattr(cls, "start_urls", None) and cls.start is TreeSpider.start:
            raise BTError(
                say(
                    "start_urls of {} would not be visited: a tree begins at its `main`, so give the URLs as"
                    " arguments, remove start_urls, or yield requests in `start`",
                    cls.__name__,
                )
            )

    @classmethod
    def load_program(cls) -> Program:
        """The tree, checked and compiled; raises `RuleError`."""
        return load_program(Path(cls.tree_file), name=cls.name)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        program = cls.load_program()
        given = kwargs.pop("name", None) if _takes(program, "name") else None  # Scrapy names the spider so
        spider = super().from_crawler(crawler, *args, **kwargs)
        spider.arguments |= {} if given is None else {"name": given}
        spider.program = program
        if is_looked_at(cls):
            for node in item_nodes(program.document):
                setattr(spider, node.name, partial(spider.parse, nodes=[node]))
            for tree, nodes in item_nodes_of(program.document).items():
                if not hasattr(spider, tree):
                    setattr(spider, tree, partial(spider.parse, nodes=nodes))
        else:
            _check(spider, program, spider.arguments, crawler.settings)
        return spider

    def parse(self, response: Response, *, nodes: Sequence[Item] | None = None) -> Iterator[Any]:
        """The records that item nodes take from one page, for `scrapy parse`; a crawl does not ask for them."""
        for each in item_nodes(self.program.document) if nodes is None else nodes:
            yield from records_on(self.program, each, response, self.arguments)

    @classmethod
    def check_arguments(cls, program: Program, arguments: Mapping[str, Any]) -> None:
        """Raise `ArgumentsError` naming every argument that is missing, unknown or, in a file of tasks, wrong."""
        for _ in cls.starts(program, arguments):
            pass

    @classmethod
    def is_fed(cls, name: str, arguments: Mapping[str, Any], settings: BaseSettings) -> bool:
        """Whether its tasks come from elsewhere: queued by others, or, where no arguments are given, by `BT_FED_BY`."""
        return cls.is_remote or (not arguments and bool(feeders_of(settings, name)))

    @classmethod
    def check_common(cls, program: Program, arguments: Mapping[str, Any]) -> None:
        """The same where each task's own arguments come later, in a message."""
        if "tasks" in arguments:
            raise ArgumentsError(
                say("BT_START_MESSAGES and the argument 'tasks' contradict each other: keep one of them")
            )
        values = {parameter.name: "" for parameter in program.main.parameters}
        program.arguments({**values, **arguments})

    @classmethod
    def starts(cls, program: Program, arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """The arguments of each task that the crawl starts with."""
        if "tasks" not in arguments or _takes(program, "tasks"):
            program.arguments(arguments)
            yield dict(arguments)
            return
        common = {name: value for name, value in arguments.items() if name != "tasks"}
        yield from _read_tasks(program, Path(arguments["tasks"]), common)

    @cached_property
    def tables(self) -> Mapping[str, GroupTable]:
        """By item node: the records that are rows of a rule's groups."""
        rules = {file: read_rule(text, file=file) for file, text in self.program.rules.items()}
        return tables_of(self.program.document, rules)

    async def start(self) -> AsyncIterator[Any]:
        """The scheduler starts the tasks of the tree; a subclass may yield further requests and items."""
        own: tuple[Any, ...] = ()
        for request_or_item in own:
            yield request_or_item


def check_start(spider: type[TreeSpider], arguments: Mapping[str, Any], settings: BaseSettings) -> None:
    """Check settings, file and arguments before anything starts; raises `BTError`."""
    own = settings.copy()
    spider.update_settings(own)
    _check(spider, spider.load_program(), _for_main(arguments), own)
    _refuse_taken(arguments)


def _takes(program: Program, argument: str) -> bool:
    return any(parameter.name == argument for parameter in program.main.parameters)


def _for_main(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """All but what scrapyd gives to every spider: the number of its job."""
    return {name: value for name, value in arguments.items() if name != "_job"}


def _check(
    spider: TreeSpider | type[TreeSpider], program: Program, arguments: Mapping[str, Any], settings: BaseSettings
) -> None:
    if BTSettings.read(settings).start_messages:
        spider.check_common(program, arguments)
    elif not spider.is_fed(program.name, arguments, settings):
        spider.check_arguments(program, arguments)


def _refuse_taken(arguments: Mapping[str, Any]) -> None:
    if taken := _TAKEN.intersection(arguments):
        raise ArgumentsError(
            say(
                "Scrapy hands no argument called '{}' on, a name that its own functions use: rename it in the tree's"
                " `main`, or give it in a file of tasks (-a tasks=FILE)",
                min(taken),
            )
        )


def _refuse_depth(settings: BaseSettings) -> None:
    if settings.getint("DEPTH_LIMIT"):
        raise BTError(
            say(
                "DEPTH_LIMIT does not hold for trees, whose visits no response has yielded: count in the tree's loop"
                " (`while page <= 5`), and set DEPTH_LIMIT = 0 for this crawl (-s DEPTH_LIMIT=0)"
            )
        )


def _put_in_place(
    settings: BaseSettings, name: str, path: str, place: int | None = None, *, instead: str | None = None
) -> None:
    """Add a component to those that the project has chosen, or put it *instead* of another, where that stands.

    What the project says of the component itself counts, and one that it has switched off is not replaced.
    """
    chosen = settings.getdict(name)
    named = {load_object(key): key for key in chosen}
    if load_object(path) in named:
        return
    others = dict(chosen)
    if instead is not None:
        key = named.get(load_object(instead))
        place = settings.getdict(f"{name}_BASE").get(instead) if key is None else others.pop(key)
        if place is None:
            return
        others[instead] = None
    # Scrapy applies the settings of the project again after those of the spider: only a higher priority lasts.
    priority = max((settings.getpriority(name) or 0) + 1, SETTINGS_PRIORITIES["spider"])
    settings.set(name, {**others, path: place}, priority=priority)


def _read_tasks(program: Program, path: Path, common: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    try:
        with path.open(encoding="utf-8-sig") as lines:
            count = 0
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _read_task(program, f"{path}:{number}", line, common)
                    count += 1
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentsError(say("the tasks of {} cannot be read: {}", path, error)) from None
    if not count:
        raise ArgumentsError(say("{} has no tasks: write one object of arguments on each line", path))


def _read_task(program: Program, place: str, line: str, common: Mapping[str, Any]) -> dict[str, Any]:
    try:
        given = read_json(line, largest=None)
    except ValueError as error:
        raise ArgumentsError(say("{}: no JSON: {}", place, error)) from None
    if not isinstance(given, dict):
        raise ArgumentsError(
            say('{}: a task is an object of arguments, {{"name": value}}, not {}', place, line.strip()[:60])
        )
    arguments = {**common, **given}
    try:
        program.arguments(arguments)
    except ArgumentsError as error:
        raise ArgumentsError(say("{}: {}", place, error)) from None
    return arguments
