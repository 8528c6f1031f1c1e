"""A layer tried on one page: what each tag did step by step, why some took nothing, and the rows of groups."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import urljoin, urlsplit

from ...errors import NodeError, PatternError
from ...sentences import say, spoken
from ..regex.deadlines import PageTimeout, Timeout
from .groups import GroupRow, RowGrouping, Unequal
from .locate import PieceSpan
from .reasons import why_nothing
from .results import PageResults, StepTrace, TagValues, Trace
from .rule import Layer, Rule, RuleGroup, Tag, TagRef
from .tags import run_tag

_BLOCK = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class StepChange:
    """What one step did to all values of a tag: their number before and after, one that it changed, one it dropped."""

    step: str
    note: str
    before: int
    after: int
    example: tuple[str, str] | None = None
    dropped: str | None = None


@dataclass(frozen=True)
class TagTrial:
    """What became of a tag; of a child tag in all values of its parent together."""

    tag: Tag
    values: tuple[str, ...] = ()
    starts: tuple[PieceSpan, ...] = ()
    """The matches of the start code on the page, for tags that work on it; at most `MOST_SHOWN`."""
    ends: tuple[PieceSpan, ...] = ()
    pieces: tuple[PieceSpan, ...] = ()
    changes: tuple[StepChange, ...] = ()
    children: tuple[TagTrial, ...] = ()
    problem: str = ""
    """Why it took nothing, or did not get so far."""
    parents: int = -1
    """For a child tag: the values of its parent, and in how many of them it took something."""
    successes: int = 0


@dataclass(frozen=True)
class GroupTrial:
    """The rows of a group from the page alone; values from pages before it stand as the names of their tags."""

    group: RuleGroup
    rows: tuple[GroupRow, ...] = ()
    problems: tuple[str, ...] = ()
    goes_on: str = ""
    """Where its rows become complete, if not on this page."""


@dataclass(frozen=True)
class LayerTrial:
    """What a layer takes from a page."""

    layer: Layer
    tags: tuple[TagTrial, ...]
    groups: tuple[GroupTrial, ...]


def try_layer(
    rule: Rule,
    layer: Layer,
    text: str,
    url: str,
    *,
    base_url: str = "",
    tag: str = "",
    timeout: Timeout | None = None,
) -> LayerTrial:
    """The layer at work on a page; with *tag*, only that one, with what it works on and what works on it."""
    shared = None if timeout is None else PageTimeout(timeout.seconds, timeout.clock)
    chosen = _only(layer, tag) if tag else layer
    found: list[TagValues] = []
    trials: list[TagTrial] = []
    for top in chosen.children.get("", ()):
        result = _run(top, chosen, text, base_url or url, shared)
        if isinstance(result, TagValues):
            found.append(result)
            trials.append(_trial(chosen, top, [result], [text]))
        else:
            trials.append(TagTrial(top, problem=result))
    page = PageResults(layer.name, url, tuple(found))
    return LayerTrial(chosen, tuple(trials), () if tag else tuple(_groups(rule, layer, page)))


def _run(tag: Tag, layer: Layer, text: str, base_url: str, timeout: Timeout | None) -> TagValues | str:
    """What a tag found, or why it could not be run."""
    try:
        return run_tag(tag, text, base_url, children=layer.children, timeout=timeout, is_traced=True)
    except (NodeError, PatternError) as error:
        return spoken(error)


def likeliest_layer(rule: Rule, text: str, url: str, *, timeout: Timeout | None = None) -> Layer:
    """The layer that is entered by the page, or of which most tags take something from it."""
    for layer in rule.layers:
        if any(_is_entry(entry, rule.site_url, url) for entry in layer.entries):
            return layer
    if rule.site_url and url == rule.site_url and not any(layer.entries for layer in rule.layers):
        return rule.layers[0]
    return max(rule.layers, key=lambda layer: sum(layer_counts(layer, text, url, timeout=timeout).values()))


def layer_counts(layer: Layer, text: str, url: str, *, timeout: Timeout | None = None) -> dict[str, bool]:
    """Which of the tags that work on the page itself take something."""
    found = {tag.name: _run(tag, Layer(layer.name), text, url, timeout) for tag in layer.children.get("", ())}
    return {name: isinstance(result, TagValues) and bool(result.values) for name, result in found.items()}


def _is_entry(entry: str, site_url: str, url: str) -> bool:
    """Whether a URL is one of an entry, its blocks being any number."""
    parts = [re.escape(part) for part in _BLOCK.split(urljoin(site_url, entry) if site_url else entry)]
    return urlsplit(url).scheme != "file" and re.fullmatch(r"\d+".join(parts), url) is not None


def _only(layer: Layer, name: str) -> Layer:
    """The layer with a tag, those above it and those below it."""
    kept = {name}
    tag = layer.tag(name)
    while tag.parent:
        tag = layer.tag(tag.parent)
        kept.add(tag.name)
    waiting = [name]
    while waiting:
        children = [child.name for child in layer.children.get(waiting.pop(), ())]
        kept.update(children)
        waiting += children
    return replace(layer, tags=tuple(tag for tag in layer.tags if tag.name in kept))


def _trial(layer: Layer, tag: Tag, results: Sequence[TagValues], texts: Sequence[str]) -> TagTrial:
    """What a tag did in each of some texts, together."""
    traces = [result.trace for result in results if result.trace is not None]
    values = tuple(value for result in results for value in result.values)
    branches = [branch for result in results for branch in result.branches]
    children = tuple(
        _trial(
            layer,
            child,
            [found for branch in branches for found in branch.children if found.tag == child.name],
            [branch.value for branch in branches],
        )
        for child in layer.children.get(tag.name, ())
    )
    is_child = bool(tag.parent)
    only = traces[0] if traces and not is_child else None
    problem = ""
    if not values and traces:
        problem = say("its parent took nothing") if not texts else why_nothing(tag, texts[0], traces[0])
    elif not values:
        problem = say("its parent took nothing")
    elif not any(value.strip() for value in values):
        problem = say("all that it took is white space") if any(values) else say("all that it took is empty")
    return TagTrial(
        tag,
        values,
        only.starts if only else (),
        only.ends if only else (),
        only.pieces if only else (),
        tuple(_changes(tag, traces)),
        children,
        problem,
        len(texts) if is_child else -1,
        sum(1 for result in results if result.values),
    )


def _changes(tag: Tag, traces: Sequence[Trace]) -> Iterator[StepChange]:
    """What each step from locate on did, in all texts together."""
    treatments = iter(tag.treatments)
    for number, (before, after) in enumerate(pairwise(traces[0].steps) if traces else ()):
        pairs = [(trace.steps[number], trace.steps[number + 1]) for trace in traces if number + 1 < len(trace.steps)]
        first, second = _values(step for step, _ in pairs), _values(step for _, step in pairs)
        if before.name == "codes":
            yield StepChange("locate", before.note, 0, len(second))
            continue
        example = dropped = None
        if after.name in ("include", "exclude"):
            kept = set(second)
            dropped = next((value for value in first if value not in kept), None)
        elif len(first) == len(second):
            example = next(((old, new) for old, new in zip(first, second, strict=True) if old != new), None)
        note = after.note
        if after.name == "treat":
            note = next(treatments).describe(first)
        yield StepChange(after.name, note, len(first), len(second), example, dropped)


def _values(steps: Iterator[StepTrace]) -> list[str]:
    return [value for step in steps for value in step.values]


def _groups(rule: Rule, layer: Layer, page: PageResults) -> Iterator[GroupTrial]:
    here = {TagRef(layer.name, tag.name) for tag in layer.tags}
    above = {
        tag: f"‹{tag}›" for group in rule.groups for tag in group.tags if tag not in here and here & rule.below(tag)
    }
    path: tuple[Mapping[TagRef, str], ...] = (above,) if above else ()
    events = list(RowGrouping(rule).rows(page, path))
    for group in rule.groups:
        if not group.tags & here:
            continue
        rows = tuple(event for event in events if isinstance(event, GroupRow) and event.group == group.name)
        said = Counter(str(event) for event in events if isinstance(event, Unequal) and event.group == group.name)
        problems = [text if count == 1 else f"{text} ({count} times)" for text, count in said.items()]
        goes_on = ""
        deeper = sorted(map(str, group.tags - here - above.keys()))
        if deeper:
            goes_on = say("its rows are complete on pages further on, which have {}", ", ".join(deeper))
        elif not rows and not problems:
            problems.append("no row is complete on this page")
        yield GroupTrial(group, rows, tuple(problems), goes_on)
