"""Groups: rows of tables from the result tree, as a stream (rules.md, "Results and groups").

The tree is walked depth first with the path as a stack. At each node, each group all of whose tags are on the path or
at the node, and some at the node, gives its rows; values higher up repeat. A path is plain data, so that a task can
carry it from a page to the pages behind its links, and nothing else is kept.

On the way through the i-th value of a tag, another tag of the same node gives its i-th value where both have equally
many, and its only value where it has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from ...sentences import say
from .results import PageResults, TagResult, TagValues
from .rule import Rule, RuleGroup, TagRef

Path: TypeAlias = "tuple[Mapping[TagRef, str], ...]"
"""What was taken on the way, the outermost first."""


@dataclass(frozen=True)
class GroupRow:
    """A row of a group: the texts of its columns in order; *cut*: the columns that were longer than they may be."""

    group: str
    values: tuple[str, ...]
    cut: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unequal:
    """Tags of one node that cannot make rows of a group, since they do not have equally many results."""

    group: str
    counts: Mapping[TagRef, int]
    url: str
    within: str = ""
    """The parent tag in one of whose pieces they are, if they are child tags."""

    def __str__(self) -> str:
        counts = ", ".join(f"{tag} has {count}" for tag, count in self.counts.items())
        whose, advice = "tags of one layer", "take them with one tag and child tags, or put them into two groups"
        once = [tag for tag, count in self.counts.items() if count == 1]
        many = [tag for tag, count in self.counts.items() if count > 1]
        if once and len(once) + len(many) == len(self.counts) and len({self.counts[tag] for tag in many}) == 1:
            advice = say(
                "let a tag take each piece that holds {}, and make child tags of it; then {} {} in each row",
                _listed(many),
                _listed(once),
                (say("stands") if len(once) == 1 else say("stand")),
            )
        if self.within:
            whose = say("tags in one piece of {}", self.within)
            advice = say("let {} take or `include` only what has them all, or put them into two groups", self.within)
        return say(
            "group {}: {} need equally many results, but on {} {}; {}", self.group, whose, self.url, counts, advice
        )


def _listed(tags: Iterable[TagRef]) -> str:
    return " and ".join(map(str, tags))


class Through(NamedTuple):
    """The way to the pages behind one link."""

    link: TagRef
    url: str
    path: Path


class RowGrouping:
    """The groups of a rule."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._below: dict[TagRef, frozenset[TagRef]] = {}

    def rows(self, page: PageResults, path: Path = ()) -> Iterator[GroupRow | Unequal]:
        """The rows that are complete with a page, to which *path* led, and with the pages that it holds."""
        for event in self.walk(page, path):
            if not isinstance(event, Through):
                yield event

    def links(self, page: PageResults, path: Path = ()) -> Iterator[Through]:
        """The links of a page that lead to layers, each with the path for the page behind it."""
        for event in self.walk(page, path):
            if isinstance(event, Through):
                yield event

    def walk(self, page: PageResults, path: Path = ()) -> Iterator[GroupRow | Unequal | Through]:
        """Both in one go."""
        return self._walk(page.layer, page.found, path, page.url)

    @cached_property
    def _tags(self) -> frozenset[TagRef]:
        return frozenset(tag for group in self._rule.groups for tag in group.tags)

    @cached_property
    def _optional(self) -> frozenset[TagRef]:
        """What no group needs."""
        needed = (group.tags - group.optional_tags for group in self._rule.groups)
        return self._tags.difference(*needed)

    def _walk(
        self, layer: str, node: tuple[TagValues, ...], path: Path, url: str, within: str = ""
    ) -> Iterator[GroupRow | Unequal | Through]:
        values = {TagRef(layer, found.tag): found.values for found in node}
        known = {tag for step in path for tag in step}
        for group in self._rule.groups:
            here = [tag for tag in values if tag in group.tags]
            if here and group.tags <= known | values.keys():
                yield from _rows_at(group, {tag: values[tag] for tag in here}, path, url, within)
        for found in node:
            way = TagRef(layer, found.tag)
            leads_on = any(True for _ in self._rule.led_to(way))
            if not leads_on and not found.branches:
                continue
            if found.values:
                yield from self._uneven(way, values, url, within)
            for index, result in enumerate(found.results):
                deeper = (*path, self._step(way, index, values))
                if leads_on:
                    yield Through(way, result.value, deeper)
                yield from self._inside(layer, result, deeper, url, found.tag)

    def _inside(
        self, layer: str, result: TagResult, path: Path, url: str, within: str
    ) -> Iterator[GroupRow | Unequal | Through]:
        if result.children:
            yield from self._walk(layer, result.children, path, url, within)
        for page in result.pages:
            yield from self.rows(page, path)

    def _step(self, way: TagRef, index: int, values: Mapping[TagRef, tuple[str, ...]]) -> dict[TagRef, str]:
        count = len(values[way])
        step: dict[TagRef, str] = {}
        for tag, found in values.items():
            if tag not in self._tags:
                continue
            if len(found) == count:
                step[tag] = found[index]
            elif len(found) == 1:
                step[tag] = found[0]
            elif not found and tag in self._optional:
                step[tag] = ""
        return step

    def _uneven(
        self, way: TagRef, values: Mapping[TagRef, tuple[str, ...]], url: str, within: str
    ) -> Iterator[Unequal]:
        """The groups that need a tag of this node on the way to what is deeper, and cannot have it."""
        if way not in self._below:
            self._below[way] = self._rule.below(way)
        count = len(values[way])
        for group in self._rule.groups:
            if not group.tags & self._below[way]:
                continue
            counts = {
                tag: len(values[tag])
                for tag in values
                if tag in group.tags
                and len(values[tag]) not in (1, count)
                and (values[tag] or tag not in self._optional)
            }
            if counts:
                yield Unequal(group.name, {way: count, **counts}, url, within)


def _rows_at(
    group: RuleGroup, here: Mapping[TagRef, tuple[str, ...]], path: Path, url: str, within: str
) -> Iterator[GroupRow | Unequal]:
    lacking = {tag for tag, values in here.items() if not values and tag in group.optional_tags}
    if lacking == here.keys():
        return
    counts = {tag: len(values) for tag, values in here.items() if tag not in lacking}
    if len(set(counts.values())) > 1:
        yield Unequal(group.name, counts, url, within)
        return
    above: dict[TagRef, str] = {}
    for step in path:
        above.update(step)
    for index in range(next(iter(counts.values()))):
        values, cut = [], []
        for column in group.columns:
            if column.tag in lacking:
                value = ""
            else:
                value = here[column.tag][index] if column.tag in here else above[column.tag]
            if column.type == "text" and 0 < column.length < len(value):
                value = value[: column.length]
                cut.append(column.name)
            values.append(value)
        yield GroupRow(group.name, tuple(values), tuple(cut))
