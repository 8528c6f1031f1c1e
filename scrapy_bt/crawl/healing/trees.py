"""What a tree's nodes give under observation: each extraction is told with its page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scrapy.crawler import Crawler

from ...core.tree.events import Arrived, Event
from ...core.tree.nodes import Data, Document, Item, Node, Source
from ...core.tree.notation import one_line
from ..pages import ResponsePage
from .looks import Look
from .watching import Healing


class TreeWitness:
    """A `core.tree.extractions.Witness` that knows which page a task is at."""

    def __init__(self, healing: Healing, document: Document, *, file: str = "") -> None:
        self._healing = healing
        self._sources = {key: (text, place) for key, text, place in _sources_of(document, file)}
        self._look: Look | None = None

    def begin(self, event: Event) -> None:
        """A task goes on, with a page that has arrived or without one."""
        page = event.page if isinstance(event, Arrived) else None
        self._look = self._healing.look_at(page.response) if isinstance(page, ResponsePage) else None

    def __call__(self, node: str, name: str, values: Sequence[Any], *, found: int, empty: int) -> None:
        """Note what an extraction came to."""
        if self._look is not None:
            selector, place = self._sources.get((node, name), ("", ""))
            self._look.note(node, name, values, found=len(values) or found, empty=empty, selector=selector, place=place)

    def end(self) -> None:
        """The task waits for something else now."""
        look, self._look = self._look, None
        self._healing.take_in(look)


def open_witness(crawler: Crawler, document: Document) -> TreeWitness | None:
    """The witness of a tree's crawl; none where nothing is watched."""
    healing = crawler.get_extension(Healing)
    if healing is None:
        return None
    return TreeWitness(healing, document, file=Path(getattr(crawler.spidercls, "tree_file", "")).name)


def _sources_of(document: Document, file: str) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Of each node and field: its source as it is written, and where."""
    for name, node in document.declarations.items():
        if isinstance(node, Data) and node.source is not None:
            yield (name, ""), one_line(node.source), _place_of(node.source, file)
        elif isinstance(node, Item):
            if node.each is not None:
                yield (name, ""), one_line(node.each), _place_of(node.each, file)
            for field in node.fields:
                if isinstance(field.value, Source):
                    yield (name, field.name), one_line(field.value), _place_of(field.value, file)


def _place_of(node: Node, file: str) -> str:
    return f"{file}:{node.place.line}" if node.place is not None and file else ""
