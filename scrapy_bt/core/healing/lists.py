"""Lists on a redesigned page: which set of elements is which column, so that their rows agree, and its XPath."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parsel.csstranslator import HTMLTranslator

from ..documents.elements import Element
from ..tree.literals import of_class
from .columnpairs import COLUMN_PAIR_NAMES, column_pair
from .columns import FoundColumn, agreement
from .fields import run_selector
from .forests import Forest
from .joint import ConfidenceLine
from .pages import Page, seen_text
from .rowcontexts import CELLS, steady
from .steps import Path, steps_to

_TRANSLATOR = HTMLTranslator()
_TOP = 14
_TOGETHER = 1.5
_BEAM = 80
_NEAR = 0.6


@dataclass(frozen=True, slots=True)
class ListModels:
    """What was learned of lists."""

    columns: Forest
    line: ConfidenceLine

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> ListModels:
        """From plain data; malformed ones are a `ValueError`."""
        try:
            return cls(Forest.read(plain["columns"], COLUMN_PAIR_NAMES), ConfidenceLine(*map(float, plain["line"])))
        except (KeyError, IndexError, TypeError) as error:
            raise ValueError(f"not models of lists: {error!r}") from error


@dataclass(frozen=True, slots=True)
class ListDecision:
    """The column that a field is on the new page."""

    column: FoundColumn
    margin: float
    probability: float


def decide_lists(
    old: Mapping[str, FoundColumn],
    columns: Sequence[FoundColumn],
    models: ListModels,
    *,
    links: frozenset[str] = frozenset(),
) -> dict[str, ListDecision]:
    """Decide for all columns of a list at once; *links*: fields that are addresses."""
    best: dict[str, list[tuple[float, FoundColumn]]] = {}
    for name, column in old.items():
        fitting = [one for one in columns if name not in links or all(each.tag == "a" for each in one.elements[:20])]
        scores = models.columns.scores([column_pair(column, one) for one in fitting])
        scored = list(zip(scores, fitting, strict=True))
        scored.sort(key=lambda pair: -pair[0])
        if scored:
            best[name] = scored[:_TOP]
    found = {}
    names = sorted(best)
    if not names:
        return {}
    agreements = _Agreements()
    winner, chosen = _search(names, best, agreements, None)
    for at, name in enumerate(names):
        other = _search(names, best, agreements, (at, chosen[at]))
        margin = winner - other[0] if other[1] else 6.0
        odds = next(score for score, column in best[name] if column is chosen[at])
        probability = models.line.probability(odds)
        found[name] = ListDecision(chosen[at], margin, probability)
    return found


class _Agreements:
    """How far columns have the same rows; worked out once for each two."""

    def __init__(self) -> None:
        self._known: dict[tuple[FoundColumn, FoundColumn], float] = {}

    def of(self, one: FoundColumn, other: FoundColumn) -> float:
        """How far the rows of two columns are the same, as `agreement` tells it."""
        if (one, other) not in self._known:
            self._known[one, other] = agreement(one, other)
        return self._known[one, other]


def _search(
    names: Sequence[str],
    best: Mapping[str, Sequence[tuple[float, FoundColumn]]],
    agreements: _Agreements,
    forbidden: tuple[int, FoundColumn] | None,
) -> tuple[float, tuple[FoundColumn, ...]]:
    ways: list[tuple[float, tuple[FoundColumn, ...]]] = [(0.0, ())]
    for at, name in enumerate(names):
        further = []
        for score, chosen in ways:
            for worth, column in best[name]:
                if forbidden is not None and forbidden[0] == at and forbidden[1] is column:
                    continue
                together = sum(agreements.of(each, column) for each in chosen)
                further.append((score + worth + _TOGETHER * together, (*chosen, column)))
        if not further:
            return 0.0, ()
        further.sort(key=lambda way: -way[0])
        ways = further[:_BEAM]
    return ways[0]


def write_list(page: Page, column: FoundColumn) -> str | None:
    """The shortest selector that finds the elements of a column and nothing else with a text; or the nearest one.

    It is CSS where one step is enough, else an XPath.
    """
    wanted = set(column.elements)
    bare = not any(seen_text(each, most=1) for each in column.elements)
    best, most = None, _NEAR
    for path in _paths(page, column):
        found = set(run_selector(page, path))
        likeness = len(found & wanted) / max(1, len(found | wanted))
        if likeness < _NEAR:
            continue
        if likeness < 1.0:
            others = {each for each in found - wanted if bare or seen_text(each, most=1)}
            likeness = len(found & wanted) / max(1, len(wanted | others)) - 0.01
        if likeness > most + 0.02:
            best, most = path, likeness
        if most >= 1.0:
            break
    return best


def _paths(page: Page, column: FoundColumn) -> Iterator[str]:
    """Paths from short and firm ones to long ones with positions."""
    size = len(column.way)
    for step in steps_to(column.elements[0])[:6]:
        yield step.css
    if column.container is not None:
        depth = len(list(column.container.iterancestors())) + 1
        at: Element | None = column.container
        level = depth
        for _ in range(4):
            if at is None or at.tag in ("body", "html"):
                break
            firm = next((step for step in steps_to(at)[:6] if page.finder.find(Path((step,)), 2) == [at]), None)
            if firm is not None:
                start = _TRANSLATOR.css_to_xpath(firm.css, prefix="//")
                for style in _STYLES:
                    yield start + _way(column, level, style)
                    yield f"{start}/{_way(column, size - 1, style)}"
            at, level = at.getparent(), level - 1
    for length in (2, 3, 4, 5):
        for style in _STYLES:
            yield f"/{_way(column, max(0, size - length), style)}"
    if column.container is not None:
        for style in _STYLES:
            yield page.tree.getpath(column.container) + _way(column, depth, style)
    for style in _STYLES:
        yield _way(column, 0, style)


def _way(column: FoundColumn, start: int, style: str) -> str:
    """The steps from a level of the page down to the cell, with its position."""
    parts = []
    last = len(column.way) - 1
    cell_at = max((at for at, (tag, _) in enumerate(column.way) if tag in CELLS), default=-1)
    for at in range(start, last + 1):
        tag, name = column.way[at]
        part = str(tag)
        if style == "exact" or (style == "named" and at == last):
            part += _condition(name)
        elif style == "token":
            part += _token(name)
        if column.cell and at == cell_at:
            part = f"*[{column.cell}][self::{tag}]" + part.removeprefix(tag)
        parts.append(part)
    return "".join(f"/{part}" for part in parts)


_STYLES = ("named", "token", "exact", "tags")


def _token(name: str | None) -> str:
    """The condition that an element has the first class name that does not tell rows apart."""
    first = steady(name).partition(" ")[0]
    if not first or "'" in first:
        return ""
    return f"[{of_class(first)}]"


def _condition(name: str | None) -> str:
    if name is None:
        return "[not(@class)]"
    quote = '"' if "'" in name else "'"
    return f"[@class={quote}{name}{quote}]" if quote not in name else ""
