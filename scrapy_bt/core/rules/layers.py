"""Layers at work: reading one page, and putting pages of one article together (rules.md, "Fields")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..regex.deadlines import PageTimeout, Timeout
from .results import PageResults, TagResult, TagValues
from .rule import Layer
from .tags import run_tag


def read_page(
    layer: Layer,
    text: str,
    url: str,
    *,
    base_url: str = "",
    timeout: Timeout | None = None,
    is_traced: bool = False,
) -> PageResults:
    """What the tags of a layer take from a page; *base_url*: what its links are relative to, if not *url*.

    Raises `PatternTimeout` when a pattern takes longer than *timeout* has for one pattern on one page.
    """
    shared = None if timeout is None else PageTimeout(timeout.seconds, timeout.clock)
    children = layer.children
    found = tuple(
        run_tag(tag, text, base_url or url, children=children, timeout=shared, is_traced=is_traced)
        for tag in children.get("", ())
    )
    return PageResults(layer.name, url, found)


def next_url(layer: Layer, page: PageResults) -> str:
    """Where the next page of the same list or article is; empty on the last."""
    return next(iter(page.values(layer.next_page)), "") if layer.next_page else ""


def put_together(layer: Layer, pages: Sequence[PageResults]) -> PageResults:
    """One article from its *pages* in order: the first, with the values of the content tag of all of them in one.

    A page begins on a new line, unless the layer says what stands between two. What child tags took stays as it is:
    they worked on the pieces of each page alone, with their offsets.
    """
    first = pages[0]
    if not layer.content or len(pages) == 1:
        return first
    texts: list[str] = []
    parts: list[TagResult] = []
    for page in pages:
        here = [result for found in page.found if found.tag == layer.content for result in found.results]
        texts.append("".join(part.value for part in here))
        parts += here
    text = _on_lines(texts) if layer.joint is None else layer.joint.join(filter(None, texts))
    whole = TagResult(text, tuple(child for part in parts for child in part.children))
    return replace(
        first,
        found=tuple(
            TagValues.of(found.tag, [_joined(whole)] if parts else [], found.trace)
            if found.tag == layer.content
            else found
            for found in first.found
        ),
    )


def _on_lines(texts: Iterable[str]) -> str:
    """The texts in one, each on a new line; where one side has a line end none is added."""
    pieces: list[str] = []
    for text in filter(None, texts):
        if pieces and pieces[-1][-1] not in "\r\n" and text[0] not in "\r\n":
            pieces.append("\n")
        pieces.append(text)
    return "".join(pieces)


def _joined(whole: TagResult) -> TagResult:
    """The result with the values of each child tag in one list."""
    by_tag: dict[str, tuple[TagResult, ...]] = {}
    for child in whole.children:
        by_tag[child.tag] = (*by_tag.get(child.tag, ()), *child.results)
    return whole._replace(children=tuple(TagValues.of(tag, results) for tag, results in by_tag.items()))
