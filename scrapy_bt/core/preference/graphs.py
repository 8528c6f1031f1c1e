"""The neighbourhood of entities as a graph, and its files: GraphML, JSON-LD, CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree as ET

_UNSAYABLE = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has no way to say."""
_GRAPHML = "http://graphml.graphdrawing.org/xmlns"


@dataclass(frozen=True)
class GraphNode:
    """An entity."""

    id: str
    name: str
    kind: str = ""
    pages: int = 0
    """That name it."""
    distance: int = 0
    """Steps from those that were chosen, which are at 0."""


@dataclass(frozen=True)
class Edge:
    """What one entity is to another."""

    first: str
    second: str
    relation: str = ""
    """Empty: they stand in one sentence, nobody knows why."""
    weight: float = 1.0
    """How much more often both are named than by chance, −1 to 1."""
    confidence: float = 1.0
    url: str = ""
    sentence: str = ""
    """What says it, and where; empty for links of the knowledge base."""


@dataclass(frozen=True)
class Graph:
    """The entities nearest to some."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...]
    omitted: int = 0
    """Neighbours that were too many."""


def to_graphml(graph: Graph) -> str:
    """For Gephi, yEd, networkx, igraph."""
    root = ET.Element("graphml", xmlns=_GRAPHML)
    kinds = {"name": "string", "kind": "string", "pages": "int", "distance": "int"}
    facts = {"relation": "string", "weight": "double", "confidence": "double", "url": "string", "sentence": "string"}
    for target, keys in (("node", kinds), ("edge", facts)):
        for name, type_ in keys.items():
            key = {"id": f"{target}-{name}", "for": target, "attr.name": name, "attr.type": type_}
            ET.SubElement(root, "key", key)
    drawn = ET.SubElement(root, "graph", edgedefault="directed")
    for node in graph.nodes:
        element = ET.SubElement(drawn, "node", id=plain(node.id))
        _data(element, "node", ((name, getattr(node, name)) for name in kinds))
    for edge in graph.edges:
        element = ET.SubElement(drawn, "edge", source=plain(edge.first), target=plain(edge.second))
        _data(element, "edge", ((name, getattr(edge, name)) for name in facts))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def to_json_ld(graph: Graph) -> str:
    """In the words of schema.org; `scrapy bt entities import` takes its entities again."""
    related: dict[str, dict[str, list[dict[str, str]]]] = {}
    for edge in graph.edges:
        related.setdefault(edge.first, {}).setdefault(edge.relation or "related", []).append({"@id": edge.second})
    whole = [
        {"@id": node.id, "@type": node.kind or "Thing", "name": node.name, **related.get(node.id, {})}
        for node in graph.nodes
    ]
    return json.dumps({"@context": "https://schema.org", "@graph": whole}, ensure_ascii=False, indent=2) + "\n"


def to_csv(graph: Graph) -> str:
    """A line for each edge."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(("first", "relation", "second", "weight", "confidence", "url", "sentence"))
    for edge in graph.edges:
        weight, confidence = round(edge.weight, 4), round(edge.confidence, 4)
        rows.writerow((edge.first, edge.relation, edge.second, weight, confidence, edge.url, edge.sentence))
    return written.getvalue()


def _data(element: ET.Element, target: str, facts: Iterable[tuple[str, object]]) -> None:
    for name, value in facts:
        if value not in ("", None):
            ET.SubElement(element, "data", key=f"{target}-{name}").text = plain(str(value))


def plain(text: str) -> str:
    """Without the characters that XML has no way to say."""
    return _UNSAYABLE.sub("", text)
