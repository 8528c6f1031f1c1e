"""`TreeSpider`: one class that runs any `.bt` file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from scrapy import Spider
from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from ..core.healing.modes import Modes
from ..core.rules.tables import GroupTable, tables_of
from ..core.tree.nodes import Item
from ..core.tree.program import Program
from ..errors import BTError
from ..sentences import say
from ..settings import BTSettings
from .components import add_defaults
from .pagerecords import is_looked_at, item_nodes, item_nodes_of, records_on
from .project.rulereader import read_rule
from .project.trees import load_program, read_text
from .runtime.routes import feeders_of
from .spiderarguments import check_common, for_main, refuse_taken, starts, takes
from .spidersettings import put_in_place

if TYPE_CHECKING:
    from scrapy.http import Response
    from typing_extensions import Self

    from .runtime.runner import TreeRunner
    from .visits.sessions import SessionJars


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
        self.arguments = for_main(arguments)

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Put the components that trees need in place, for this spider alone; raises `BTError` for wrong settings."""
        super().update_settings(settings)
        if is_looked_at(cls):  # one page is asked for, and nothing is crawled
            add_defaults(settings)
            return
        cls._refuse_urls()
        cls._heal_as_told(settings)
        put_in_place(settings, getattr(cls, "name", None) or "")

    @classmethod
    def _heal_as_told(cls, settings: BaseSettings) -> None:
        """What the file says of healing stands in the place of the project's setting."""
        with suppress(BTError):  # a file that cannot be read is told when the crawl begins
            if told := _modes_told(cls.load_program()) if cls._may_heal() else {}:
                modes = Modes.read(BTSettings.read(settings).healing).with_own(cls.name, told)
                settings.set("BT_HEALING", modes.by_name, priority="spider")

    @classmethod
    def _may_heal(cls) -> bool:
        """Whether the file, or one that it names, may have the word, without which it need not be read now."""
        if cls.is_remote:
            return True
        text = read_text(Path(cls.tree_file))
        return any(word in text for word in ("heal", "include", "rules"))

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
        given = kwargs.pop("name", None) if takes(program, "name") else None  # Scrapy names the spider so
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
        for _ in starts(program, arguments):
            pass

    @classmethod
    def is_fed(cls, name: str, arguments: Mapping[str, Any], settings: BaseSettings) -> bool:
        """Whether its tasks come from elsewhere: queued by others, or, where no arguments are given, by `BT_FED_BY`."""
        return cls.is_remote or (not arguments and bool(feeders_of(settings, name)))

    @cached_property
    def tables(self) -> Mapping[str, GroupTable]:
        """The records that are rows of a rule's groups, by item node."""
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
    _check(spider, spider.load_program(), for_main(arguments), own)
    refuse_taken(arguments)


def _check(
    spider: TreeSpider | type[TreeSpider], program: Program, arguments: Mapping[str, Any], settings: BaseSettings
) -> None:
    if BTSettings.read(settings).start_messages:
        check_common(program, arguments)
    elif not spider.is_fed(program.name, arguments, settings):
        spider.check_arguments(program, arguments)


def _modes_told(program: Program) -> dict[str, str]:
    """What the files of a tree say of healing, by node and field; that of a rule which it uses is about its layers."""
    told = program.document.heal
    for file, text in program.rules.items():
        rule = read_rule(text, file=file)
        is_told = rule.heal and rule.heal != told.get("")
        modes = dict.fromkeys((layer.name for layer in rule.layers), rule.heal) if is_told else {}
        begin = "" if len(program.rules) == 1 else f"{file}:"
        told |= {f"{begin}{name}": mode for name, mode in (modes | rule.inner_modes).items()}
    return told
