"""Runs of siblings that are alike."""

from __future__ import annotations

from collections import defaultdict

from ..documents.elements import Element


class SiblingRuns:
    """Counts the runs among the elements of a page; those of one parent are counted once."""

    def __init__(self) -> None:
        self._known: dict[Element, dict[Element, tuple[int, int]]] = {}

    def of(self, element: Element) -> tuple[int, int]:
        """The number of siblings like an element, itself counted, and how many of them stand before it."""
        parent = element.getparent()
        if parent is None:
            return 1, 0
        if parent not in self._known:
            groups: dict[tuple[str, str], list[Element]] = defaultdict(list)
            for child in parent:
                if isinstance(child.tag, str):
                    groups[child.tag, (child.get("class") or "").split(" ")[0]].append(child)
            self._known[parent] = {
                child: (len(group), at) for group in groups.values() for at, child in enumerate(group)
            }
        return self._known[parent].get(element, (1, 0))

    def widest(self, element: Element, levels: int) -> tuple[int, int]:
        """The longest run that an element, or one of *levels* elements around it, stands in."""
        best, at = (1, 0), element
        for _ in range(levels):
            if at is None:
                break
            best = max(best, self.of(at), key=lambda run: run[0])
            at = at.getparent()
        return best
