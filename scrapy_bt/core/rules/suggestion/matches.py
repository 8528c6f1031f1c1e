"""Where on a page an example is: a whole element, an attribute, or a part of a text; and where it nearly is.

An example is what a reader sees: entities, white space and tags within it do not matter. `…` in it is anything, up to
the end of the element; a link may be given as it is written or as where it leads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape
from itertools import islice
from typing import Literal

from ...documents.elements import HEADINGS, UNSEEN
from ..locate import PieceSpan
from ..tags import absolute
from .outline import PageOutline, TagToken

Kind = Literal["element", "attribute", "part"]
MOST = 200
"""Places of one example that are looked at."""
ATTRIBUTE = re.compile(r"""\s([^\s"'<>/=]+)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))""")
LINKS = frozenset({"href", "src", "action", "data-src", "data-href", "poster", "srcset"})
_DOTS = re.compile(r"\s*(?:…|\.\.\.)\s*")
_LOOKS_LIKE_LINK = re.compile(
    r"[a-z][a-z0-9+.-]*://\S+|[./#?]\S*|\S+/\S*|\S+\.(?:html?|php|aspx?|pdf|jpe?g|png|gif)", re.IGNORECASE
)
_DUPLICATES = frozenset({"title", "option", "meta"})
_BESIDE = re.compile(
    r"\b(?:nav|menu|header|footer|aside)\b|navbar|nav-|sidebar|breadcrumb|crumbs|related", re.IGNORECASE
)
"""Names and classes of what stands beside the content of a page."""
_TRIED = 10_000
"""Places where something long may begin that are looked at."""
_UP = 30
"""Elements around a place that are looked at."""


@dataclass(frozen=True)
class ExampleMatch:
    """One place of an example: its *span* in the source, and the element (or -1) that holds it."""

    kind: Kind
    span: PieceSpan
    element: int = -1
    attribute: str = ""
    """The attribute's name, in lower case."""

    @property
    def is_link(self) -> bool:
        """Whether its value leads somewhere."""
        return self.kind == "attribute" and self.attribute in LINKS


@dataclass(frozen=True)
class Near:
    """What is there instead of an example that is not there: *offset* in the source, or -1, and why it is no match."""

    offset: int
    text: str
    advice: str


def normalised(text: str) -> str:
    """The text with white space as one space."""
    return " ".join(text.split())


def says_something(example: str) -> bool:
    """Whether an example is more than white space and `…`, which are everywhere."""
    return any(part.strip() for part in _DOTS.split(example))


def is_meant(example: str, value: str) -> bool:
    """Whether a value is what an example shows."""
    words, read = normalised(example), normalised(value)
    if words == read:
        return True
    parts = _DOTS.split(words)
    if len(parts) == 1 or not any(parts):
        return False
    at = 0
    for part in parts[:-1]:
        at = read.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return read.startswith(parts[0]) and len(read) - at >= len(parts[-1]) and read.endswith(parts[-1])


def find_matches(outline: PageOutline, example: str, base_url: str = "") -> list[ExampleMatch]:
    """The places of an example, the likeliest first."""
    words = normalised(example)
    if not says_something(words):
        return []
    found = {match.span: match for match in reversed([*_in_text(outline, words), *_in_source(outline, words)])}
    if _LOOKS_LIKE_LINK.fullmatch(words):
        found.update((match.span, match) for match in _links(outline, words, base_url))
    if not found and len(parts := _DOTS.split(words)) > 1:
        found = {match.span: match for match in islice(_between(outline, parts), MOST)}
    prefers_links = bool(_LOOKS_LIKE_LINK.fullmatch(words))
    return sorted(found.values(), key=lambda match: (_rank(outline, match, prefers_links), match.span))


def find_near(outline: PageOutline, example: str) -> Near:
    """Where an example that has no place nearly is."""
    words, text = normalised(example), outline.text
    plain = normalised(re.sub(r"<[^<>]*>", "", unescape(words)))
    if plain != words and plain in text:
        at = text.index(plain)
        return Near(_offset(outline, at), plain, "give it as a reader sees it, without tags and entities")
    lower = text.lower()
    if len(lower) == len(text) and words.lower() in lower:
        at = lower.index(words.lower())
        return Near(
            _offset(outline, at), text[at : at + len(words)], "there it is in other letters; give it as it is there"
        )
    parts = [part for part in _DOTS.split(words) if part]
    if len(_DOTS.split(words)) > 1 and parts and parts[0] in text:
        at = text.index(parts[0])
        shown = text[at : at + max(len(words), len(parts[0]) + 20)]
        if words.startswith(parts[0]) and words.endswith(parts[-1]):
            return Near(_offset(outline, at), shown, "it begins so there, and what stands behind … does not follow")
        return Near(
            _offset(outline, at),
            shown,
            "it is there, and no element is just that; give both its beginning and its end, with … in between",
        )
    cuts = [found.end() for found in re.finditer(r"[\w]+|[^\w\s]", words)]
    low, high = 0, len(cuts)  # the longest beginning that is there
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if words[: cuts[middle - 1]] in text else (low, middle - 1)
    if low and (cuts[low - 1] >= 3 or not words.isascii()):
        at = text.index(words[: cuts[low - 1]])
        shown = text[at : at + len(words) + 20]
        return Near(
            _offset(outline, at),
            shown,
            "it begins so there and goes on otherwise; give that, or put … where it differs",
        )
    return Near(-1, "", "nothing like it is there; a page that scripts fill does not have it in its source")


def _rank(outline: PageOutline, match: ExampleMatch, prefers_links: bool) -> float:  # noqa: FBT001  # from one place
    name = outline.elements[match.element].name if match.element >= 0 else ""
    if match.attribute:
        return (0 if match.is_link else 1) if prefers_links else 4
    if name in UNSEEN:
        return 5
    if name in _DUPLICATES:
        return 3
    if name in HEADINGS:
        return 0
    is_beside = match.element >= 0 and any(
        _BESIDE.search(" ".join((label.name, *label.classes)))
        for label in outline.path(outline.elements[match.element].path)
    )
    return (1 if match.kind == "element" else 2) + 0.5 * is_beside


def _in_text(outline: PageOutline, words: str) -> Iterator[ExampleMatch]:
    for first in islice(_places(outline.text, words), MOST):
        yield _match(outline, first, first + len(words))


def _match(outline: PageOutline, first: int, last: int) -> ExampleMatch:
    number = outline.by_text.get((first, last), -1)
    if number >= 0:
        return ExampleMatch("element", inner(outline, number), number)
    return _part(outline, outline.source_span(first, last))


def _part(outline: PageOutline, span: PieceSpan) -> ExampleMatch:
    """A part, with the elements that lie in it and at its edges whole."""
    elements, source = outline.elements, outline.source
    start, end = span
    holder = outline.element_at(start)
    for _ in range(_UP):
        if holder < 0 or elements[holder].last >= end:
            break
        if not source[elements[holder].first : start].strip():
            start = elements[holder].start
        holder = elements[holder].parent
    inside = outline.element_at(end - 1)
    for _ in range(_UP):
        if inside in (-1, holder) or elements[inside].start < start:
            break
        if not source[end : elements[inside].last].strip():
            end = outline.close_of(elements[inside])
        inside = elements[inside].parent
    return ExampleMatch("part", PieceSpan(start, end), holder)


def inner(outline: PageOutline, number: int) -> PieceSpan:
    """The content of an element without white space around it."""
    element, source = outline.elements[number], outline.source
    first, last = element.first, element.last
    while first < last and source[first].isspace():
        first += 1
    while first < last and source[last - 1].isspace():
        last -= 1
    return PieceSpan(first, last)


def _between(outline: PageOutline, parts: list[str]) -> Iterator[ExampleMatch]:
    """The elements that begin with the first part and end with the last."""
    head, tail = parts[0], parts[-1]
    text = outline.text
    last_tail = text.rfind(tail)
    is_whole: dict[int, bool] = {}
    anchor = head or tail or next(filter(None, parts))
    for first in islice(_places(text, anchor), _TRIED):
        start = _offset(outline, first)
        number = outline.element_at(start)
        for _ in range(_UP):
            if number < 0:
                break
            if number not in is_whole:
                is_whole[number] = _fits(outline, number, parts)
            if is_whole[number]:
                yield ExampleMatch("element", inner(outline, number), number)
                break
            number = outline.elements[number].parent
        else:
            continue
        if number < 0 and head and tail and first < last_tail and (last := text.find(tail, first + len(head))) >= 0:
            yield _match(outline, first, last + len(tail))


def _fits(outline: PageOutline, number: int, parts: list[str]) -> bool:
    """Whether an element is all of what these are parts of."""
    element, text = outline.elements[number], outline.text
    begins, ends = outline.trimmed(element.read_first, element.read_last)
    if ends - begins <= len(parts[0]) or not text.startswith(parts[0], begins) or not text.endswith(parts[-1], 0, ends):
        return False
    return is_meant("…".join(parts), text[begins:ends])


def _in_source(outline: PageOutline, words: str) -> Iterator[ExampleMatch]:
    """In attributes, scripts and comments, as it stands or with entities."""
    for written in {words: 0, escape(words): 0, escape(words, quote=False): 0}:
        for at in islice(_places(outline.source, written), MOST):
            number = outline.tag_before(at)
            tag = outline.tags[number] if number >= 0 else None
            if tag is not None and at < tag.end:
                if tag.kind == "open":
                    yield from _in_tag(outline, tag, PieceSpan(at, at + len(written)))
                elif tag.name == "":
                    yield ExampleMatch("part", PieceSpan(at, at + len(written)), outline.element_at(at))
            elif tag is not None and tag.name in ("script", "style"):
                yield ExampleMatch("part", PieceSpan(at, at + len(written)), tag.element)


def _in_tag(outline: PageOutline, tag: TagToken, span: PieceSpan) -> Iterator[ExampleMatch]:
    for found in ATTRIBUTE.finditer(outline.source, tag.start, tag.end):
        value = value_span(found)
        if value.start <= span.start and span.end <= value.end:
            kind: Kind = "attribute" if value == span else "part"
            yield ExampleMatch(kind, span, tag.element, found[1].lower())
            return


def value_span(found: re.Match[str]) -> PieceSpan:
    """Where the value of an attribute stands."""
    group = next(number for number in (2, 3, 4) if found[number] is not None)
    return PieceSpan(found.start(group), found.end(group))


def _links(outline: PageOutline, words: str, base_url: str) -> Iterator[ExampleMatch]:
    wanted = {words, absolute(words, base_url) or words}
    count = 0
    for tag in outline.tags:
        if tag.kind != "open" or tag.end - tag.start < 8:
            continue
        for found in ATTRIBUTE.finditer(outline.source, tag.start, tag.end):
            name = found[1].lower()
            if name in LINKS:
                value = value_span(found)
                written = outline.source[value.start : value.end]
                if written in wanted or absolute(written, base_url) in wanted:
                    yield ExampleMatch("attribute", value, tag.element, name)
                    count += 1
                    if count == MOST:
                        return


def _places(text: str, words: str) -> Iterator[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + len(words))


def _offset(outline: PageOutline, at: int) -> int:
    return outline.source_span(at, at + 1).start
