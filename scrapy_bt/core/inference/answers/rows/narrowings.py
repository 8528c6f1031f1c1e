"""Rows of data of which a script shows those alone that have what was chosen: `[{"shelf": "lamps", …}, …]`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ....samples.traffic import Answer
from ..extraction import extract_within, page_of
from ..pages.contents import content_of, says_something
from ..values import Extraction, Fields

SHOWN = 3
"""So many of the rows have to be seen, where there are as many; a table may show them page by page."""
_SHORTEST = 4
"""Signs of a text by which a row is known on a screen."""


@dataclass(frozen=True)
class Narrowing:
    """Where all rows stand (*path*), and which field of theirs (*field*, called *key*) has what is chosen."""

    path: str
    field: str
    key: str
    how: ClassVar[Literal["json", "xpath"]] = "json"
    coding: ClassVar[str] = "base64(name)"

    @property
    def before(self) -> str:
        return f"{self.path} | [?base64(to_string({self.field}))=='"

    def behind(self, rows: str) -> str:
        return f"']{_onward(rows)}"

    def found_by(self, name: str, rows: str = "@") -> str:
        literal = json.dumps(name).replace("`", "\\u0060")
        return f"{self.path} | [?{self.field}==`{literal}`]{_onward(rows)}"

    def onward_of(self, each: str) -> str:
        """What takes of each row that is left what *each* takes of all rows; empty if it takes other rows."""
        held = re.fullmatch(r"items\((.+)\)", self.path)
        if held is not None and each == f"keys({held[1]})":
            return "[*][0]"
        if held is not None and each.startswith(f"{held[1]}.*."):
            return f"[*][1].{each.removeprefix(f'{held[1]}.*.')}"
        path = self.path.removeprefix("@")
        return each.removeprefix(path) if each.startswith(f"{path}[].") else ""


def _onward(rows: str) -> str:
    return "" if rows == "@" else f" | {rows}"


def narrowing_of(
    answers: Sequence[Answer],
    screens: Sequence[Answer],
    chosen: Sequence[Collection[str]],
    each: Extraction,
    fields: Fields,
) -> tuple[Narrowing, tuple[str, ...]] | None:
    """How the rows are narrowed to what was chosen, and what that was, by recording; None if they are not.

    *screens*: what was seen at the end of each recording: rows with it, and none without. *chosen*: all texts that
    were clicked or chosen in it.
    """
    for name, extraction in fields:
        if extraction.how != "json" or extraction.all:
            continue
        found = [
            list(_kept(answer, screen, texts, each, extraction, fields))
            for answer, screen, texts in zip(answers, screens, chosen, strict=True)
        ]
        names = tuple(own[0] for own in found if len(own) == 1)
        if len(names) == len(answers) and len(set(names)) > 1:
            return Narrowing(each.text, extraction.text, name), names
    return None


def _kept(
    answer: Answer, screen: Answer, chosen: Collection[str], each: Extraction, field: Extraction, fields: Fields
) -> Iterator[str]:
    """What of the chosen is said by a field of all rows that are seen, and of no other."""
    rows = list(page_of(answer).elements(each))
    values = [next(iter(extract_within(row, field)), "") for row in rows]
    own = [value for value in dict.fromkeys(values) if value in chosen]
    if not own:
        return
    is_seen = seen_by_name(rows, fields, frozenset(content_of(screen).texts))
    for value in own:
        kept = [shown for text, shown in zip(values, is_seen, strict=True) if text == value]
        others = [shown for text, shown in zip(values, is_seen, strict=True) if text != value]
        if others and not any(others) and sum(kept) >= min(SHOWN, len(kept)):
            yield value


def seen_by_name(rows: Sequence[Any], fields: Fields, texts: AbstractSet[str]) -> list[bool]:
    """Of each row, whether a text that it alone has is among those of a screen."""
    told = [[text for _, extraction in fields for text in extract_within(row, extraction)] for row in rows]
    count = Counter(text for own in told for text in set(own))
    return [any(count[text] == 1 and _is_name(text) and text in texts for text in own) for own in told]


def _is_name(text: str) -> bool:
    return len(text) >= _SHORTEST and says_something(text)
