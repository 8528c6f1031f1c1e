"""What a data or item node takes from a page: its values, their places, and why there is nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree
from scrapy.exceptions import UsageError
from scrapy.http import TextResponse
from scrapy.responsetypes import responsetypes

from ...core.documents.elements import is_element
from ...core.documents.json import read_json
from ...core.tree.nodes import Data, Document, Item, Source
from ...core.tree.notation import one_line
from ...core.tree.pages import Query
from ...core.tree.references import sources_of_field
from ...crawl.reading.misses import PSEUDO, explain_miss
from ...crawl.reading.pages import ResponsePage
from ...crawl.reading.selectors import PageReader
from ...errors import BTError
from ...sentences import counted, say
from .pages import TrialPage

_LONGEST = 100
_XPATH_END = re.compile(r"/{1,2}(?:text\(\)|@[\w:-]+|string\(\))\s*$")
"""The end of an XPath that takes something of an element."""


@dataclass(frozen=True)
class Miss:
    """A source that gives nothing; *row*: the record's number from 0, -1 for all; *field*: empty for no field."""

    row: int
    field: str
    source: str
    why: str


@dataclass(frozen=True)
class NodeTrial:
    """*values*: those of a data node, or the records of an item; *misses*: of the first of them that were looked at.

    *scopes*: the elements of which each gives a record; *places*: those from which values come.
    """

    node: Data | Item
    values: Sequence[Any]
    misses: tuple[Miss, ...]
    scopes: tuple[Any, ...] = ()
    places: tuple[Any, ...] = ()


def nodes_of(document: Document) -> dict[str, Data | Item]:
    """The nodes that take something from pages."""
    return {
        name: node
        for name, node in document.declarations.items()
        if isinstance(node, Item) or (isinstance(node, Data) and not node.is_stub)
    }


def find_node(document: Document, wanted: str) -> Data | Item:
    """A node by its name, its place, the end of that, or its line; raises `UsageError` with those that there are."""
    nodes = nodes_of(document)
    found = [node for name, node in nodes.items() if name == wanted]
    found = found or [node for node in nodes.values() if node.place is not None and str(node.place.line) == wanted]
    found = found or [node for name, node in nodes.items() if name.endswith(f"/{wanted}")]
    if len(found) == 1:
        return found[0]
    known = ", ".join(_described(node) for node in found or nodes.values())
    what = say("is several nodes") if found else say("is no data or item node")
    raise UsageError(
        say("{} {}; {}: {}", wanted, what, (say("it may be") if found else say("there are")), (known or say("none")))
    )


def find_nodes(document: Document, wanted: str) -> list[Data | Item]:
    """As `find_node`; of a tree, or another place with nodes in it, all that it takes, in the order of the text."""
    nodes = nodes_of(document)
    within = [node for name, node in nodes.items() if name.startswith(f"{wanted.rstrip('/')}/")]
    return within if within and wanted not in nodes else [find_node(document, wanted)]


def read_variables(pairs: Mapping[str, str]) -> dict[str, Any]:
    """Variables as a crawl has them: texts, unless they are JSON objects or lists."""
    return {name: _variable(text) for name, text in pairs.items()}


def response_page(page: TrialPage) -> ResponsePage:
    """The page in the form in which nodes read it."""
    body = page.text.encode()
    kind = responsetypes.from_args(url=page.url, body=body)
    kind = kind if issubclass(kind, TextResponse) else TextResponse
    return ResponsePage(kind(page.url, body=body, encoding="utf-8"))


