"""Observes what the nodes of a tree give: each extraction is told with its page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler

from ...core.healing.patching.pieces import JSON, json_path, language_of
from ...core.tree.events import Arrived, Event
from ...core.tree.nodes import Data, Document, Item, Node, Source
from ...core.tree.notation import one_line
from ...core.tree.pages import Query
from ...frontier.entries import Entry
from ..reading.pages import ResponsePage
from .looks import PageLooks
from .selectors import path_from_here
from .watching import Healing

if TYPE_CHECKING:
    from ...core.rules.rule import Tag, TagRef
    from .tags import TagWitness


class TreeWitness:
    """A `core.tree.extractions.Witness` that knows the page of a task, and heals what the page does not give."""

    def __init__(self, healing: Healing, document: Document, *, file: str = "", rules: Collection[str] = ()) -> None:
        self._healing, self._attention = healing, healing.attention
        self._tags = _tag_witness(file, rules) if rules else None
        self._page: ResponsePage | None = None
        self._sources = {key: (source, place, within) for key, source, place, within in _sources_of(document, file)}
        self._spelled: dict[tuple[str, str], str] = {}
        """The sources that were met, by how they are written."""
        rows = {node: source for (node, name), (source, *_) in self._sources.items() if not name}
        self._of_rules = {node for node, source in rows.items() if source.how == "rules"}
        self._look: PageLooks | None = None
        self.hears_all = False
        """As `core.tree.extractions.Witness`."""
        self.may_heal = healing.repairs is not None
        """Other selectors may stand in for a node's own."""
        self._size = 0
        """Bytes of the last page."""
        self.lacking: frozenset[str] = frozenset()
        """Nodes of the last page: when they are healed, it is fetched again."""
        self.missing: Collection[tuple[str, str]] = ()
        """Nodes and fields for which the last page gave nothing, and which mostly have something."""
        self._request: Request | None = None
        """That of the last page."""
        self._healed: dict[tuple[str, str, str], int] = {}
        """The proposals that have given values on this page, by node, method and selector."""

    def begin(self, event: Event, *, again: bool = False) -> None:
        """Note that a task goes on, with or without a page; *again*: the page had to wait."""
        page = event.page if isinstance(event, Arrived) else None
        self._page = page if isinstance(page, ResponsePage) else None
        self._look = self._healing.look_at(self._page.response) if self._page is not None else None
        self.hears_all = self._look is not None or (self._page is not None and self._attention.glances)
        if self._look is not None:
            self._look.is_again = again
            self._healed = {}

    def __bool__(self) -> bool:
        """Whether something is healed on this page."""
        return self._look is not None and bool(self._look.switches)

    def __call__(self, node: str, name: str, values: Sequence[Any], *, found: int, empty: int) -> None:
        """Note what an extraction gave; what is healed counts as missing, as the file finds nothing."""
        if self._look is None:
            if (self.hears_all if found else empty) and node not in self._of_rules:
                self._attention.glance((node, name), len(values) or found, values[0] if values else None)
            return
        if node in self._of_rules:  # their tags are looked at themselves
            return
        source, place, within = self._sources.get((node, name), (None, "", ""))
        if source is not None and (number := self._healed.get((node, source.how, str(source.texts[0])))) is not None:
            self._look.healed[node, name] = number
            empty, found, values = empty + (len(values) or found), 0, ()
        self._look.note(
            node, name, values, found=len(values) or found, empty=empty,
            selector=self._spelling(node, name, source), place=place, within=within,
        )  # fmt: skip

    def _spelling(self, node: str, name: str, source: Source | None) -> str:
        spelled = self._spelled.get((node, name))
        if spelled is None:
            spelled = self._spelled[node, name] = "" if source is None else one_line(source)
        return spelled

    def heal(
        self, node: str, query: Query, found: Sequence[Any], read: Callable[[Query], Sequence[Any]]
    ) -> Sequence[Any]:
        """As `crawl.reading.selectors.Healer`."""
        switches = None if self._look is None else self._look.switches
        switch = switches.get(node, query.how, query.texts[0]) if switches else None
        if switch is None:
            return found

        def try_other(selector: str) -> tuple[Sequence[Any], Sequence[Any]]:
            other = read(Query(language_of(selector), (json_path(selector),), query.kind))
            return other, _plain(other)

        healed = switch.heal(found, _plain(found), try_other)
        if healed is None:
            return found
        self._healed[node, query.how, query.texts[0]] = switch.filed.id
        return healed

    def end(self) -> str | None:
        """End the page of a task; returns the node because of which it has to be read again later."""
        look, self._look = self._look, None
        page, self._page = self._page, None
        if page is not None and page.rules and self._tags is not None:
            self._note_tags(look, page)
        self.lacking, self.missing, self._request = frozenset(), (), None
        if look is None:
            return None
        self._size = len(look.response.body)
        repairs = self._healing.repairs
        node = repairs.waiting.missing(look) if repairs is not None else None
        if node is not None:  # what is healed counts when it is read again
            look.healed.clear()
            if page is not None:
                page.rules.clear()  # what rules have read of it is read again
        self._healing.take_in(look)
        if repairs is not None:
            self.lacking, self.missing = repairs.again.lacking(look), repairs.again.missing(look)
            self._request = look.response.request
        return node

    def other_tag(self, file: str, ref: TagRef, tag: Tag) -> Tag | None:
        """As `crawl.reading.rulebooks.TagHealer`."""
        repairs = self._healing.repairs
        return None if repairs is None or self._tags is None else self._tags.other(repairs.switches, file, ref, tag)

    def _note_tags(self, look: PageLooks | None, page: ResponsePage) -> None:
        assert self._tags is not None, "asked where there are rules"
        for file, read in page.rules.items():
            if look is not None:
                self._tags.note(look, file, read)
                continue
            for sought, values in self._tags.taken(file, read):
                if self._attention.glances or not values:
                    self._attention.glance(sought, len(values), values[0] if values else None)

    def hold(self, node: str, resume: Callable[[], None]) -> None:
        """Call *resume* when it is decided what becomes of the node."""
        assert self._healing.repairs is not None, "it has told that a page has to wait"
        self._healing.repairs.waiting.hold(node, resume, size=self._size)

    def queue_by(self, queue: Callable[[bytes], None]) -> None:
        """By *queue* the tasks go on whose pages earlier crawls have read without what is healed now."""
        if self._healing.repairs is not None:
            self._healing.repairs.again.queue = queue

    def note_missed(self, again: Entry | None) -> None:
        """Note what the last page was missing; *again*: the task that reads it once more, if there can be one."""
        if self._request is not None and self._healing.repairs is not None:
            self._healing.repairs.again.note_task(self._request, self.missing, again)

    def keep(self, fetch: Callable[[], None]) -> None:
        """Call *fetch* when one of the nodes is healed that the last page was lacking."""
        assert self._healing.repairs is not None, "it has told what is lacking"
        self._healing.repairs.again.keep(self.lacking, fetch)


