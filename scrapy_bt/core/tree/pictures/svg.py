"""The tree as an SVG that stands alone: no style sheet, no script, no font of its own."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from ..nodes import Document
from .chart import NO_KEYS, Keys, Shape, chart
from .placement import DETAIL, KIND, MARGIN, NOTE_GAP, PADDING, TITLE, Font, PlacedBox, place

_FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"


class _Look(NamedTuple):
    fill: str
    line: str
    dashed: bool = False


_LOOKS: dict[Shape, _Look] = {
    "tree": _Look("#ede7f6", "#5e35b1"),
    "control": _Look("#f5f2fb", "#7e57c2"),
    "decision": _Look("#fff8e1", "#b26a00"),
    "apart": _Look("#e0f2f1", "#00796b"),
    "visit": _Look("#e3f2fd", "#1565c0"),
    "data": _Look("#e8f5e9", "#2e7d32"),
    "item": _Look("#fbe9e7", "#c43e00"),
    "step": _Look("#fafafa", "#757575"),
    "ending": _Look("#eeeeee", "#424242"),
    "reference": _Look("#ffffff", "#5e35b1", dashed=True),
    "unknown": _Look("#ffebee", "#c62828", dashed=True),
}
_NOTE = _Look("#fffde7", "#a8a14b")


def svg(document: Document, keys: Keys = NO_KEYS) -> str:
    """Return the picture from left to right, children from top to bottom; state tables are notes below their nodes."""
    placed = place(chart(document, keys))
    width = max((max(one.right, one.x + one.note_width) for one in placed), default=0.0) + MARGIN
    height = max((_bottom(one) for one in placed), default=0.0) + MARGIN
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="behaviour tree"'
        f' font-family="{_FONT}" xml:space="preserve">'
    )
    lines = [
        head,
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        '<g fill="none" stroke="#90a4ae" stroke-width="1.3">',
        *(_line(placed[one.box.parent], one) for one in placed if one.box.parent is not None),
        "</g>",
    ]
    for one in placed:
        lines += _label(one)
        lines += _shape(one)
        lines += _texts(one)
        lines += _note(one)
    return "".join(f"{line}\n" for line in [*lines, "</svg>"])


def _bottom(one: PlacedBox) -> float:
    return one.y + one.height + (NOTE_GAP + one.note_height if one.box.note else 0.0)


def _line(parent: PlacedBox, child: PlacedBox) -> str:
    start = parent.column_end
    end = child.x - child.straight
    bend = (start + end) / 2
    return (
        f'<path d="M{parent.right:.1f} {parent.middle:.1f}H{start:.1f}'
        f"C{bend:.1f} {parent.middle:.1f} {bend:.1f} {child.middle:.1f} {end:.1f} {child.middle:.1f}"
        f'H{child.x:.1f}"/>'
    )


def _label(one: PlacedBox) -> Iterator[str]:
    if one.box.label:
        yield (
            f'<text x="{one.x - 5:.1f}" y="{one.middle - 4:.1f}" font-size="10" fill="#546e7a"'
            f' text-anchor="end">{escape(one.box.label)}</text>'
        )


def _shape(one: PlacedBox) -> Iterator[str]:
    look = _LOOKS[one.box.shape]
    dash = ' stroke-dasharray="5 3"' if look.dashed or one.box.is_stub else ""
    if one.box.is_shared:
        yield f'<path d="{_outline(one, 3.5)}" fill="none" stroke="{look.line}" stroke-width="1.2"/>'
    yield f'<path d="{_outline(one)}" fill="{look.fill}" stroke="{look.line}" stroke-width="1.4"{dash}/>'


def _outline(one: PlacedBox, away: float = 0.0) -> str:
    """Return the path around a box, *away* from its edge."""
    x, y = one.x - away, one.y - away
    width, height = one.width + 2 * away, one.height + 2 * away
    right, bottom, middle = x + width, y + height, y + height / 2
    match one.box.shape:
        case "visit":
            return _rounded(x, y, width, height, min(height / 2, 20.0))
        case "data":
            return f"M{x + 10:.1f} {y:.1f}H{right:.1f}L{right - 10:.1f} {bottom:.1f}H{x:.1f}Z"
        case "control" | "decision":
            return (
                f"M{x:.1f} {middle:.1f}L{x + 11:.1f} {y:.1f}H{right - 11:.1f}L{right:.1f} {middle:.1f}"
                f"L{right - 11:.1f} {bottom:.1f}H{x + 11:.1f}Z"
            )
        case "apart":
            return f"M{x:.1f} {y:.1f}H{right - 9:.1f}L{right:.1f} {middle:.1f}L{right - 9:.1f} {bottom:.1f}H{x:.1f}Z"
        case "item":
            low = bottom - 4
            return (
                f"M{x:.1f} {y:.1f}H{right:.1f}V{low:.1f}C{x + width * 0.7:.1f} {low - 9:.1f} {x + width * 0.3:.1f}"
                f" {bottom + 7:.1f} {x:.1f} {low:.1f}Z"
            )
        case "ending":
            return (
                f"M{x + 7:.1f} {y:.1f}H{right - 7:.1f}L{right:.1f} {y + 7:.1f}V{bottom - 7:.1f}L{right - 7:.1f}"
                f" {bottom:.1f}H{x + 7:.1f}L{x:.1f} {bottom - 7:.1f}V{y + 7:.1f}Z"
            )
        case "tree" | "reference":
            return _rounded(x, y, width, height, 7.0)
        case "step" | "unknown":
            return _rounded(x, y, width, height, 1.5)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    right, bottom = x + width, y + height
    arc = f"A{radius:.1f} {radius:.1f} 0 0 1"
    return (
        f"M{x + radius:.1f} {y:.1f}H{right - radius:.1f}{arc} {right:.1f} {y + radius:.1f}V{bottom - radius:.1f}"
        f"{arc} {right - radius:.1f} {bottom:.1f}H{x + radius:.1f}{arc} {x:.1f} {bottom - radius:.1f}V{y + radius:.1f}"
        f"{arc} {x + radius:.1f} {y:.1f}Z"
    )


def _texts(one: PlacedBox) -> Iterator[str]:
    box, look = one.box, _LOOKS[one.box.shape]
    left, right, y = one.x + one.inset, one.right - one.inset, one.y + PADDING - 2
    if box.kind or box.marks:
        y += KIND.height
        yield _text(left, y - 3, box.kind, KIND, look.line)
        if box.marks:
            yield _text(right, y - 3, "  ".join(box.marks), KIND, "#b71c1c", ' font-weight="bold" text-anchor="end"')
    if box.title:
        y += TITLE.height
        yield _text(left, y - 4, box.title, TITLE, "#212121", ' font-weight="bold"' if box.kind else "")
    for detail in box.details:
        y += DETAIL.height
        yield _text(left, y - 4, detail, DETAIL, "#455a64")


def _text(x: float, y: float, text: str, font: Font, color: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{font.size}" fill="{color}"{more}>{escape(text)}</text>'


def _note(one: PlacedBox) -> Iterator[str]:
    if not one.box.note:
        return
    x, y = one.x, one.y + one.height + NOTE_GAP
    right, bottom = x + one.note_width, y + one.note_height
    yield (
        f'<path d="M{x:.1f} {y:.1f}H{right - 8:.1f}L{right:.1f} {y + 8:.1f}V{bottom:.1f}H{x:.1f}Z'
        f'M{right - 8:.1f} {y:.1f}v8h8" fill="{_NOTE.fill}" stroke="{_NOTE.line}" stroke-width="1"/>'
    )
    top = y + PADDING - 4
    for number, row in enumerate(one.box.note, 1):
        yield _text(x + PADDING, top + DETAIL.height * number - 3, row, DETAIL, "#5d5a2b")
