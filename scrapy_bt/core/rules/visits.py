"""Which visits of a tree fetch pages of a rule: those whose page is asked for the rows or the links of a layer.

Such a visit and its redirects stay at the hosts of the rule, and its page is read for the layers that are asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..tree import operations as op
from ..tree.nodes import Source
from ..tree.program import Program
from ..tree.references import sources_of

RULE = "bt_rule"
"""Key of a request's `meta`: the file of the rule that says where it may go."""
LAYERS = "bt_layers"
"""Key of a request's `meta`: the layers that read its page."""
_OF_NO_PAGE = ("url", "entry")


def find_visits(program: Program) -> dict[int, dict[str, Any]]:
    """What stands in the `meta` of requests, by the id of the visit's step."""
    found: dict[int, dict[str, Any]] = {}
    for step in program.operations:
        if isinstance(step, op.FetchPage):
            asked = [source.texts for source in _read_after(step) if asks_for_page(source)]
            layers = [str(layer).partition(".")[0] for file, layer, *_ in asked if file == asked[0][0]]
            if asked:
                found[step.id] = {RULE: asked[0][0], LAYERS: list(dict.fromkeys(layers))}
    return found


def asks_for_page(source: Source) -> bool:
    """Whether it walks over a page as the rule does; `rules FILE "list.title"` only takes what a tag takes."""
    return source.how == "rules" and len(source.texts) > 2 and source.texts[2] not in _OF_NO_PAGE


def _read_after(visit: op.FetchPage) -> Iterator[Source]:
    """The sources that may read its page, in its tree and in branches."""
    seen = {id(visit)}
    stack = [*visit.exits()]
    while stack:
        step = stack.pop()
        if id(step) in seen or isinstance(step, op.FetchPage):
            continue
        seen.add(id(step))
        if isinstance(step, op.Extract) and step.data.source is not None:
            yield step.data.source
        elif isinstance(step, op.EmitRecords):
            yield from sources_of(step.item)
        stack.extend(step.exits())
