"""Records of a page within data, or of data within a page: it is taken out first, then its rows, one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...tree import nodes as bt
from ..answers.values import Extraction
from .expressions import source_of
from .loopparts import reading_from
from .vocabulary import Vocabulary

_ROW = "/html/body/*[1]"
"""Where the row stands, whose text is read as a page."""
_RELATIVE = re.compile(r"^(normalize-space\()?(\.//|\./|\.|(?=[\w*@]))")
"""The beginning of a path that is relative to a row."""


@dataclass(frozen=True)
class InnerRecords:
    """The nodes that take the page and its rows, and the variables that hold what they found; without rows none."""

    page: bt.Data
    html: str
    rows: bt.Data | None = None
    row: str = ""

    @classmethod
    def give(cls, within: Extraction, each: bt.Source | None, item: str, vocabulary: Vocabulary) -> InnerRecords:
        """With names that are not taken; *item*: the name of the records."""
        held = "html" if within.how == "json" else "held"
        html = vocabulary.variables.give(held, f"{item}_{held}")
        page = bt.Data(vocabulary.nodes.give(f"{item}_{held}"), source_of(within))
        if each is None:
            return cls(page, html)
        rows = bt.Data(vocabulary.nodes.give(f"{item}_rows"), replace(each, all=True), reading_from(html))
        return cls(page, html, rows, vocabulary.variables.give("row", f"{item}_row"))

    @property
    def nodes(self) -> list[bt.Data]:
        """What has to be declared."""
        return [self.page, *([self.rows] if self.rows is not None else [])]

    def fields(self, fields: Iterable[bt.Field]) -> tuple[bt.Field, ...]:
        """The fields of a record, taken from its row."""
        origin = reading_from(self.row or self.html)
        return tuple(
            replace(field, value=bt.Call("", inline=bt.Data("", self._read(field.value), origin)))
            if isinstance(field.value, bt.Source)
            else field
            for field in fields
        )

    def _read(self, source: bt.Source) -> bt.Source:
        """The source for the text of a row, which is read as a page: a path begins at the row in it."""
        if source.how != "xpath" or self.rows is None:
            return source
        return replace(source, texts=tuple(_RELATIVE.sub(_at_row, str(text), count=1) for text in source.texts))

    def around(self, record: bt.Call) -> list[bt.Statement]:
        """The statements that bring the records."""
        take = bt.Assign(self.html, bt.Call(self.page.name))
        if self.rows is None:
            return [take, record]
        return [take, bt.While(bt.Take(self.row, bt.Call(self.rows.name)), bt.Body((record,)))]


def _at_row(found: re.Match[str]) -> str:
    return (found[1] or "") + _ROW + {".": "", "./": "/", ".//": "//"}.get(found[2], f"/{found[2]}")
