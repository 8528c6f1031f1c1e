"""Addresses of one kind, as those of a list's details, and how links to them are told from others beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from ...samples.parameters import parameters_of
from ...samples.traffic import Sent
from ..answers.elements.markup import quoted
from ..answers.requests.shapes import Shape, shape_of

_PIECE = re.compile(r".*[/?=&]|[A-Za-z][A-Za-z_-]*")
"""The pieces that addresses begin alike with: whole ones, or the word before a number."""
_ENDING = re.compile(r"/$|\.[A-Za-z][A-Za-z0-9]{0,5}$")
"""What addresses may end alike with: as folders do, or files of one kind."""
_WORDS = re.compile(r"[A-Za-z_]{2,}")
_NAMED = re.compile(r"([A-Za-z]+)[\W_]?\d+")
"""A segment of a word and a number: the word is the same for all of a kind."""


@dataclass(frozen=True)
class AddressKind:
    """What addresses have in common: *fixed* segments by their places, words before numbers among them."""

    shape: Shape
    fixed: tuple[str | None, ...]
    """Of each segment what it has to be; None if it may be anything."""
    is_loose: bool
    """Only one address is known, and nothing in it looks like a value: its last segment may be another."""
    is_folder: bool | None = None
    """Whether its path ends with a slash, as none of a file beside folders does; None if it does with some of them."""

    @classmethod
    def of(cls, urls: Sequence[str]) -> AddressKind | None:
        """The kind that all of these are of; None if they are of several."""
        shapes = [shape_of(Sent("GET", url)) for url in urls]
        first = shapes[0]
        if any(_outer(shape) != _outer(first) for shape in shapes):
            return None
        paths = [_segments(url) for url in urls]
        columns = list(zip(*(shape.path for shape in shapes), strict=True))
        differing = [place for place, own in enumerate(columns) if len(set(own)) > 1]
        if len(differing) > 1:
            return None
        fixed = tuple(
            _word_of([path[place] for path in paths]) if "*" in own else None if place in differing else own[0]
            for place, own in enumerate(columns)
        )
        folders = set(map(_is_folder, urls))
        return cls(first, fixed, len(set(urls)) == 1, folders.pop() if len(folders) == 1 else None)

    def has(self, url: str) -> bool:
        """Whether an address is of this kind."""
        shape = shape_of(Sent("GET", url))
        if _outer(shape) != _outer(self.shape) or self.is_folder not in (None, _is_folder(url)):
            return False
        unlike, last = self._unlike(url), len(self.fixed) - 1
        return not unlike or (self.is_loose and unlike == [last] and self.shape.path[last] != "*")

    def has_elsewhere(self, url: str) -> bool:
        """Whether an address is of this kind but for a folder: below it is what is called as all of the kind are."""
        if _outer(shape_of(Sent("GET", url))) != _outer(self.shape) or self.is_folder not in (None, _is_folder(url)):
            return False
        unlike = self._unlike(url)
        named = [place for place, wanted in enumerate(self.fixed) if wanted and self.shape.path[place] == "*"]
        return len(unlike) == 1 and any(place > unlike[0] for place in named)

    def _unlike(self, url: str) -> list[int]:
        """The places of segments that are not as they have to be."""
        return [
            place
            for place, (wanted, segment) in enumerate(zip(self.fixed, _segments(url), strict=True))
            if wanted is not None and segment != wanted and _word_of([segment]) != wanted
        ]


def _is_folder(url: str) -> bool:
    return urlsplit(url).path.endswith("/")


def _outer(shape: Shape) -> tuple[str, int, frozenset[str], tuple[str, ...]]:
    return shape.host, len(shape.path), shape.names, shape.does


@lru_cache(4096)
def _segments(url: str) -> tuple[str, ...]:
    keys = (parameter for parameter in parameters_of(Sent("GET", url)) if parameter.key.where == "path")
    return tuple(parameter.value for parameter in keys)


def _word_of(segments: Sequence[str]) -> str | None:
    """The word that all begin with, before a number; None if they may begin with anything."""
    found = {match[1] if (match := _NAMED.fullmatch(segment)) else None for segment in segments}
    return found.pop() if len(found) == 1 else None


def what_selects(texts: Sequence[str], others: Sequence[str], elsewhere: Sequence[str] = ()) -> str:
    """What selects these addresses, as spelled, and none of the others beside them; empty if nothing does.

    They begin alike, as far as a piece of an address goes, and end alike where that tells them from others; a word that
    only the others have is excluded, and so is a sign that these begin with, as `/` or `?` beside names of files.
    *elsewhere*: addresses of the same kind on other pages, for which it holds, too.
    """
    own = _begins(texts)
    head = own if all(text.startswith(own) for text in elsewhere) else _begins([*texts, *elsewhere])
    kept = f"[href^={quoted(head)}]" if head else ""
    beside = [other for other in others if other.startswith(head)]
    if head and not beside:
        return kept
    endings = {match[0] if (match := _ENDING.search(text)) else "" for text in texts}
    ending = endings.pop() if len(endings) == 1 else ""
    if ending and not any(other.endswith(ending) for other in beside):
        return f"{kept}[href$={quoted(ending)}]"
    words = [word for word in _WORDS.findall(beside[0]) if not any(word in text for text in texts)] if own else []
    telling = next((word for word in words if all(word in other for other in beside)), None)
    if telling:
        return f"{kept}:not([href*={quoted(telling)}])"
    signs = {other[:1] for other in others}
    is_told = not any(map(str.isalnum, signs)) and signs.isdisjoint(text[:1] for text in (*texts, *elsewhere))
    return "".join(f":not([href^={quoted(sign)}])" for sign in sorted(signs)) if is_told else ""


def _begins(texts: Sequence[str]) -> str:
    """What addresses begin alike with, as far as a piece of an address goes."""
    low, high = min(texts, default=""), max(texts, default="")
    common = next((place for place, pair in enumerate(zip(low, high, strict=False)) if len(set(pair)) > 1), len(low))
    start = _PIECE.match(low[:common])
    return start[0] if start and start[0] != "/" else ""
