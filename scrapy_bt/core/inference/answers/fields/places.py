"""Values told apart by their place in a row alone: as many in each row, each at the same place."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from ....documents.elements import Element
from ..elements.markup import text_within
from ..values import Extraction
from .restfields import xpath_within

_BARE = re.compile(r"[a-z][\w-]*(?: [a-z][\w-]*)?(?::not\(\[class\]\))?::text")
"""Tags alone: what has a class is of one kind, however many there are of it."""
_MOST = 8
"""Values of one tag in a row, which are no list yet."""


class Places:
    """What was found in rows, by its selector and row."""

    def __init__(self) -> None:
        self._found: dict[str, dict[Element, list[Element]]] = defaultdict(lambda: defaultdict(list))

    def note(self, css: str, row: Element, element: Element) -> None:
        if _BARE.fullmatch(css):
            self._found[css][row].append(element)

    def apart(self, css: str, count: int) -> Sequence[Extraction]:
        """What takes each value of a selector by its place, but those that are the same in all rows, as labels are.

        None: some of the *count* rows have fewer, or elsewhere.
        """
        by_row = self._found.get(css, {})
        if len(by_row) < count or len({len(own) for own in by_row.values()}) > 1:
            return ()
        if not 1 < len(next(iter(by_row.values()))) <= _MOST:
            return ()
        paths = {tuple(xpath_within(row, element) for element in own) for row, own in by_row.items()}
        if len(paths) > 1:
            return ()
        told = zip(paths.pop(), zip(*by_row.values(), strict=True), strict=True)
        return [
            Extraction("xpath", f"normalize-space({path})") for path, own in told if len(set(map(text_within, own))) > 1
        ]
