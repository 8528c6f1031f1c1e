"""How soon the relevant pages of a crawl came, as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

_WIDTH, _HEIGHT, _LEFT, _TOP = 480, 300, 56, 36
_MOST_POINTS = 200
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:light-dark(#222,#ddd)}"
    "polyline{fill:none;stroke-width:2}rect{fill:none;stroke:light-dark(#ccc,#555)}"
)


@dataclass
class Harvest:
    """The pages of a crawl in the order in which they came."""

    pages: int = 0
    relevant: list[int] = field(default_factory=list)
    """Which of them, counted from 1, were relevant, in order."""

    def note(self, *, is_relevant: bool) -> None:
        """A page has come."""
        self.pages += 1
        if is_relevant:
            self.relevant.append(self.pages)

    def found_by(self, page: int) -> int:
        """How many relevant pages were there when so many pages were."""
        return sum(place <= page for place in self.relevant)


def draw_harvest(harvest: Harvest) -> str:
    """An SVG: relevant pages over all that came, and beside it where they would be if they came in any order."""
    count, most = max(1, harvest.pages), max(1, len(harvest.relevant))
    step = -(-most // _MOST_POINTS)
    curve = [
        (place, number) for number, place in enumerate(harvest.relevant, 1) if number % step == 0 or number == most
    ]
    told = f"{len(harvest.relevant)} relevant pages of {harvest.pages}"
    whole = (_LEFT + _WIDTH + 20, _TOP + _HEIGHT + 40)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" width="{whole[0]}"',
        f' height="{whole[1]}" role="img" style="color-scheme: light dark">',
        f"<title>{told}</title><style>{_STYLE}</style>",
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'<text x="{_LEFT}" y="{_TOP - 12}">Relevant pages found; dashed: in any order</text>',
        f'<text x="{_LEFT - 6}" y="{_TOP + 10}" text-anchor="end">{len(harvest.relevant)}</text>',
        f'<text x="{_LEFT - 6}" y="{_TOP + _HEIGHT}" text-anchor="end">0</text>',
        f'<text x="{_LEFT + _WIDTH}" y="{_TOP + _HEIGHT + 18}" text-anchor="end">{harvest.pages} pages</text>',
        _line([(0, 0), (count, most)], count, most, 'stroke="#7a7a7a" stroke-dasharray="5 4"'),
        _line([(0, 0), *curve, (count, len(harvest.relevant))], count, most, 'stroke="#4269d0"'),
    ]
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _line(points: Sequence[tuple[int, int]], count: int, most: int, look: str) -> str:
    places = [(_LEFT + _WIDTH * x / count, _TOP + _HEIGHT * (1 - y / most)) for x, y in points]
    return f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}" {look}/>'
