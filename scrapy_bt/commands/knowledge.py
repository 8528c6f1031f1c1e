"""The knowledge sources: those of the core, and those that other packages bring by entry points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from scrapy.exceptions import UsageError

from ..core.inference.blackboard.source import Source
from ..core.inference.sources import SOURCES

GROUP = "scrapy_bt.sources"
"""The group of entry points; each names a class of a source, or a source."""


def all_sources(found: Iterable[EntryPoint] | None = None) -> tuple[tuple[Source, ...], tuple[str, ...]]:
    """All sources, and what is wrong with those that cannot be used."""
    sources: list[Source] = list(SOURCES)
    problems: list[str] = []
    points = entry_points(group=GROUP) if found is None else found
    for point in sorted(points, key=lambda point: point.name):
        name = f"the knowledge source '{point.name}' ({point.value})"
        try:
            loaded = point.load()
            source = loaded() if isinstance(loaded, type) else loaded
        except Exception as error:  # noqa: BLE001 - code of others, whatever it raises
            problems.append(f"{name} cannot be loaded: {type(error).__name__}: {error}")
            continue
        missing = [part for part in ("name", "watches", "applies", "derive") if not hasattr(source, part)]
        if missing:
            problems.append(
                f"{name} is no source: it has no {', '.join(missing)}; see scrapy_bt.core.inference.blackboard.source"
            )
        elif any(source.name == other.name for other in sources):
            problems.append(f"{name} is left out: there is a source of the name '{source.name}' already")
        else:
            sources.append(cast("Source", source))
    return tuple(sources), tuple(problems)


def choose_sources(sources: Sequence[Source], only: Sequence[str], without: Sequence[str]) -> tuple[Source, ...]:
    """Those that are wanted, *only* empty: all, in their order; raises `UsageError` for a name that none has."""
    names = [source.name for source in sources]
    for name in (*only, *without):
        if name not in names:
            raise UsageError(f"there is no knowledge source '{name}'; there are: {', '.join(names)}")
    chosen = tuple(each for each in sources if each.name not in without and (not only or each.name in only))
    if not chosen:
        raise UsageError("no knowledge source is left: nothing can be found out without any")
    return chosen
