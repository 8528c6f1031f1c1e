"""Graphs of entities as files."""

import csv
import json
from xml.etree import ElementTree as ET

from scrapy_bt.core.preference.entities import Entity
from scrapy_bt.core.preference.graphs import Edge, Graph, GraphNode, to_csv, to_graphml, to_json_ld
from scrapy_bt.core.preference.imports import read_entities

GRAPH = Graph(
    (
        GraphNode("q1", "Ada & 'Co' <b>", "person", 3),
        GraphNode("q2", "伦敦\x00", "place", 1, 1),
        GraphNode("q3", "x", distance=1),
    ),
    (
        Edge("q1", "q2", "born in", 0.5, 0.8, "http://a.test/?a=1&b=2", 'She said "so",\nand left'),
        Edge("q1", "q3"),
    ),
)


def test_graphml_is_read_by_others():
    root = ET.fromstring(to_graphml(GRAPH))
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    nodes = {node.get("id"): node for node in root.findall(".//g:node", space)}
    assert set(nodes) == {"q1", "q2", "q3"}
    assert nodes["q1"].find("g:data[@key='node-name']", space).text == "Ada & 'Co' <b>"
    edges = root.findall(".//g:edge", space)
    assert [(edge.get("source"), edge.get("target")) for edge in edges] == [("q1", "q2"), ("q1", "q3")]
    keys = {key.get("id") for key in root.findall("g:key", space)}
    assert {data.get("key") for data in root.findall(".//g:data", space)} <= keys


def test_json_ld_is_imported_again():
    text = to_json_ld(GRAPH)
    assert json.loads(text)["@graph"][0]["born in"] == [{"@id": "q2"}]
    [first, *_] = read_entities(text.splitlines(keepends=True), "jsonld")
    assert first == Entity("q1", "Ada & 'Co' <b>", "person", links=(("born in", "q2"), ("related", "q3")))


def test_csv_has_a_line_for_each_edge():
    rows = list(csv.DictReader(to_csv(GRAPH).splitlines(keepends=True)))
    assert [(row["first"], row["relation"], row["second"]) for row in rows] == [
        ("q1", "born in", "q2"),
        ("q1", "", "q3"),
    ]
    assert rows[0]["sentence"] == 'She said "so",\nand left'
