"""The features of a candidate by itself, as numbers with names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from typing import Any

from .concepts import CONCEPTS
from .pages import Candidate
from .shapes import SHAPE

_TAGS = [
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "span",
    "div",
    "a",
    "li",
    "ul",
    "ol",
    "time",
    "b",
    "strong",
    "em",
    "i",
    "small",
    "figcaption",
    "td",
    "th",
    "tr",
    "table",
    "dt",
    "dd",
    "dl",
    "button",
    "label",
    "address",
    "section",
    "article",
    "header",
    "blockquote",
    "main",
    "body",
    "cite",
    "summary",
    "pre",
]
TAG_BIT = {tag: 1 << at for at, tag in enumerate(_TAGS)}
_ROOMS = [
    "a",
    "ul",
    "ol",
    "li",
    "table",
    "figure",
    "form",
    "button",
    "header",
    "footer",
    "nav",
    "aside",
    "article",
    "main",
    "section",
    "h1",
    "h2",
    "h3",
    "p",
    "blockquote",
    "dl",
    "details",
]
ROOM_BIT = {tag: 1 << at for at, tag in enumerate(_ROOMS)}
_KEYS: tuple[tuple[str, ...], ...] = (
    ("headline", "og:title", "twitter:title", "recipe.name", "newsarticle.name", "article.name", "item.headline"),
    ("author.name", "author", "person.name", "meta.author", "article:author", "item.author", "byl"),
    ("description", "og:description", "twitter:description", "item.description", "abstract", "alternativeheadline"),
    ("keywords", "news_keywords", "article:tag", "about.name", "mentions.name"),
    ("articlesection", "article:section", "recipecategory", "recipecuisine", "section"),
    ("datepublished", "datemodified", "datecreated", "published_time", "modified_time"),
    ("recipeingredient", "item.recipeingredient", "item.ingredients"),
    ("recipeinstructions", "howtostep.text", "recipeinstructions.text", "item.recipeinstructions"),
    ("recipeyield", "item.recipeyield"),
    ("item.name", "itemlistelement.name", "listitem.name", "breadcrumb"),
    ("publisher.name", "og:site_name", "organization.name", "website.name"),
    ("caption", "image.description", "imageobject.caption"),
    ("price", "pricecurrency", "offers.price"),
    ("title",),
)
KEY_OF = {name: at for at, names in enumerate(_KEYS) for name in names}
_NUMBERS = (
    "depth",
    "chain",
    "inside",
    "links",
    "pictures",
    "run size",
    "run index",
    "run share",
    "path size",
    "path index",
    "coarse size",
    "coarse index",
    "first child",
    "last child",
    "children of parent",
    "alike",
    "alike before",
    "place",
    "rank",
    "title overlap",
    "title cover",
    "is title",
    "chars after title",
    "rank after title",
    "steps to title",
    "chars after body",
    "rank after body",
    "in body",
    "body share",
    "body index",
    "body paragraphs before",
    "chars to heading",
    "heading level",
    "text before",
    "text after",
    "gap",
    "keys",
    "key index",
    "in article body",
    "article body place",
    "starts description",
    "has datetime",
    "id",
)
NAMES: tuple[str, ...] = (
    *SHAPE,
    *_NUMBERS,
    *(f"tag {tag}" for tag in _TAGS),
    *(f"outer {tag}" for tag in _TAGS),
    *(f"in {tag}" for tag in _ROOMS),
    *(f"key {names[0]}" for names in _KEYS),
    *(f"{level} {concept}" for level in ("own", "parent", "above", "label", "heading") for concept in CONCEPTS),
)
"""What the numbers of a candidate mean, in order."""

DENSE: tuple[str, ...] = (*SHAPE, *_NUMBERS)
"""Names of the numbers that are not only 0 or 1."""


_SIZES = (len(_TAGS), len(_TAGS), len(_ROOMS), len(_KEYS), *([len(CONCEPTS)] * 5))
_AT = {name: at for at, name in enumerate(DENSE)}


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The features of a candidate by itself."""

    candidate: Candidate
    dense: tuple[float, ...]
    """Numbers of its text and its place, by the first of `NAMES`."""
    bits: tuple[int, ...]
    """Sets of bits: inner tags, outer tags, rooms, keys; then concepts: own, parent's, above, of label, of heading."""
    words: frozenset[str]
    """The words of its own class names and ids."""
    words_above: frozenset[str]
    tags: tuple[str, ...]
    """The tags of its elements and of those around it, from inside to outside."""
    label: str
    """The short text before it, in small letters."""
    keys: frozenset[tuple[str, int]]
    """Where structured data hold its text."""

    def vector(self) -> list[float]:
        """All numbers, by `NAMES`."""
        numbers = list(self.dense)
        for bits, size in zip(self.bits, _SIZES, strict=True):
            numbers += _spread(bits, size)
        return numbers

    def number(self, name: str) -> float:
        """One of the dense numbers."""
        return self.dense[_AT[name]]


@lru_cache(4_096)
def _spread(bits: int, size: int) -> tuple[float, ...]:
    """A number for each bit: 1 or 0."""
    return tuple(float(bits >> at & 1) for at in range(size))


def jaccard(one: AbstractSet[str], other: AbstractSet[str]) -> float:
    """The Jaccard index of two sets: the share of all their members that is in both."""
    both = len(one & other)
    return both / max(1, len(one) + len(other) - both)


def occurrences(keys: list[Any]) -> tuple[list[int], list[int]]:
    """How often each key occurs, and how often it did before."""
    total = Counter(keys)
    seen: Counter[Any] = Counter()
    before = []
    for key in keys:
        before.append(seen[key])
        seen[key] += 1
    return [total[key] for key in keys], before


def signed(distance: float) -> float:
    """The logarithm of a distance, with its sign."""
    return log1p(distance) if distance >= 0 else -log1p(-distance)
