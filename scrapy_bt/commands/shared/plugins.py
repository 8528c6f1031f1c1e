"""What other packages add to inference by entry points: knowledge sources, and oracles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from scrapy.exceptions import UsageError

from ...core.inference.blackboard.source import KnowledgeSource
from ...core.inference.replay.oracle import PartialOracle
from ...core.inference.sources import SOURCES
from ...core.samples.traffic import Answer

SOURCE_GROUP = "scrapy_bt.sources"
"""The group of entry points; each names a class of a source, or a source."""
ORACLE_GROUP = "scrapy_bt.oracles"
"""The same of oracles."""


def all_sources(found: Iterable[EntryPoint] | None = None) -> tuple[tuple[KnowledgeSource, ...], tuple[str, ...]]:
    """All sources, those of the core first, and what is wrong with those that cannot be used."""
    points = entry_points(group=SOURCE_GROUP) if found is None else found
    loaded, problems = _load(points, "knowledge source", ("name", "watches", "applies", "derive"), SOURCES)
    return (*SOURCES, *cast("list[KnowledgeSource]", loaded)), tuple(problems)


def all_oracles(found: Iterable[EntryPoint] | None = None) -> tuple[tuple[PartialOracle, ...], tuple[str, ...]]:
    """The oracles of other packages, and what is wrong with those that cannot be used."""
    points = entry_points(group=ORACLE_GROUP) if found is None else found
    loaded, problems = _load(points, "oracle", ("name", "unlike"), ())
    return tuple(_GuardedPlugin(each.name, each) for each in loaded), tuple(problems)


@dataclass
class _GuardedPlugin:
    """An oracle whose faults are reasons like others."""

    name: str
    inner: Any

    def unlike(self, recorded: Answer, answer: Answer) -> str:
        try:
            return str(self.inner.unlike(recorded, answer) or "")
        except Exception as error:  # noqa: BLE001 - code of others, whatever it raises
            return f"the oracle '{self.name}' has failed: {type(error).__name__}: {error}"


def _load(
    points: Iterable[EntryPoint], kind: str, parts: Sequence[str], own: Sequence[Any]
) -> tuple[list[Any], list[str]]:
    known, problems = {each.name for each in own}, []
    usable = []
    for point in sorted(points, key=lambda point: point.name):
        name = f"the {kind} '{point.name}' ({point.value})"
        try:
            loaded = point.load()
            plugin = loaded() if isinstance(loaded, type) else loaded
        except Exception as error:  # noqa: BLE001 - code of others, whatever it raises
            problems.append(f"{name} cannot be loaded: {type(error).__name__}: {error}")
            continue
        missing = [part for part in parts if not hasattr(plugin, part)]
        if missing:
            problems.append(f"{name} is no {kind}: it has no {', '.join(missing)}; see docs/extending.md")
        elif plugin.name in known:
            problems.append(f"{name} is left out: there is a {kind} of the name '{plugin.name}' already")
        else:
            known.add(plugin.name)
            usable.append(plugin)
    return usable, problems


def choose_sources(
    sources: Sequence[KnowledgeSource], only: Sequence[str], without: Sequence[str]
) -> tuple[KnowledgeSource, ...]:
    """Those that are wanted, *only* empty: all, in their order; raises `UsageError` for a name that none has."""
    names = [source.name for source in sources]
    for name in (*only, *without):
        if name not in names:
            raise UsageError(f"there is no knowledge source '{name}'; there are: {', '.join(names)}")
    chosen = tuple(each for each in sources if each.name not in without and (not only or each.name in only))
    if not chosen:
        raise UsageError("no knowledge source is left: nothing can be found out without any")
    return chosen