def explain_values(node: Data | Item, values: Sequence[Any], page: ResponsePage, *, most: int) -> NodeTrial:
    """Where the first *most* of the values of a node come from."""
    reader = PageReader()
    if isinstance(node, Data):
        source = node.source if node.attributes is None else None
        places = tuple(_places(reader, source, page))[:most] if source is not None else ()
        if values or source is None:
            return NodeTrial(node, values, (), places=places)
        return NodeTrial(node, values, (Miss(-1, "", one_line(source), explain_miss(source, page, page)),), (), places)
    each = node.each
    scopes: list[Any] = [page]
    if each is not None:
        scopes = list(reader.elements(_query(each), page)) if _is_plain(each) else []
        # An element in which nothing is found makes no record.
        scopes = [scope for scope in scopes if any(_finds(node, reader, scope))] or scopes[:1]
    misses: list[Miss] = []
    if each is not None and not scopes:
        misses.append(Miss(-1, "", f"each {one_line(each)}", explain_miss(each, page, page)))
    for number, record in enumerate(values[:most]):
        misses += _misses(node, number, record, page, scopes[number] if number < len(scopes) else page)
    if not values and scopes:
        misses += _misses(node, 0, {}, page, scopes[0])
    shown = scopes[: max(most, 1)]
    found = [place for scope in shown for field in node.fields for place in _places_of(reader, field, scope)]
    elements = tuple(scope for scope in shown if is_element(scope))
    return NodeTrial(node, values, tuple(misses), elements, tuple(found))


def tell_trial(trial: NodeTrial, *, most: int) -> Iterator[str]:
    """The first values of a node, field by field, for people."""
    node, values = trial.node, trial.values
    if isinstance(node, Data):
        yield counted(len(values), "value")
        yield from (shown(value) for value in values[:most])
        yield from (f"{miss.source}: {miss.why}" for miss in trial.misses)
        return
    yield counted(len(values), "record")
    yield from (f"{miss.source}: {miss.why}" for miss in trial.misses if miss.row < 0)
    for number, record in enumerate(values[:most]):
        yield f"{number + 1}."
        yield from _fields(trial, node, number, record)
    if not values and not any(miss.row < 0 for miss in trial.misses):
        yield from _fields(trial, node, 0, {})


def shown(value: Any) -> str:
    """A value in a line."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _variable(text: str) -> Any:
    try:
        return read_json(text) if text[:1] in ("{", "[") else text
    except ValueError:
        return text


def _described(node: Data | Item) -> str:
    return node.name if node.place is None else f"{node.name} (line {node.place.line})"


def _misses(node: Item, row: int, record: Mapping[str, Any], page: ResponsePage, scope: Any) -> Iterator[Miss]:
    for field in node.fields:
        if record.get(field.name) in (None, []):
            for source in sources_of_field(field):
                yield Miss(row, field.name, one_line(source), explain_miss(source, page, scope))


def _fields(trial: NodeTrial, node: Item, row: int, record: Mapping[str, Any]) -> Iterator[str]:
    width = max((len(field.name) for field in node.fields), default=0)
    for field in node.fields:
        misses = (miss for miss in trial.misses if (miss.row, miss.field) == (row, field.name))
        line = f"   {field.name.ljust(width)} = {shown(record.get(field.name))}"
        yield line + "".join(f"  # {miss.source}: {miss.why}" for miss in misses)


def _finds(node: Item, reader: PageReader, scope: Any) -> Iterator[bool]:
    for field in node.fields:
        for source in sources_of_field(field):
            yield not _is_plain(source) or bool(reader.values(_query(source), scope, ""))


def _places_of(reader: PageReader, field: Any, scope: Any) -> Iterator[Any]:
    for source in sources_of_field(field):
        yield from _places(reader, source, scope)


def _places(reader: PageReader, source: Source, scope: Any) -> Iterable[Any]:
    """The elements whose text or attribute a selector takes, or which it takes whole."""
    if source.how not in ("css", "xpath") or not _is_plain(source):
        return ()
    ending = PSEUDO if source.how == "css" else _XPATH_END
    texts = tuple(ending.sub("", str(text)).strip() or "." for text in source.texts)
    try:
        found = reader.elements(Query(source.how, texts), scope)
    except (BTError, ValueError, etree.XPathError):  # without its end it may be none
        return ()
    return [one for one in found if is_element(one)]


def _is_plain(source: Source) -> bool:
    return source.how not in ("python", "rules") and all(isinstance(text, str) for text in source.texts)


def _query(source: Source) -> Query:
    return Query(source.how, tuple(map(str, source.texts)), source.kind)
