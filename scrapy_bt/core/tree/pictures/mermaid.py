"""The tree as a Mermaid flowchart."""

from __future__ import annotations

import re

from ..nodes import Document
from .chart import NO_KEYS, Box, Keys, Shape, chart

_BRACKETS: dict[Shape, tuple[str, str]] = {
    "tree": ("{{", "}}"),
    "control": ("{{", "}}"),
    "decision": ("{{", "}}"),
    "apart": ("[[", "]]"),
    "visit": ("([", "])"),
    "data": ("[/", "/]"),
    "item": ("[(", ")]"),
    "step": ("[", "]"),
    "ending": ("((", "))"),
    "reference": (">", "]"),
    "unknown": ("[", "]"),
}
_STYLES = {
    "tree": "fill:#ede7f6,stroke:#5e35b1,color:#1f1f1f",
    "control": "fill:#f3f0fa,stroke:#7e57c2,color:#1f1f1f",
    "decision": "fill:#fff8e1,stroke:#f9a825,color:#1f1f1f",
    "apart": "fill:#e0f2f1,stroke:#00796b,color:#1f1f1f",
    "visit": "fill:#e3f2fd,stroke:#1565c0,color:#1f1f1f",
    "data": "fill:#e8f5e9,stroke:#2e7d32,color:#1f1f1f",
    "item": "fill:#fbe9e7,stroke:#d84315,color:#1f1f1f",
    "step": "fill:#fafafa,stroke:#757575,color:#1f1f1f",
    "ending": "fill:#eeeeee,stroke:#424242,color:#1f1f1f",
    "reference": "fill:#ffffff,stroke:#5e35b1,stroke-dasharray:4 3,color:#1f1f1f",
    "unknown": "fill:#ffebee,stroke:#c62828,stroke-dasharray:4 3,color:#1f1f1f",
    "stub": "stroke-dasharray:4 3",
    "shared": "stroke-width:4px",
    "note": "fill:#fffde7,stroke:#bdb76b,color:#1f1f1f,text-align:left",
}


def mermaid(document: Document, keys: Keys = NO_KEYS) -> str:
    """Return a flowchart from left to right: declared names in bold, state tables as notes."""
    lines = ["flowchart LR"]
    classes = {"note": False}
    for number, box in enumerate(chart(document, keys)):
        opening, closing = _BRACKETS[box.shape]
        marks = [name for name, has in (("stub", box.is_stub), ("shared", box.is_shared)) if has]
        classes.update(dict.fromkeys((box.shape, *marks), True))
        lines.append(f'    n{number}{opening}"{_label(box)}"{closing}:::{box.shape}')
        lines += [f"    class n{number} {name}" for name in marks]
        if box.parent is not None:
            label = f'|"{_escape(box.label)}"|' if box.label else ""
            lines.append(f"    n{box.parent} -->{label} n{number}")
        if box.note:
            classes["note"] = True
            text = "<br/>".join(map(_escape, box.note))
            lines += [f'    s{number}["{text}"]:::note', f"    n{number} -.- s{number}"]
    lines += [f"    classDef {name} {style}" for name, style in _STYLES.items() if classes.get(name)]
    return "".join(f"{line}\n" for line in lines)


def _label(box: Box) -> str:
    head = f"<b>{_escape(box.title)}</b>" if box.title else ""
    kind = f"<i>{_escape(box.kind)}</i>" if box.kind else ""
    rest = [_escape(line) for line in (*box.details, *box.marks)]
    return "<br/>".join([" ".join(part for part in (kind, head) if part), *rest])


def _escape(text: str) -> str:
    # Mermaid reads `#name;` and `#number;` as entities; letters, digits and blanks need none.
    return re.sub(r"[^\w ./,=-]", lambda match: f"#{ord(match[0])};", text)
