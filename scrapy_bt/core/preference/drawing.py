"""A graph of entities as a picture: those that were chosen in the middle, their neighbours in rings around them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from html import escape as as_text

from .graphs import Edge, Graph, GraphNode, plain

_RING, _BETWEEN, _MARGIN, _RADIUS = 190.0, 46.0, 120.0, 7.0
_CHOSEN_BETWEEN = 150.0
_LONGEST = 28
_MANY = 16
"""Entities of a ring from which on their names stand along its radius, so that none lies on another."""
_RADIAL_BETWEEN, _RADIAL_MARGIN = 19.0, 220.0
_MOST_NAMED = 40
"""Relations of a picture that are named beside their lines; where there are more, each line tells it by itself."""
_COLOURS = ("#4269d0", "#b5651d", "#2e7d4f", "#a3476b", "#6c5ba7", "#7a6a00", "#0f7f8c")
_STYLE = """
text { font: 12px system-ui, sans-serif; fill: light-dark(#222, #ddd); paint-order: stroke;
  stroke: light-dark(#fff, #1b1b1b); stroke-width: 3px; text-anchor: middle; }
.relation { font-size: 10px; fill: light-dark(#666, #aaa); }
.chosen text { font-weight: bold; }
.out { text-anchor: start; }
.in { text-anchor: end; }
line { stroke: light-dark(#bbb, #555); }
"""


def to_svg(graph: Graph, *, link: Callable[[GraphNode], str] | None = None) -> str:
    """The picture; the same graph gives the same one.

    *link*: where each entity leads. Such a picture is part of a page: it has no style of its own, and nothing to say to
    who cannot see it, as the page says the same in words.
    """
    places = _places(graph)
    crowded = _crowded(graph)
    reach = max((math.hypot(*place) for place in places.values()), default=0.0) + _margin(crowded)
    is_named = len(graph.edges) <= _MOST_NAMED
    size = round(2 * reach)
    kinds = sorted({node.kind for node in graph.nodes})
    colour_of = {kind: _COLOURS[number % len(_COLOURS)] for number, kind in enumerate(kinds)}
    box = f"{-reach:.0f} {-reach:.0f} {size} {size}"
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{box}"',
        ' role="img" style="color-scheme: light dark">' if link is None else ' aria-hidden="true">',
        f"<title>{_escape(_title(graph))}</title><style>{_STYLE}</style>" if link is None else "",
        *(_line(edge, places, is_named) for edge in graph.edges if edge.first in places and edge.second in places),
        *(
            _dot(node, places[node.id], colour_of[node.kind], link, is_radial=node.distance in crowded)
            for node in graph.nodes
        ),
        "</svg>",
    ]
    return "\n".join(filter(None, drawn)) + "\n"


def _crowded(graph: Graph) -> set[int]:
    """The distances of the rings in which many entities stand."""
    counts = Counter(node.distance for node in graph.nodes)
    return {distance for distance, count in counts.items() if distance and count >= _MANY}


def _margin(crowded: set[int]) -> float:
    return _RADIAL_MARGIN if crowded else _MARGIN


def _places(graph: Graph) -> dict[str, tuple[float, float]]:
    places: dict[str, tuple[float, float]] = {}
    crowded = _crowded(graph)
    radius = 0.0
    for distance in sorted({node.distance for node in graph.nodes}):
        ring = [node for node in graph.nodes if node.distance == distance]
        ring.sort(key=lambda node: (_angle(node, graph, places), node.id))
        between = _RADIAL_BETWEEN if distance in crowded else _BETWEEN if distance else _CHOSEN_BETWEEN
        needed = len(ring) * between / (2 * math.pi) if len(ring) > 1 or distance else 0.0
        radius = max(needed, radius + _RING if distance else 0.0)
        for place, node in enumerate(ring):
            turn = 2 * math.pi * place / len(ring) - math.pi / 2
            places[node.id] = radius * math.cos(turn), radius * math.sin(turn)
    return places


def _angle(node: GraphNode, graph: Graph, places: dict[str, tuple[float, float]]) -> float:
    """Where its neighbours in the inner rings stand, so that few lines cross."""
    near = [places[other] for edge in graph.edges for other in _other_of(edge, node.id) if other in places]
    if not near:
        return 0.0
    x, y = sum(place[0] for place in near), sum(place[1] for place in near)
    return (math.atan2(y, x) + math.pi / 2) % (2 * math.pi)


def _other_of(edge: Edge, id_: str) -> tuple[str, ...]:
    return (edge.second,) if edge.first == id_ else (edge.first,) if edge.second == id_ else ()


def _line(edge: Edge, places: dict[str, tuple[float, float]], is_named: bool) -> str:  # noqa: FBT001 - one picture's
    (x1, y1), (x2, y2) = places[edge.first], places[edge.second]
    width = 1.0 + 2.0 * max(0.0, min(1.0, edge.weight))
    told = _escape(": ".join(filter(None, (edge.relation, edge.sentence))))
    line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke-width="{width:.1f}">'
    line += f"<title>{told}</title></line>"
    if edge.relation and is_named:
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        line += f'<text class="relation" x="{x:.1f}" y="{y:.1f}">{_escape(edge.relation[:_LONGEST])}</text>'
    return line


def _dot(
    node: GraphNode,
    place: tuple[float, float],
    colour: str,
    link: Callable[[GraphNode], str] | None,
    *,
    is_radial: bool,
) -> str:
    x, y = place
    name = node.name if len(node.name) <= _LONGEST else node.name[: _LONGEST - 1] + "…"
    told = _escape(f"{node.name} ({', '.join(filter(None, (node.kind, node.id, f'{node.pages} pages')))})")
    name_of_class = "chosen" if not node.distance else "near"
    where = _along(x, y) if is_radial else f'x="{x:.1f}" y="{y + _RADIUS + 14:.1f}"'
    dot = (
        f'<g class="{name_of_class}"><title>{told}</title>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}" fill="{colour}"/><text {where}>{_escape(name)}</text></g>'
    )
    return dot if link is None else f'<a href="{_escape(link(node))}" tabindex="-1">{dot}</a>'


def _along(x: float, y: float) -> str:
    """Where a name stands that is read along the radius, never upside down."""
    turn = math.degrees(math.atan2(y, x))
    is_left = x < 0
    shift = -_RADIUS - 6 if is_left else _RADIUS + 6
    turned = turn + 180 if is_left else turn
    side = "in" if is_left else "out"
    return f'class="{side}" x="{shift}" y="4" transform="translate({x:.1f} {y:.1f}) rotate({turned:.1f})"'


def _title(graph: Graph) -> str:
    chosen = ", ".join(node.name for node in graph.nodes if not node.distance)
    rest = f", {graph.omitted} more are left out" if graph.omitted else ""
    return f"What is around {chosen}: {len(graph.nodes)} entities, {len(graph.edges)} relations{rest}"


def _escape(text: str) -> str:
    return as_text(plain(text))
