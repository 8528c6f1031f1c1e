"""Harvest curves as a picture: a panel for each collection, a line for each walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_WIDTH, _HEIGHT, _GAP, _PER_ROW, _HEAD = 250, 170, 56, 3, 40
_COLOURS = {"oracle": "#7a7a7a", "ours": "#4269d0", "best first": "#b5651d", "breadth first": "#2e7d4f"}
_DASHES = {"oracle": "2 3", "ours": "", "best first": "7 3", "breadth first": "1 4"}
_MOST_POINTS = 48
"""Of a line."""
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:light-dark(#222,#ddd)}"
    "polyline{fill:none;stroke-width:2}rect{fill:none;stroke:light-dark(#ccc,#555)}"
)


def draw(panels: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """An SVG; of each line the shares of wanted pages after each page fetched, over the same number of pages."""
    rows = -(-len(panels) // _PER_ROW)
    width, height = _PER_ROW * (_WIDTH + _GAP) + 10, rows * (_HEIGHT + _GAP) + _HEAD
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        f' role="img" style="color-scheme: light dark"><title>Harvest curves</title><style>{_STYLE}</style>',
    ]
    for place, (name, colour) in enumerate(_COLOURS.items()):
        x = 40 + place * 130
        drawn.append(_line([(x, 18), (x + 26, 18)], name, colour) + f'<text x="{x + 32}" y="22">{name}</text>')
    for place, (name, lines) in enumerate(panels.items()):
        left, top = 46 + place % _PER_ROW * (_WIDTH + _GAP), _HEAD + 20 + place // _PER_ROW * (_HEIGHT + _GAP)
        drawn.append(f'<rect x="{left}" y="{top}" width="{_WIDTH}" height="{_HEIGHT}"/>')
        drawn.append(f'<text x="{left}" y="{top - 6}">{name}</text>')
        drawn.append(f'<text x="{left - 4}" y="{top + 10}" text-anchor="end">100 %</text>')
        drawn.append(f'<text x="{left + _WIDTH}" y="{top + _HEIGHT + 15}" text-anchor="end">¼ of all pages</text>')
        for walk, shares in lines.items():
            points = [(left + _WIDTH * at, top + _HEIGHT * (1 - share)) for at, share in _thinned(shares)]
            drawn.append(_line([(left, top + _HEIGHT), *points], walk, _COLOURS[walk]))
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _line(points: Sequence[tuple[float, float]], walk: str, colour: str) -> str:
    given = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{given}" stroke="{colour}" stroke-dasharray="{_DASHES[walk]}"/>'


def _thinned(shares: Sequence[float]) -> list[tuple[float, float]]:
    """Some of a line's points, evenly, and the last: how far along, 0 to 1, and the share there."""
    count = len(shares)
    places = sorted({-(-count * step // _MOST_POINTS) for step in range(1, _MOST_POINTS + 1)})
    return [(place / count, shares[place - 1]) for place in places]
