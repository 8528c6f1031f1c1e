"""Codes for places: regular expressions that end where values begin, or begin where values end, cheapest first."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ....sentences import say
from ..offsets import NONE, Offset
from .markup import render_tags, render_value_edges
from .outline import PageOutline
from .renderings import (
    Rendering,
    Side,
    literal,
    price_of_length,
    render_between,
    render_edges,
    render_space,
    render_words,
)

_DEEPEST = 5
"""Tags away from a value that a code may begin."""
_WIDTH = 6
"""Of the codes for the tags next to a value, so many are carried further away."""
_WINDOW = 300
"""Characters of a text that are looked at."""
_LINES = 3
"""Lines above a value in which a label may stand."""


@dataclass(frozen=True)
class Code:
    """A start or an end code; *cost*: the less the better; *notes* say what is good and bad about it."""

    text: str
    cost: float = 0.0
    notes: tuple[str, ...] = ()
    offset: Offset = NONE


class _View(NamedTuple):
    """What is seen from a place to one side: up to the next tag (within a tag: to its end), then tags and texts."""

    near: str
    is_in_tag: bool
    gap: str
    """Within a tag: the text between it and the next tag."""
    tags: list[str]
    texts: list[str]
    """The texts behind each of the tags."""
    reaches_edge: bool
    """Whether the near text goes to the edge of the page."""


def make_codes(outline: PageOutline, places: Sequence[int], side: Side, *, is_whole: bool) -> list[Code]:
    """Codes that fit all of the places.

    *is_whole*: only white space lies between the places and the next tags, and does not belong to the values.
    """
    views = [_look(outline, place, side) for place in places]
    if len({view.is_in_tag for view in views}) > 1:
        return []
    found: list[Rendering] = []
    if all(view.reaches_edge and not view.near.strip() for view in views):
        space = r"^\s*" if side == "left" else r"\s*$"
        found.append(Rendering(space if any(view.near for view in views) else "", 0.5))
    nears = [view.near for view in views]
    if views[0].is_in_tag:
        inner = render_value_edges(nears, side)
        found += inner
        gaps = render_between([view.gap for view in views])
        joined = [(gap, _joined(gap, each, side)) for gap in gaps for each in inner if each.is_complete]
        found += [code for gap, code in joined if gap.notes]
        inner = [code for _, code in joined]
    elif is_whole or not any(near.strip() for near in nears):
        inner = [render_space(nears)]
    else:
        inner = render_edges(nears, side)
        found += inner
        if side == "left":
            inner = [*inner, Rendering("[^<]*", 4.0)] if not any(near.strip(" \n") for near in nears) else inner
    if side == "right" and not views[0].is_in_tag and all(not near.strip() for near in nears):
        is_last = [view.reaches_edge for view in views]
        if any(is_last) and not all(is_last):
            found.append(render_space(nears) + Rendering("(?:<|$)", 2.0))
        elif not any(is_last):
            found.append(render_space(nears) + Rendering("<", 1.5))
    found += _outward(views, side, [each for each in inner if each.is_complete])
    best: dict[str, Code] = {}
    for each in found:
        cost = each.cost + price_of_length(each.code)
        if each.code not in best or best[each.code].cost > cost:
            best[each.code] = Code(each.code, round(cost, 2), each.notes)
    if side == "left" and not views[0].is_in_tag:
        best.update((code.text + str(code.offset), code) for code in _lines_above(outline, places))
    return sorted(best.values(), key=lambda code: (code.cost, code.text))


def _outward(views: Sequence[_View], side: Side, inner: Sequence[Rendering]) -> Iterable[Rendering]:
    """Codes that reach over tags, one more at a time."""
    depth = min(_DEEPEST if side == "left" else 3, *(len(view.tags) for view in views))
    for level in range(depth):
        tags = [view.tags[level] for view in views]
        if len({_kind(tag) for tag in tags}) > 1:
            return
        options = [option + Rendering("", 1.0 * bool(level)) for option in render_tags(tags)]
        made = [_joined(option, each, side) for option in options for each in inner]
        yield from made
        between = render_between([view.texts[level] for view in views])
        carried = [_joined(text, each, side) for text in between for each in made if each.is_complete]
        labels = [_joined(text, each, side) for text in between if text.notes for each in made if each.is_complete]
        yield from labels
        inner = heapq.nsmallest(_WIDTH, carried, key=lambda each: each.cost + price_of_length(each.code))
        if not inner:
            return


def _joined(outer: Rendering, inner: Rendering, side: Side) -> Rendering:
    whole = outer + inner if side == "left" else inner + outer
    return Rendering(whole.code, whole.cost, whole.notes, outer.is_complete)


def _kind(tag: str) -> str:
    return tag[:2] if tag[1] in "/!?" else "<"


def _look(outline: PageOutline, place: int, side: Side) -> _View:
    source, tags = outline.source, outline.tags
    before = outline.tag_before(place)
    is_in_tag = before >= 0 and place < tags[before].end
    step = -1 if side == "left" else 1
    if side == "left":
        number = before
        edge = tags[before].start if is_in_tag else (tags[before].end if before >= 0 else 0)
        near = source[max(edge, place - _WINDOW) : place]
    else:
        number = before + 1
        edge = tags[before].end if is_in_tag else (tags[number].start if number < len(tags) else len(source))
        near = source[place : min(edge, place + _WINDOW)]
    gap = ""
    if is_in_tag and side == "left":
        number -= 1
        gap = source[max(tags[number].end if number >= 0 else 0, edge - _WINDOW) : edge]
    elif is_in_tag:
        gap = source[edge : min(tags[number].start if number < len(tags) else len(source), edge + _WINDOW)]
    reached = _TagWalk(outline, number, step)
    names, texts = reached.take(_DEEPEST)
    return _View(near, is_in_tag, gap, names, texts, not names and len(near) < _WINDOW)


class _TagWalk:
    """Tags and the texts behind them, from one on to one side."""

    def __init__(self, outline: PageOutline, number: int, step: int) -> None:
        self._outline, self._number, self._step = outline, number, step

    def take(self, most: int) -> tuple[list[str], list[str]]:
        source, tags = self._outline.source, self._outline.tags
        names: list[str] = []
        texts: list[str] = []
        number = self._number
        while 0 <= number < len(tags) and len(names) < most:
            tag = tags[number]
            following = number + self._step
            if self._step < 0:
                first, last = (tags[following].end if following >= 0 else 0), tag.start
                text = source[max(first, last - _WINDOW) : last]
            else:
                first, last = tag.end, tags[following].start if following < len(tags) else len(source)
                text = source[first : min(last, first + _WINDOW)]
            names.append(source[tag.start : min(tag.end, tag.start + 4 * _WINDOW)])
            texts.append(text)
            number = following
        return names, texts


def _lines_above(outline: PageOutline, places: Sequence[int]) -> Iterable[Code]:
    """Labels on lines above, with offsets; for texts whose lines are their structure."""
    source = outline.source
    lines = [source.rfind("\n", 0, place) + 1 for place in places]
    columns = {place - line for place, line in zip(places, lines, strict=True)}
    if len(columns) != 1 or any(source[line:place].strip() for place, line in zip(places, lines, strict=True)):
        return
    column = columns.pop()
    for count in range(1, _LINES + 1):
        if any(line == 0 for line in lines):
            return
        lines = [source.rfind("\n", 0, line - 1) + 1 for line in lines]
        above = {source[line : source.find("\n", line)].strip() for line in lines}
        label = above.pop()
        if above or not any(char.isalpha() for char in label) or len(label) > 60 or "<" in label:
            continue
        words = render_words(label)
        yield Code(
            literal(label),
            words.cost + 4 + count,
            (*words.notes, say("goes {} lines down", count)),
            Offset(count, column),
        )
