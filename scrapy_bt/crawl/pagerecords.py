"""What the item nodes of a tree take from one page, without a crawl: for `scrapy parse`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scrapy import Spider
from scrapy.http import Response

from ..core.tree import effects as ef
from ..core.tree.events import Arrived
from ..core.tree.givers import behind_givers, reads_page
from ..core.tree.interpreter import Interpreter
from ..core.tree.nodes import Body, Call, Data, Document, Item, Parameter, Tree, Visit
from ..core.tree.program import MAIN, Program
from .reading.pages import ResponsePage
from .reading.selectors import PageReader
from .runtime.records import Record

_PAGE = "page that is looked at"
_COMMANDS = "scrapy.commands."


def is_looked_at(spider: type[Spider] | Spider) -> bool:
    """Whether `scrapy parse` or `scrapy fetch` asks for one page with the spider, in the place of its crawl."""
    return getattr(spider.start, "__module__", "").startswith(_COMMANDS)


def item_nodes(document: Document) -> list[Item]:
    """The item nodes that take something from a page."""
    return [node for node in document.declarations.values() if isinstance(node, Item) and reads_page(document, node)]


def item_nodes_of(document: Document) -> dict[str, list[Item]]:
    """By the name of each tree the item nodes that are written in it, and take something from a page."""
    nodes = item_nodes(document)
    trees = (entry.name for entry in document.entries if isinstance(entry, Tree))
    return {tree: [node for node in nodes if node.name.startswith(f"{tree}/")] for tree in trees}


def records_on(program: Program, node: Item, response: Response, variables: Mapping[str, Any]) -> Iterator[Record]:
    """The records of *node* on the page; a variable that is neither given nor taken from the page is None."""
    named = replace(node, name=node.name.rpartition("/")[2] or "item")
    parts = [part for part in program.document.entries if isinstance(part, Data) and part.name != named.name]
    statements, unknown = behind_givers(program.document, node, variables, (Call(named.name),))
    needed = sorted({*unknown, *variables})
    body = Body((Call(_PAGE), *statements))
    main = Tree(MAIN, "serial", tuple(map(Parameter, needed)), body)
    visit = Visit(_PAGE, None, response.url)
    looking = Program(Document((visit, *parts, named, main)), name=program.name, rules=program.rules)
    interpreter = Interpreter(looking, PageReader())
    task, _ = interpreter.start({name: variables.get(name) for name in needed})
    _, effects = interpreter.resume(task, Arrived("200", ResponsePage(response), time.time(), url=response.url))
    for effect in effects:
        if isinstance(effect, ef.Emit):
            yield Record(node.name, effect.record)
