"""The tree of another queue: from the project's file, or from what its workers have left in Redis."""

from __future__ import annotations

from scrapy.settings import BaseSettings
from scrapy.spiderloader import get_spider_loader
from scrapy.utils.project import inside_project

from ...core.tree.program import Program
from ...errors import BTError, did_you_mean
from ...sentences import say
from ..spiderloader import TreeSpiderLoader
from ..spiders import TreeSpider
from .remote_trees import fetch_spider


def find_spider(name: str, settings: BaseSettings) -> type[TreeSpider] | None:
    """The spider of a tree of the project; None outside of one, or where it has no such tree."""
    if not inside_project():
        return None
    try:
        found = get_spider_loader(settings).load(name)
    except KeyError:
        return None
    if not issubclass(found, TreeSpider):
        raise BTError(say("'{}' is a spider of its own and no tree: its tasks are requests", name))
    return found


def find_program(name: str, settings: BaseSettings) -> Program:
    """The tree of that name; raises `BTError` when it is nowhere, `RuleError` with its faults."""
    found = find_spider(name, settings)
    if found is not None:
        return found.load_program()
    try:
        return fetch_spider(name, settings).load_program()
    except BTError as error:
        if inside_project():
            raise BTError(say("there is no tree '{}' in the project; {}", name, _advise(name, settings))) from None
        raise error from None


def other_trees(settings: BaseSettings) -> list[str]:
    """The names of the project's trees."""
    loader = get_spider_loader(settings) if inside_project() else None
    return loader.trees if isinstance(loader, TreeSpiderLoader) else []


def _advise(name: str, settings: BaseSettings) -> str:
    known = sorted(other_trees(settings))
    return did_you_mean(name, known, f"it has: {', '.join(known) or 'none'}")
