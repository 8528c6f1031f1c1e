"""The spiders and trees of the project, and what their crawls have to be told."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from typing import Literal

from scrapy.addons import AddonManager
from scrapy.settings import Settings
from scrapy.spiderloader import SpiderLoaderProtocol, get_spider_loader

from ...core.documents.encodings import is_utf8
from ...core.documents.numbers import as_counted
from ...core.samples.hiding import is_hidden_name
from ...crawl.rulespiders import RuleSpider
from ...crawl.spiders import TreeSpider, check_start
from ...errors import BTError
from ...operations.queues import advise
from ...sentences import say, spoken
from ..refusals import Refusal


@dataclass(frozen=True)
class SpiderArgument:
    """One of `main`; *is_required*: it has no default."""

    name: str
    is_required: bool
    is_secret: bool


@dataclass(frozen=True)
class Startable:
    """What `scrapy crawl` knows; *kind*: of the file that it is, if any; *fault*: why it cannot be started."""

    name: str
    kind: Literal["tree", "rule", ""]
    arguments: tuple[SpiderArgument, ...] = ()
    fault: str = ""


def list_startable(settings: Settings) -> list[Startable]:
    """All of them, by name."""
    _, loader = _load(settings)
    found = []
    for name in sorted(filter(is_utf8, loader.list()), key=as_counted):
        try:
            spider = loader.load(name)
            if issubclass(spider, TreeSpider):
                kind: Literal["tree", "rule"] = "rule" if issubclass(spider, RuleSpider) else "tree"
                found.append(Startable(name, kind, _arguments(spider)))
            else:
                found.append(Startable(name, ""))
        except Exception as error:  # noqa: BLE001, PERF203 - a broken file of the project harms only its own spider
            found.append(Startable(name, "", fault=spoken(error)))
    return found


def check_run(settings: Settings, name: str, arguments: Mapping[str, str]) -> None:
    """Raise `Refusal` for what could not be started."""
    own, loader = _load(settings)
    known = sorted(loader.list())
    if name not in known:
        raise Refusal(404, "no-spider", say("there is no spider or tree '{}'", name), advice=advise(name, known))
    try:
        spider = loader.load(name)
        if issubclass(spider, TreeSpider):
            check_start(spider, arguments, own)
    except BTError as error:
        raise Refusal(422, "arguments", spoken(error), place=name) from None


def settings_of(settings: Settings, names: Iterable[str]) -> dict[str, Settings]:
    """By spider the project's settings with its own; without these where it cannot be loaded any more."""
    common, loader = _load(settings)
    return {name: _own_settings(common, loader, name) for name in names}


def _own_settings(common: Settings, loader: SpiderLoaderProtocol, name: str) -> Settings:
    own = common.copy()
    with suppress(Exception):  # of the project's own code
        loader.load(name).update_settings(own)
    return own


def _load(settings: Settings) -> tuple[Settings, SpiderLoaderProtocol]:
    own = settings.copy()
    with redirect_stdout(StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        AddonManager.load_pre_crawler_settings(own)
        own.set("SPIDER_LOADER_WARN_ONLY", value=True, priority="cmdline")
        return own, get_spider_loader(own)


def _arguments(spider: type[TreeSpider]) -> tuple[SpiderArgument, ...]:
    parameters = spider.load_program().main.parameters
    return tuple(SpiderArgument(each.name, each.default is None, is_hidden_name(each.name)) for each in parameters)
