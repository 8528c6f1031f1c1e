"""One page read by one rule: values of tags, rows of groups, and the steps to further pages.

Whatever is not as it should be is noted and harms nothing else: a tag that takes nothing, one whose pattern takes too
long, tags that do not fit a group, links that the rule may not follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from w3lib.url import safe_url_string

from ...errors import NodeError, PatternError
from ...sentences import say
from ..regex.deadlines import PageTimeout, Timeout
from ..regex.patterns import compile_pattern
from .groups import GroupRow, Through, Unequal
from .hosts import why_denied
from .layers import next_url, put_together
from .notes import Broken, Empty, LinkDenied, Note, TextCut
from .requests import RuleRequest
from .results import PageResults, TagValues
from .rule import Layer, Tag, TagRef
from .sites import LinkStep, RuleSite
from .tags import run_tag
from .ways import LinkPath, read_way, write_way

_LONG = 300_000
"""Characters of a page from which on reading it takes noticeable time."""


class RulePage:
    """A page at work; what is read once is kept with it. *notes*: what there is to tell, until somebody takes it.

    *other* gives a tag that stands in for one that takes nothing.
    """

    def __init__(
        self,
        site: RuleSite,
        text: str,
        url: str,
        *,
        base_url: str = "",
        encoding: str = "utf-8",
        timeout: Timeout | None = None,
        other: Callable[[TagRef, Tag], Tag | None] | None = None,
    ) -> None:
        self.site, self.text, self.url = site, text, url
        self._base_url, self._encoding = base_url or url, encoding
        self._timeout = None if timeout is None else PageTimeout(timeout.seconds, timeout.clock)
        self._results: dict[str, PageResults] = {}
        self._broken: dict[TagRef, Broken] = {}
        self._walks: dict[tuple[str, str], _Walk] = {}
        self._noted: set[str] = set()
        self.notes: list[Note] = []
        self._other = other

    def answer(self, request: RuleRequest) -> list[Any]:
        """The values that a source gives; raises `NodeError` where a tag that it needs could not be run."""
        self._note_empty(self.site.layers[request.layer], request.way)
        match request.verb:
            case "values":
                return self.values(request.ref)
            case "next":
                return self._next(request)
            case "urls":
                return list(dict.fromkeys(step["url"] for step in self._steps(request)))
            case "steps":
                return self._steps(request)
            case "links":
                steps = self._steps(request)
                return [steps] if steps else []
            case "content":
                return [self._with_article(request)]
            case "rows":
                return self._rows(request)
            case "url" | "entry":
                raise NodeError(say("'{}' reads no page", request.verb))

    def may_take_long(self, layers: Iterable[str]) -> bool:
        """Whether reading the page for these layers may hold up whoever waits for it."""
        names = list(layers)
        if len(self.text) * max(map(self.site.growth, names), default=1) > _LONG:
            return True
        patterns = {pattern for name in names for pattern in self.site.patterns(name)}
        return not all(compile_pattern(pattern).is_quick(self.text) for pattern in patterns)

    def read(self, layers: Iterable[str]) -> None:
        """Run the tags of these layers; what they take is kept."""
        for name in layers:
            self._read(self.site.layers[name])

    def taken(self) -> Iterator[TakenTag]:
        """What the tags have taken, as far as they were read and ran, and had something to look in.

        A page of another template takes nothing of this one.
        """
        for name, results in self._results.items():
            layer = self.site.layers[name]
            others = (self._results.get(each.name) for each in self.site.siblings(layer) if each is not layer)
            if any(found.values for other in others if other is not None for found in other.found) and not any(
                found.values for found in results.found
            ):
                continue
            for found in results.found:
                if TagRef(name, found.tag) not in self._broken:
                    yield from _taken(layer, (), layer.tag(found.tag), [found])

    def values(self, ref: TagRef) -> list[str]:
        """All values of a tag on the page, those of a child tag one parent's after the other."""
        layer = self.site.layers[ref.layer]
        top = self._top(layer, ref.tag)
        self._demand([top])
        found = [each for each in self._read(layer).found if each.tag == top.tag]
        return [value for each in _named(found, ref.tag) for value in each.values]

    def _next(self, request: RuleRequest) -> list[LinkStep]:
        layer = self.site.layers[request.layer]
        tag = TagRef(layer.name, layer.next_page)
        self._demand([self._top(layer, layer.next_page)])
        url = self._safe(next_url(layer, self._read(layer)))
        onward = read_way(request.way).visiting(url) if url else None
        if onward is None or not self._may_follow(tag, url):
            return []
        return [{"url": url, "way": write_way(onward), "level": 0}]

    def _steps(self, request: RuleRequest) -> list[LinkStep]:
        layer = self.site.layers[request.layer]
        self._demand([self._top(layer, request.name)])
        return list(self._walk(layer, request.way).steps.get(request.ref, {}).values())

    def _with_article(self, request: RuleRequest) -> str:
        layer, way = self.site.layers[request.layer], read_way(request.way)
        self._demand([self._top(layer, layer.content)])
        here = self._read(layer)
        before = way.articles.get(layer.name)
        whole = here if before is None else put_together(layer, [before, here])
        return write_way(way.with_article(layer.name, whole))

    def _rows(self, request: RuleRequest) -> list[dict[str, str]]:
        layer = self.site.layers[request.layer]
        group = next(group for group in self.site.rule.groups if group.name == request.name)
        self._demand(self._top(layer, ref.tag) for ref in group.tags if ref.layer == layer.name)
        names = self.site.fields[group.name]
        rows = self._walk(layer, request.way).rows.get(group.name, [])
        return [dict(zip(names, row.values, strict=True)) for row in rows]

    # Reading

    def _read(self, layer: Layer) -> PageResults:
        results = self._results.get(layer.name)
        if results is None:
            found = tuple(self._run(layer, tag.name) for tag in layer.children.get("", ()))
            results = self._results[layer.name] = PageResults(layer.name, self.url, found)
        return results

    def _run(self, layer: Layer, name: str) -> TagValues:
        other = self._other
        try:
            return run_tag(
                layer.tag(name), self.text, self._base_url, children=layer.children, timeout=self._timeout,
                other=None if other is None else lambda tag: other(TagRef(layer.name, tag.name), tag),
            )  # fmt: skip
        except (NodeError, PatternError) as error:
            ref = TagRef(layer.name, name)
            self._broken[ref] = Broken(ref, self.url, error)
            self.notes.append(self._broken[ref])
            return TagValues(name, ())

    def _note_empty(self, layer: Layer, way: str) -> None:
        """A page of another template takes nothing of this one, and the last page of a list leads to none."""
        if layer.name in self._noted:
            return
        self._noted.add(layer.name)
        templates = [self._read(each) for each in self.site.siblings(layer) if each is not layer]
        if any(found.values for other in templates for found in other.found):
            return
        counts: dict[str, int] = {}
        _count(self._read(layer).found, counts)
        goes_on = bool(layer.content) and layer.name in read_way(way).articles
        for tag in layer.tags:
            ref = TagRef(layer.name, tag.name)
            is_due = tag.name != layer.next_page and (not goes_on or tag.name == layer.content)
            if is_due and counts.get(tag.name) == 0 and ref not in self._broken:
                self.notes.append(Empty(ref, self.url))

    def _walk(self, layer: Layer, text: str) -> _Walk:
        walk = self._walks.get((layer.name, text))
        if walk is None:
            walk = self._walks[layer.name, text] = _Walk({}, {})
            way = read_way(text)
            page = way.articles.get(layer.name) or self._read(layer)
            is_one_of_many = len(self.site.siblings(layer)) > 1
            for event in self.site.grouping.walk(page, (way.path,)):
                if isinstance(event, Through):
                    self._add_step(walk, event, way)
                elif isinstance(event, GroupRow):
                    walk.rows.setdefault(event.group, []).append(event)
                    self.notes += [TextCut(event.group, column, page.url) for column in event.cut]
                elif not (is_one_of_many and 0 in event.counts.values()) and not self._is_about_broken(event):
                    self.notes.append(event)
        return walk

    def _add_step(self, walk: _Walk, through: Through, way: LinkPath) -> None:
        url = self._safe(through.url)
        if not url or not self._may_follow(through.link, url):
            return
        path: dict[TagRef, str] = {}
        for part in through.path:
            path.update(part)
        led_to = [layer.name for layer in self.site.rule.led_to(through.link)]
        step = self.site.step(url, replace(way, path=path), led_to)
        if step is not None:
            walk.steps.setdefault(through.link, {}).setdefault((url, step["way"]), step)

    def _is_about_broken(self, unequal: Unequal) -> bool:
        return any(self._top(self.site.layers[ref.layer], ref.tag) in self._broken for ref in unequal.counts)

    # Rules of the road

    def _safe(self, url: str) -> str:
        """The URL as it is sent: what stands in its query is written in the page's encoding."""
        if not url:
            return ""
        try:
            return safe_url_string(url, encoding=self._encoding)
        except (ValueError, LookupError):
            return url

    def _may_follow(self, tag: TagRef, url: str) -> bool:
        # Whether internal addresses are allowed is not for a page to know.
        denial = why_denied(url, self.site.hosts, allows_internal=True)
        if denial is not None:
            self.notes.append(LinkDenied(tag, url, self.url, denial.reason))
        return denial is None

    def _demand(self, tags: Iterable[TagRef]) -> None:
        """Raise the error of the first of these tags that could not be run."""
        for ref in tags:
            self._read(self.site.layers[ref.layer])
            if ref in self._broken:
                raise self._broken[ref].error

    def _top(self, layer: Layer, name: str) -> TagRef:
        """The tag of the page itself in which a tag lies."""
        tag = layer.tag(name)
        while tag.parent:
            tag = layer.tag(tag.parent)
        return TagRef(layer.name, tag.name)


