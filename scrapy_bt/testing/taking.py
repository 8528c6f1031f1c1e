"""What one node of a tree takes from one page, without a crawl."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core.language.parser import parse
from ..core.tree import effects as ef
from ..core.tree import nodes as bt
from ..core.tree.givers import behind_givers
from ..core.tree.program import Program
from .answers import page
from .stage import Conditions, Stage

_PAGE, _ITEM, _VALUE, _TAKEN = "page_of_a_test", "item_of_a_test", "value_of_a_test", "node_of_a_test"


@dataclass(frozen=True)
class TakenValues:
    """*values* of a data node, or records of an item node; *troubles*: why there are no more.

    *unknown*: variables that the node reads, and that nothing gives.
    """

    values: list[Any]
    troubles: tuple[str, ...]
    unknown: tuple[str, ...] = ()


def taken(
    tree: str | bt.Document,
    node: str,
    body: str | bytes,
    /,
    *,
    url: str = "https://site.test/",
    headers: Mapping[str, str] | None = None,
    **variables: Any,
) -> list[Any]:
    """The values of a `data` node, or the records of an `item` node, of the text *tree* on a page.

    Without *headers* the body tells whether it is HTML, XML or JSON. *variables*: those that the node reads; what its
    tree takes from the same page before it, as in `found = css "script" as json`, is taken here too. A node that the
    tree does not have, or of another kind, is a `LookupError`.
    """
    document = tree if isinstance(tree, bt.Document) else parse(tree, file="tree")
    return take(document, node, body, url=url, headers=headers, variables=variables).values


def take(
    document: bt.Document,
    node: str,
    body: str | bytes,
    *,
    url: str,
    variables: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
) -> TakenValues:
    """As `taken`, with what went wrong."""
    declared = document.declarations.get(node)
    if not isinstance(declared, (bt.Data, bt.Item)) or (isinstance(declared, bt.Data) and declared.is_stub):
        raise LookupError(f"the tree has no data or item node '{node}' that takes something")
    around, unknown = _around(document, declared, tuple(variables))
    program = Program(around, name="test")
    stage = Stage(program, Conditions(), stored=False)
    stage.begin(variables)
    page(body, url=url, headers=headers or _type_of(body)).happen(stage, None)
    records = [each.effect.record for each in stage.log if isinstance(each.effect, ef.Emit)]
    values = [record[_VALUE] for record in records] if isinstance(declared, bt.Data) else records
    troubles = [each.effect.message for each in stage.log if isinstance(each.effect, ef.Trouble)]
    return TakenValues(values, tuple(dict.fromkeys(troubles)), tuple(sorted(unknown)))


def _type_of(body: str | bytes) -> dict[str, str]:
    start = (body if isinstance(body, str) else body[:64].decode("latin-1")).lstrip("\ufeffï»¿ \t\r\n")
    if start[:1] in ("{", "["):
        return {"Content-Type": "application/json"}
    return {"Content-Type": "text/xml"} if start.startswith("<?xml") and "html" not in start else {}


def _around(
    document: bt.Document, node: bt.Data | bt.Item, variables: tuple[str, ...]
) -> tuple[bt.Document, frozenset[str]]:
    """A tree that visits one page, and lets the node read it; and the variables that nothing gives."""
    written = node
    parts = [entry for entry in document.entries if isinstance(entry, (bt.Data, bt.Item))]
    if node not in parts:  # it is written in place
        node = replace(node, name=_TAKEN)
        parts.append(node)
    call = bt.Call(node.name)
    statement: bt.Statement = call
    if isinstance(node, bt.Data):
        parts.append(bt.Item(_ITEM, None, (bt.Field(_VALUE, bt.Reference(_VALUE)),)))
        statement = bt.While(bt.Take(_VALUE, call), bt.Body((bt.Call(_ITEM),)))
    visit = bt.Visit(_PAGE, None, "https://site.test/")
    parameters = tuple(bt.Parameter(name) for name in variables)
    statements, unknown = behind_givers(document, written, variables, (statement,))
    main = bt.Tree("main", "serial", parameters, bt.Body((bt.Call(_PAGE), *statements)))
    return replace(document, entries=(visit, *parts, main)), unknown
