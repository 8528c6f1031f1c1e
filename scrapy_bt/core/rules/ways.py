"""The way to a page as plain text, so that a task can carry it from visit to visit (rules.md, "Results and groups").

It holds what groups need of the pages above, the part of an article that was read so far, and which pages of a list
were visited, so that none is visited twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from ...errors import NodeError
from ...sentences import say
from .results import PageResults, TagResult, TagValues
from .rule import TagRef


@dataclass(frozen=True)
class LinkPath:
    """What a visit knows of the pages before it."""

    path: Mapping[TagRef, str]
    """What was taken above, of tags that a group needs."""
    visited: tuple[str, ...] = ()
    """Marks of the pages of this list or article."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """By layer that leads back to itself: how many of its pages lie on the way, this one too."""
    articles: Mapping[str, PageResults] = field(default_factory=dict)
    """By layer with a content tag: what its pages have given so far."""

    def visiting(self, url: str) -> LinkPath | None:
        """The way with one page more of the same list or article; none if it was visited."""
        mark = _mark(url)
        return None if mark in self.visited else replace(self, visited=(*self.visited, mark))

    def with_article(self, layer: str, page: PageResults) -> LinkPath:
        """The way with what the pages of an article have given."""
        return replace(self, articles={**self.articles, layer: page})


BEGINNING = LinkPath({})


class _PackedValues(msgspec.Struct, array_like=True, omit_defaults=True):
    tag: str
    values: list[str]
    branches: list[list[_PackedValues]] = []


class _PackedPage(msgspec.Struct, array_like=True):
    url: str
    found: list[_PackedValues]


_KEYS = {"path": "p", "visited": "v", "levels": "l", "articles": "a"}


class _PackedWay(msgspec.Struct, omit_defaults=True, rename=_KEYS):
    path: dict[str, dict[str, str]] = {}
    visited: list[str] = []
    levels: dict[str, int] = {}
    articles: dict[str, _PackedPage] = {}


_decoder = msgspec.json.Decoder(_PackedWay)


def write_way(way: LinkPath) -> str:
    """The way as a text."""
    path: dict[str, dict[str, str]] = {}
    for (layer, tag), value in way.path.items():
        path.setdefault(layer, {})[tag] = value
    record = _PackedWay(
        path,
        list(way.visited),
        dict(way.levels),
        {layer: _PackedPage(page.url, _pack(page.found)) for layer, page in way.articles.items()},
    )
    try:
        return msgspec.json.encode(record).decode()
    except UnicodeEncodeError as error:
        raise NodeError(say("a value cannot be carried on: {}", error)) from None


def read_way(text: str) -> LinkPath:
    """What `write_way` has written; nothing is the beginning, a URL the first page.

    Raises `NodeError` for another JSON text.
    """
    if not text.startswith("{"):
        return LinkPath({}, (_mark(text),)) if text else BEGINNING
    try:
        record = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise NodeError(say("this is no way of a rule: {}", error)) from None
    return LinkPath(
        {TagRef(layer, tag): value for layer, tags in record.path.items() for tag, value in tags.items()},
        tuple(record.visited),
        record.levels,
        {layer: PageResults(layer, page.url, _unpack(page.found)) for layer, page in record.articles.items()},
    )


def _pack(found: tuple[TagValues, ...]) -> list[_PackedValues]:
    return [
        _PackedValues(each.tag, list(each.values), [_pack(result.children) for result in each.branches])
        for each in found
    ]


def _unpack(found: list[_PackedValues]) -> tuple[TagValues, ...]:
    return tuple(
        TagValues(
            each.tag,
            tuple(each.values),
            branches=tuple(
                TagResult(value, _unpack(children)) for value, children in zip(each.values, each.branches, strict=True)
            )
            if each.branches
            else (),
        )
        for each in found
    )


def _mark(url: str) -> str:
    """What stands for a page in a way; its fragment leads to the same page."""
    return hashlib.blake2b(url.partition("#")[0].encode("utf-8", "replace"), digest_size=8).hexdigest()