def open_witness(crawler: Crawler, document: Document, rules: Collection[str] = ()) -> TreeWitness | None:
    """The witness of a tree's crawl; None if nothing is watched."""
    healing = crawler.get_extension(Healing)
    if healing is None:
        return None
    file = str(getattr(crawler.spidercls, "tree_file", ""))
    return TreeWitness(healing, document, file=path_from_here(str(Path(file).absolute())) if file else "", rules=rules)


def _tag_witness(file: str, rules: Collection[str]) -> TagWitness:
    from .tags import TagWitness  # noqa: PLC0415  # loaded for programs that have rules

    return TagWitness(str(Path(file).parent) if file else "", is_only=len(rules) == 1)


def _sources_of(document: Document, file: str) -> Iterator[tuple[tuple[str, str], Source, str, str]]:
    """By node and field: the source, where it is written, and the selector of the rows in which it runs."""
    for name, node in document.declarations.items():
        if isinstance(node, Data) and node.source is not None:
            yield (name, ""), node.source, _place_of(node.source, file), ""
        elif isinstance(node, Item):
            within = ""
            if node.each is not None:
                yield (name, ""), node.each, _place_of(node.each, file), ""
                within = (JSON if node.each.how == "json" else "") + str(node.each.texts[0])
            for field in node.fields:
                if isinstance(field.value, Source):
                    yield (name, field.name), field.value, _place_of(field.value, file), within


def _plain(values: Sequence[Any]) -> list[Any]:
    """The first values that are data."""
    return [one for one in values[:5] if isinstance(one, (str, int, float))]


def _place_of(node: Node, file: str) -> str:
    return f"{file}:{node.place.line}" if node.place is not None and file else ""