class TakenTag(NamedTuple):
    """What one tag has taken of a page."""

    tag: Tag
    ref: TagRef
    above: tuple[Tag, ...]
    """The tags on whose results it works, the outermost first; None if it works on the page itself."""
    places: list[TagValues]
    """Its values: of the page, or of each result of the tag above."""


@dataclass(frozen=True)
class _Walk:
    """What a layer gives to one who came by one way."""

    rows: dict[str, list[GroupRow]]
    steps: dict[TagRef, dict[tuple[str, str], LinkStep]]


def _taken(layer: Layer, above: tuple[Tag, ...], tag: Tag, places: list[TagValues]) -> Iterator[TakenTag]:
    yield TakenTag(tag, TagRef(layer.name, tag.name), above, places)
    for number, child in enumerate(layer.children.get(tag.name, ())):
        inner = [branch.children[number] for place in places for branch in place.branches]
        if inner:
            yield from _taken(layer, (*above, tag), child, inner)


def _named(found: Iterable[TagValues], name: str) -> Iterator[TagValues]:
    for each in found:
        if each.tag == name:
            yield each
        for result in each.branches:
            yield from _named(result.children, name)


def _count(found: Iterable[TagValues], counts: dict[str, int]) -> None:
    for each in found:
        counts[each.tag] = counts.get(each.tag, 0) + len(each.values)
        for result in each.branches:
            _count(result.children, counts)
