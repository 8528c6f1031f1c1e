"""`scrapy bt try`: what a node of a tree takes from one page, field by field, and why not."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.http import TextResponse
from scrapy.responsetypes import responsetypes
from scrapy.settings import Settings

from ..core.documents.json import read_json
from ..core.tree.nodes import Data, Document, Item, Source
from ..core.tree.notation import one_line
from ..core.tree.pages import Query
from ..core.tree.references import sources_of_field
from ..crawl.project.trees import load_program
from ..crawl.reading.missed_pages import kept_pages
from ..crawl.reading.misses import explain_miss
from ..crawl.reading.pages import ResponsePage
from ..crawl.reading.selectors import PageReader
from ..operations.trials.pages import Page, read_page_at
from ..testing.taking import taken
from .files import count
from .run import read_pairs

_LONGEST = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the .bt file")
    parser.add_argument("node", metavar="NODE", help="a data or item node: its name, its place, or its line")
    parser.add_argument(
        "page",
        nargs="?",
        default="",
        metavar="PAGE",
        help="a URL, or a file; default: the pages on which it took nothing in the last crawl",
    )
    parser.add_argument(
        "-a", dest="arguments", action="append", default=[], metavar="NAME=VALUE", help="a variable that the node reads"
    )
    parser.add_argument("--url", default="", help="where a file was found, for its links")
    parser.add_argument("--most", type=int, default=5, metavar="N", help="show at most N values (default: 5)")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show it; return 1 if the node takes nothing."""
    if options.most < 0:
        raise UsageError("--most is at least 0")
    program = load_program(options.file)
    node = _find(program.document, options.node)
    variables = {name: _value(text) for name, text in read_pairs("-a", options.arguments).items()}
    is_found = False
    for where in [options.page] if options.page else _kept(program.name, node.name, settings):
        page = read_page_at(where, settings, url=options.url)
        values = taken(program.document, node.name, page.text, url=page.url, **variables)
        place = f" ({node.place})" if node.place is not None else ""
        print(f"{node.name}{place} on {page.url}")
        for line in _tell(node, values, _page_of(page), most=options.most):
            print(f"  {line}")
        is_found = is_found or bool(values)
    return 0 if is_found else 1


def _kept(tree: str, node: str, settings: Settings) -> list[str]:
    """The pages on which a node took nothing."""
    found = list(map(str, kept_pages(settings, tree, node)))
    if not found:
        raise UsageError(f"no page is kept on which {node} took nothing; give a URL, or the file of a page")
    return found


def _value(text: str) -> Any:
    """A variable as JSON, where it is an object or a list, else as a text."""
    try:
        return read_json(text) if text[:1] in ("{", "[") else text
    except ValueError:
        return text


def _find(document: Document, wanted: str) -> Data | Item:
    nodes = {
        name: node
        for name, node in document.declarations.items()
        if isinstance(node, Item) or (isinstance(node, Data) and not node.is_stub)
    }
    found = [node for name, node in nodes.items() if name == wanted]
    found = found or [node for node in nodes.values() if node.place is not None and str(node.place.line) == wanted]
    found = found or [node for name, node in nodes.items() if name.endswith(f"/{wanted}")]
    if len(found) == 1:
        return found[0]
    known = ", ".join(_described(node) for node in found or nodes.values())
    what = "is several nodes" if found else "is no data or item node"
    raise UsageError(f"{wanted} {what}; {'it may be' if found else 'there are'}: {known or 'none'}")


def _described(node: Data | Item) -> str:
    return node.name if node.place is None else f"{node.name} (line {node.place.line})"


def _page_of(page: Page) -> ResponsePage:
    body = page.text.encode()
    kind = responsetypes.from_args(url=page.url, body=body)
    kind = kind if issubclass(kind, TextResponse) else TextResponse
    return ResponsePage(kind(page.url, body=body, encoding="utf-8"))


def _tell(node: Data | Item, values: list[Any], page: ResponsePage, *, most: int) -> Iterator[str]:
    if isinstance(node, Data):
        yield count(len(values), "value")
        yield from (_shown(value) for value in values[:most])
        if not values and node.source is not None and node.attributes is None:
            yield f"{one_line(node.source)}: {explain_miss(node.source, page, page)}"
        return
    yield count(len(values), "record")
    reader = PageReader()
    each = node.each
    scopes: list[Any] = [page]
    if each is not None:
        scopes = list(reader.elements(_query(each), page)) if _is_plain(each) else []
        if not scopes:
            yield f"each {one_line(each)}: {explain_miss(each, page, page)}"
        # An element in which nothing is found makes no record.
        scopes = [scope for scope in scopes if any(_finds(node, reader, scope))] or scopes[:1]
    for number, record in enumerate(values[:most], 1):
        yield f"{number}."
        yield from _fields(node, record, page, scopes[number - 1] if number <= len(scopes) else page)
    if not values and scopes:
        yield from _fields(node, {}, page, scopes[0])


def _fields(node: Item, record: Mapping[str, Any], page: ResponsePage, scope: Any) -> Iterator[str]:
    width = max((len(field.name) for field in node.fields), default=0)
    for field in node.fields:
        value = record.get(field.name)
        line = f"   {field.name.ljust(width)} = {_shown(value)}"
        sources = sources_of_field(field) if value in (None, []) else ()
        yield line + "".join(f"  # {one_line(source)}: {explain_miss(source, page, scope)}" for source in sources)


def _finds(node: Item, reader: PageReader, scope: Any) -> Iterator[bool]:
    for field in node.fields:
        for source in sources_of_field(field):
            yield not _is_plain(source) or bool(reader.values(_query(source), scope, ""))


def _is_plain(source: Source) -> bool:
    return source.how not in ("python", "rules") and all(isinstance(text, str) for text in source.texts)


def _query(source: Source) -> Query:
    return Query(source.how, tuple(map(str, source.texts)), source.kind)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
