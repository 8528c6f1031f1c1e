"""Records of rows of JSON that hold HTML: row after row is taken, then its texts that are read as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...tree import nodes as bt
from ..answers.values import Extraction
from .naming import name_of_extraction
from .vocabulary import Vocabulary

_NAMES = re.compile(r"[\w.]+")
"""A path that finds whatever stands there, also what is no list."""


@dataclass(frozen=True)
class MarkupRows:
    """The node that takes the rows, the variable that a row is in, and by the path of each text what takes it."""

    rows: bt.Data
    row: str
    texts: Mapping[str, tuple[bt.Data, str]]

    @classmethod
    def give(cls, each: bt.Source, paths: Sequence[str], item: str, vocabulary: Vocabulary) -> MarkupRows:
        """With names that are not taken; *item*: the name of the records."""
        # Where nothing is found, some sites have `0` or `false` in place of the list.
        paths_to_rows = tuple(f"{text}[*]" if _NAMES.fullmatch(str(text)) else text for text in each.texts)
        source = replace(each, texts=paths_to_rows, all=True)
        rows = bt.Data(vocabulary.nodes.give(f"{item}_rows"), source)
        row = vocabulary.variables.give("row", f"{item}_row")
        texts = {}
        for path in dict.fromkeys(paths):
            held = name_of_extraction(Extraction("json", path)) or "html"
            name = vocabulary.nodes.give(f"{item}_html", f"{item}_{held}_html")
            node = bt.Data(name, bt.Source("json", (path,)), _from(row, default=""))
            texts[path] = node, vocabulary.variables.give("html", f"{held}_html")
        return cls(rows, row, texts)

    @property
    def nodes(self) -> list[bt.Data]:
        """What has to be declared."""
        return [self.rows, *(node for node, _ in self.texts.values())]

    def fields(self, fields: Iterable[tuple[bt.Field, Extraction]]) -> tuple[bt.Field, ...]:
        """The fields of a record, taken from its row or from a text of that."""
        return tuple(
            replace(field, value=bt.Call("", inline=bt.Data("", field.value, _from(self._held(extraction)))))
            if isinstance(field.value, bt.Source)
            else field
            for field, extraction in fields
        )

    def _held(self, extraction: Extraction) -> str:
        return self.texts[extraction.of][1] if extraction.of else self.row

    def around(self, record: bt.Call) -> list[bt.Statement]:
        """The statements that bring the records."""
        taking = [bt.Assign(variable, bt.Call(node.name)) for node, variable in self.texts.values()]
        return [bt.While(bt.Take(self.row, bt.Call(self.rows.name)), bt.Body((*taking, record)))]


def _from(variable: str, *, default: str | None = None) -> bt.Attributes:
    entries = [bt.Attribute("from", bt.Reference(variable))]
    if default is not None:
        entries.append(bt.Attribute("default", bt.Literal(default)))
    return bt.Attributes(tuple(entries))
