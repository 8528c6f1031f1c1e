"""What is alike on a page: the list that examples belong to, by their paths, their labels and where they lead.

Each similar list is a guess at what was meant; *cost* is how daring it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from ....sentences import say
from ...documents.onward import SAYS_ONWARD
from ...regex.patterns import compile_pattern
from ..locate import PieceSpan
from .matches import ATTRIBUTE, ExampleMatch, inner, normalised, value_span
from .outline import PageOutline
from .pathshapes import PathShape, lasting, narrowed, shared_path
from .renderings import literal

_MOST_SEEDS = 4
_MOST_PLACES = 25
"""Places of one example that are compared with those of others."""
_LABEL_SIGNS = (":", "：", "=")
_LONGEST_LABEL = 40
_WINDOW = 500
"""Characters around a place that are looked at."""
_RAW = frozenset({"script", "style"})
_FITTING = re.compile(r"[^\W\d]\w*", re.ASCII)


@dataclass(frozen=True)
class SimilarList:
    """Examples with their likes: where the values of both are; without likes nothing is known but the path."""

    examples: tuple[PieceSpan, ...]
    match: ExampleMatch
    """One of the examples."""
    likes: dict[int, int] = field(default_factory=dict)
    """Where each begins and ends."""
    cost: float = 0.0
    note: str = ""
    include: str = ""
    is_whole: bool = False
    is_source: bool = False
    """Whether the values are texts of a script, a comment or something else than a page."""
    keeps_space: bool = False
    """Whether white space matters in the values."""

    leads_on: bool = False
    """Whether it is the link to the next page; what it says is all that tells it from the link to the one before."""

    @property
    def is_link(self) -> bool:
        """Whether the values lead somewhere."""
        return self.match.is_link

    @property
    def in_attribute(self) -> bool:
        """Whether the values stand within tags."""
        return bool(self.match.attribute)

    def is_alike(self, outline: PageOutline, span: PieceSpan) -> bool:
        """Whether a piece lies at the same path."""
        here = outline.element_at(span.start) if not outline.is_inside_tag(span.start) else -2
        there = self.match.element if not self.in_attribute else -2
        if here < 0 or there < 0:
            return here == there
        return outline.elements[here].path == outline.elements[there].path

    def name(self, outline: PageOutline) -> str:
        """A name for the tag."""
        if self.is_link:
            return "link"
        if self.match.element < 0:
            return "value"
        element = outline.elements[self.match.element]
        labels = outline.path(element.path)
        words = [word for label in labels[-1:] for word in sorted(label.classes)] + [element.name]
        if self.match.attribute:
            words.insert(0, self.match.attribute)
        names = (re.sub(r"\W+", "_", word, flags=re.ASCII).strip("_").lower() for word in words)
        return next((name for name in names if _FITTING.fullmatch(name)), "value")


def find_similar(outline: PageOutline, matches: Sequence[Sequence[ExampleMatch]]) -> Iterator[SimilarList]:
    """The similar lists of examples, each with all of its places."""
    for number, seed in enumerate(_seeds(outline, matches)):
        for similar in _similar_of(outline, seed):
            yield similar if not number else _daring(similar, 8.0 + 2.0 * number)


def _daring(similar: SimilarList, cost: float) -> SimilarList:
    return replace(similar, cost=similar.cost + cost)


def _seeds(outline: PageOutline, matches: Sequence[Sequence[ExampleMatch]]) -> list[tuple[ExampleMatch, ...]]:
    """One place of each example, such that they are as alike as can be."""
    if len(matches) == 1:
        kinds = {_kind(outline, match): (match,) for match in reversed(matches[0])}
        first = {_kind(outline, match): None for match in matches[0]}
        return [kinds[kind] for kind in islice(first, _MOST_SEEDS)]
    seeds: list[tuple[float, tuple[ExampleMatch, ...]]] = []
    for order, first_one in enumerate(matches[0][:_MOST_PLACES]):
        chosen, worth = [first_one], -0.5 * order
        for others in matches[1:]:
            free = [other for other in others[:_MOST_PLACES] if other.span not in {each.span for each in chosen}]
            if not free:
                break
            likeness, negative = max((_likeness(outline, first_one, other), -place) for place, other in enumerate(free))
            chosen.append(free[-negative])
            worth += likeness
        else:
            seeds.append((worth, tuple(chosen)))
    seeds.sort(key=lambda seed: -seed[0])
    different = {tuple(_kind(outline, each) for each in seed): seed for _, seed in reversed(seeds)}
    return sorted(different.values(), key=[seed for _, seed in seeds].index)[:_MOST_SEEDS]


def _kind(outline: PageOutline, match: ExampleMatch) -> tuple[object, ...]:
    return match.kind, match.attribute, outline.elements[match.element].path if match.element >= 0 else -1


def _likeness(outline: PageOutline, one: ExampleMatch, other: ExampleMatch) -> float:
    if (one.kind, one.attribute) != (other.kind, other.attribute):
        return -20.0
    if one.element < 0 or other.element < 0:
        return 0.0 if one.element == other.element else -5.0
    first, second = (outline.elements[each.element].path for each in (one, other))
    if first == second:
        return 10.0
    shared = shared_path(outline.path(first), outline.path(second))
    return 8.0 * len(shared.inner) / max(1, len(outline.path(first))) + (
        0 if shared.inner and shared.inner[-1].name else -5
    )


def _similar_of(outline: PageOutline, seed: tuple[ExampleMatch, ...]) -> Iterator[SimilarList]:
    examples = tuple(match.span for match in seed)
    first = seed[0]
    base = SimilarList(
        examples,
        first,
        is_whole=first.kind == "element" or _is_whole_text(outline, seed),
        is_source=not first.attribute and _is_raw(outline, first),
        keeps_space=_keeps_space(outline, first),
    )
    if first.kind == "part" or any((each.kind, each.attribute) != (first.kind, first.attribute) for each in seed):
        yield replace(base, cost=0.0 if len(seed) > 1 else 1.0)
        return
    numbers = [match.element for match in seed]
    paths = [outline.path(outline.elements[number].path) for number in numbers]
    shape = PathShape((), tuple(map(lasting, paths[0])), len(paths[0]))
    for path in paths[1:]:
        shape = narrowed(shape, shared_path(paths[0], path))
    members = _members(outline, shape)
    leads_on = len(seed) == 1 and _leads_on(outline, first)
    if len(members) > 1 or not leads_on:
        yield from _by_structure(outline, base, members, numbers)
    if len(seed) == 1:
        own = paths[0][-1]
        wider = _members(outline, PathShape((), (own,)))
        if len(members) < len(wider) and (own.classes or len(members) == 1):
            likes = _spans(outline, wider, first)
            yield replace(base, likes=likes, cost=8.0, note=say("takes each {}, wherever it is", own))
        if leads_on:
            likes = {first.span.start: first.span.end}
            yield replace(base, likes=likes, leads_on=True, note=say("takes the link that leads on"))
        elif len(members) > 1:
            likes = {first.span.start: first.span.end}
            yield replace(base, likes=likes, cost=10.0, note=say("takes this one alone"))


def _leads_on(outline: PageOutline, match: ExampleMatch) -> bool:
    """Whether it is the link to the next page of a list, which has no likes."""
    return match.is_link and SAYS_ONWARD.search(outline.read(outline.elements[match.element])) is not None


def _by_structure(
    outline: PageOutline, base: SimilarList, members: list[int], numbers: list[int]
) -> Iterator[SimilarList]:
    likes = _spans(outline, members, base.match)
    labels = {number: _label(outline, number) for number in members}
    shared = {labels.get(number, "") for number in numbers}
    label = shared.pop() if len(shared) == 1 else ""
    alike = [number for number in members if label and labels[number] == label]
    is_labelled = bool(label) and len(alike) < len(members)
    is_meant = is_labelled and (len(numbers) > 1 or label.endswith(_LABEL_SIGNS))
    if is_labelled:
        cost = 0.0 if is_meant else 5.0
        note = say("those after “{}”", label)
        yield replace(base, likes=_spans(outline, alike, base.match), cost=cost, note=note)
    include = _include(outline, base, likes) if base.is_link else ""
    if include:
        pattern = compile_pattern(include)
        kept = {start: end for start, end in likes.items() if pattern.is_in(outline.source[start:end])}
        cost = 0.0 if len(numbers) > 1 else 4.0
        yield replace(base, likes=kept, cost=cost, include=include, note="")
    cost = 7.0 if is_meant or (include and len(numbers) > 1) else 0.0
    yield replace(base, likes=likes, cost=cost)


def _members(outline: PageOutline, shape: PathShape) -> list[int]:
    fitting = [path for path in outline.by_path if shape.fits(outline.path(path))]
    return sorted(number for path in fitting for number in outline.by_path[path])


def _spans(outline: PageOutline, members: Sequence[int], match: ExampleMatch) -> dict[int, int]:
    """Where the values of elements begin and end; those without are left out."""
    spans: dict[int, int] = {}
    for number in members:
        if not match.attribute:
            span = inner(outline, number)
            if span.start < span.end:
                spans[span.start] = span.end
            continue
        element = outline.elements[number]
        for found in ATTRIBUTE.finditer(outline.source, element.start, element.first):
            if found[1].lower() == match.attribute:
                value = value_span(found)
                spans[value.start] = value.end
                break
    return spans


def _label(outline: PageOutline, number: int) -> str:
    """The text right before an element, inside what holds it, or in the element before it."""
    start = outline.elements[number].start
    before = outline.tag_before(start)
    for _ in range(3):
        if before < 0:
            return ""
        end = outline.tags[before].end
        words = normalised(outline.source[max(end, start - 200) : start])
        if words:
            return words if len(words) <= _LONGEST_LABEL else ""
        start = outline.tags[before].start
        before -= 1
    return ""


def _include(outline: PageOutline, base: SimilarList, likes: dict[int, int]) -> str:
    """What the links of examples have in common and those of likes have not."""
    written = [outline.source[start:end] for start, end in base.examples]
    if len(written) == 1:
        prefix, suffix = written[0].rpartition("/")[0], ""
        prefix = f"{prefix}/" if prefix else ""
    else:
        prefix = _common(written)
        prefix = prefix[: max(prefix.rfind(sign) for sign in "/-_=?.") + 1]
        suffix = _common([each[::-1] for each in written])[::-1]
        suffix = suffix[suffix.find(".") :] if "." in suffix else ""
    if not prefix and not suffix:
        return ""
    code = f"^{literal(prefix)}" if prefix else ""
    if suffix:
        code += f"{'.*' if prefix else ''}{literal(suffix)}$"
    pattern = compile_pattern(code)
    return "" if all(pattern.is_in(outline.source[start:end]) for start, end in likes.items()) else code


def _common(texts: Sequence[str]) -> str:
    shortest = min(texts, key=len)
    for number, char in enumerate(shortest):
        if any(text[number] != char for text in texts):
            return shortest[:number]
    return shortest[: len(shortest) - 1]


def _is_whole_text(outline: PageOutline, seed: Sequence[ExampleMatch]) -> bool:
    """Whether nothing but white space lies between the examples and the tags around them."""
    source = outline.source
    for match in seed:
        before = source[max(0, match.span.start - _WINDOW) : match.span.start].rstrip()
        behind = source[match.span.end : match.span.end + _WINDOW].lstrip()
        if match.attribute or not before.endswith(">") or not behind.startswith("<"):
            return False
    return True


def _is_raw(outline: PageOutline, match: ExampleMatch) -> bool:
    return match.element >= 0 and outline.elements[match.element].name in _RAW


def _keeps_space(outline: PageOutline, match: ExampleMatch) -> bool:
    number = match.element
    while number >= 0:
        if outline.elements[number].name in ("pre", "textarea"):
            return True
        number = outline.elements[number].parent
    return False
