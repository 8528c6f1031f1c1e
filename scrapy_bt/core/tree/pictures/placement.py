"""Where the boxes of an SVG stand: a column for each depth, children below one another, parents between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .chart import Box, columns

MARGIN = 20.0
PADDING = 9.0
SIBLING_GAP = 16.0
COLUMN_GAP = 52.0
NOTE_GAP = 7.0
LABEL_CHARACTER = 6.1
LABEL_MARGIN = 10.0

_SIDE = {"visit": 6.0, "data": 12.0, "control": 12.0, "decision": 12.0, "ending": 8.0, "apart": 8.0}
"""What a shape needs beside its text, on either side."""
_BOTTOM = {"item": 6.0}


@dataclass(frozen=True)
class Font:
    """A size of text; *character* is the width of one column, with some room for other fonts than the expected."""

    size: float
    character: float
    height: float


KIND = Font(10, 6.2, 14)
TITLE = Font(13, 8.0, 18)
DETAIL = Font(11, 6.75, 15)


@dataclass(frozen=True)
class PlacedBox:
    """A box with its left upper corner and its size, its note below it."""

    box: Box
    x: float
    y: float
    width: float
    height: float
    note_width: float
    note_height: float
    column_end: float
    """Where the column of the box ends; lines to children run straight up to there."""
    straight: float
    """How long the line from its parent runs straight before it, below its label."""

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    @property
    def inset(self) -> float:
        """From the edge of the shape to its text."""
        return PADDING + _SIDE.get(self.box.shape, 0.0)


def place(boxes: Sequence[Box]) -> list[PlacedBox]:
    """Return *boxes* (in pre-order) placed so that nothing overlaps."""
    sizes = [_size(box) for box in boxes]
    notes = [_note_size(box) for box in boxes]
    own = [height + (NOTE_GAP + note if note else 0.0) for (_, height), (_, note) in zip(sizes, notes, strict=True)]
    xs, ends, straights, depths = _columns(
        boxes, [max(size[0], note[0]) for size, note in zip(sizes, notes, strict=True)]
    )
    ys = _rows(boxes, [height for _, height in sizes], own)
    return [
        PlacedBox(box, xs[depth], y, *size, *note, column_end=ends[depth], straight=straights[depth])
        for box, depth, y, size, note in zip(boxes, depths, ys, sizes, notes, strict=True)
    ]


def _size(box: Box) -> tuple[float, float]:
    head = "  ".join((box.kind, *box.marks)).strip()
    widths = [columns(head) * KIND.character, columns(box.title) * TITLE.character]
    widths += [columns(line) * DETAIL.character for line in box.details]
    height = KIND.height * bool(head) + TITLE.height * bool(box.title) + DETAIL.height * len(box.details)
    side = PADDING + _SIDE.get(box.shape, 0.0)
    return max(widths) + 2 * side, height + 2 * PADDING - 3 + _BOTTOM.get(box.shape, 0.0)


def _note_size(box: Box) -> tuple[float, float]:
    if not box.note:
        return 0.0, 0.0
    width = max(columns(line) for line in box.note) * DETAIL.character
    return width + 2 * PADDING + 8, DETAIL.height * len(box.note) + 2 * PADDING - 5


def _columns(boxes: Sequence[Box], widths: Sequence[float]) -> tuple[list[float], list[float], list[float], list[int]]:
    """Return where each column begins and ends, how long its lines run straight, and the column of each box."""
    depths: list[int] = []
    for box in boxes:
        depths.append(0 if box.parent is None else depths[box.parent] + 1)
    widest = [0.0] * (max(depths, default=-1) + 1)
    straights = [0.0] * len(widest)
    for box, depth, width in zip(boxes, depths, widths, strict=True):
        widest[depth] = max(widest[depth], width)
        if box.label:
            straights[depth] = max(straights[depth], columns(box.label) * LABEL_CHARACTER + LABEL_MARGIN)
    xs: list[float] = []
    ends: list[float] = []
    for width, straight in zip(widest, straights, strict=True):
        xs.append(ends[-1] + COLUMN_GAP + straight if ends else MARGIN)
        ends.append(xs[-1] + width)
    return xs, ends, straights, depths


def _rows(boxes: Sequence[Box], heights: Sequence[float], own: Sequence[float]) -> list[float]:
    """Return the upper edge of each box: each gets a band as high as it and its children need."""
    children: list[list[int]] = [[] for _ in boxes]
    roots: list[int] = []
    for number, box in enumerate(boxes):
        (roots if box.parent is None else children[box.parent]).append(number)
    bands = list(own)
    tops = [0.0] * len(boxes)  # of a box within its band
    starts = [0.0] * len(boxes)  # of a band within the band of its parent
    for number in reversed(range(len(boxes))):
        below = children[number]
        if not below:
            continue
        total = sum(bands[child] for child in below) + SIBLING_GAP * (len(below) - 1)
        bands[number] = max(own[number], total)
        start = (bands[number] - total) / 2
        for child in below:
            starts[child] = start
            start += bands[child] + SIBLING_GAP
        middles = [starts[child] + tops[child] + heights[child] / 2 for child in (below[0], below[-1])]
        tops[number] = min(max(sum(middles) / 2 - heights[number] / 2, 0.0), bands[number] - own[number])
    start = MARGIN
    for root in roots:
        starts[root] = start
        start += bands[root] + 2 * SIBLING_GAP
    for number, box in enumerate(boxes):
        if box.parent is not None:
            starts[number] += starts[box.parent]
    return [start + top for start, top in zip(starts, tops, strict=True)]
