"""Which nodes read the page of which visit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..core.tree import nodes as bt
from ..core.tree import operations as op
from ..core.tree.compiler import compile_document
from ..core.tree.operations import Operation
from ..core.tree.references import is_fixed, sources_of

Reader = bt.Data | bt.Item


def plain_readers(document: bt.Document) -> Mapping[str, Sequence[Reader]]:
    """The nodes that may read the page of each visit, if the page alone decides what they take.

    On each path they are those called in its frame before the next visit, so that after alternatives a node reads the
    pages of all of them. They come in the order of the file, which has no faults and no stubs; nodes in place come
    last, by the names of their places.
    """
    operations = compile_document(document)[0].operations
    called: dict[str, set[str]] = {}
    for fetch in operations:
        if isinstance(fetch, op.FetchPage):
            called.setdefault(fetch.name, set()).update(step.name for step in _reading(fetch.yes))
    plain = [node for node in document.declarations.values() if isinstance(node, Reader) and _is_plain(node)]
    return {visit: [node for node in plain if node.name in names] for visit, names in called.items()}


def _reading(entry: Operation) -> Iterator[op.Extract | op.EmitRecords]:
    """The steps that data and items make from *entry* on, as far as the next visits."""
    seen: set[int] = set()
    stack = [entry]
    while stack:
        step = stack.pop()
        if id(step) in seen or isinstance(step, op.FetchPage):
            continue
        seen.add(id(step))
        if isinstance(step, (op.Extract, op.EmitRecords)):
            yield step
        stack.extend(step.exits())


def _is_plain(node: Reader) -> bool:
    if isinstance(node, bt.Data):
        return node.source is not None and is_fixed(node.source) and node.attributes is None
    return all(map(is_fixed, sources_of(node))) and all(isinstance(field.value, bt.Source) for field in node.fields)
