"""The tree as Graphviz DOT."""

from __future__ import annotations

from ..nodes import Document
from .chart import NO_KEYS, Box, Keys, Shape, chart

_SHAPES: dict[Shape, str] = {
    "tree": 'shape=box, style="rounded,filled", fillcolor="#ede7f6", color="#5e35b1"',
    "control": 'shape=hexagon, style=filled, fillcolor="#f3f0fa", color="#7e57c2"',
    "decision": 'shape=hexagon, style=filled, fillcolor="#fff8e1", color="#f9a825"',
    "apart": 'shape=cds, style=filled, fillcolor="#e0f2f1", color="#00796b"',
    "visit": 'shape=oval, style=filled, fillcolor="#e3f2fd", color="#1565c0"',
    "data": 'shape=parallelogram, style=filled, fillcolor="#e8f5e9", color="#2e7d32"',
    "item": 'shape=folder, style=filled, fillcolor="#fbe9e7", color="#d84315"',
    "step": 'shape=box, style=filled, fillcolor="#fafafa", color="#757575"',
    "ending": 'shape=octagon, style=filled, fillcolor="#eeeeee", color="#424242"',
    "reference": 'shape=box, style="rounded,dashed", color="#5e35b1"',
    "unknown": 'shape=box, style=dashed, color="#c62828"',
}


def dot(document: Document, keys: Keys = NO_KEYS) -> str:
    """Return a directed graph from left to right, children in their order; state tables are notes."""
    lines = [
        "digraph tree {",
        "    rankdir=LR;",
        "    ordering=out;",
        '    node [fontname="Helvetica", fontsize=11, margin="0.15,0.06"];',
        '    edge [fontname="Helvetica", fontsize=10, color="#616161"];',
    ]
    for number, box in enumerate(chart(document, keys)):
        lines.append(f"    n{number} [label={_label(box)}, {_SHAPES[box.shape]}{_marks(box)}];")
        if box.parent is not None:
            label = f" [label={_quote(box.label)}]" if box.label else ""
            lines.append(f"    n{box.parent} -> n{number}{label};")
        if box.note:
            note = _quote(*box.note, left=True)
            lines += [
                f'    s{number} [label={note}, shape=note, style=filled, fillcolor="#fffde7", color="#bdb76b"];',
                f"    n{number} -> s{number} [style=dotted, arrowhead=none];",
            ]
    return "".join(f"{line}\n" for line in [*lines, "}"])


def _label(box: Box) -> str:
    head = " ".join(part for part in (box.kind, box.title) if part)
    return _quote(head, *box.details, *box.marks)


def _marks(box: Box) -> str:
    marks = ", peripheries=2" if box.is_shared else ""
    return f'{marks}, style="filled,dashed"' if box.is_stub else marks


def _quote(*lines: str, left: bool = False) -> str:
    """Return *lines* as one string, each centred, or at the left."""
    escaped = [line.replace("\\", r"\\").replace('"', r"\"") for line in lines]
    text = "".join(rf"{line}\l" for line in escaped) if left else r"\n".join(escaped)
    return f'"{text}"'
