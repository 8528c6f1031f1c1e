"""Graphs of entities as pictures."""

from xml.etree import ElementTree as ET

from scrapy_bt.core.preference.drawing import to_svg
from scrapy_bt.core.preference.graphs import Edge, Graph, GraphNode


def drawn(graph):
    root = ET.fromstring(to_svg(graph))
    space = {"s": "http://www.w3.org/2000/svg"}
    circles = [(float(one.get("cx")), float(one.get("cy"))) for one in root.findall(".//s:circle", space)]
    return root, circles, [one.text for one in root.findall(".//s:text", space)]


def test_neighbours_stand_apart_in_rings_within_the_picture():
    near = tuple(GraphNode(f"n{number}", f"Name {number}", "person", distance=1) for number in range(60))
    graph = Graph((GraphNode("q", "Middle"), *near), tuple(Edge("q", node.id, "knows") for node in near), omitted=3)
    root, circles, texts = drawn(graph)
    assert circles[0] == (0.0, 0.0)
    apart = min(abs(x - a) + abs(y - b) for i, (x, y) in enumerate(circles) for a, b in circles[:i])
    assert apart > 15
    half = float(root.get("width")) / 2
    assert all(abs(x) < half and abs(y) < half for x, y in circles)
    assert "knows" not in texts  # of so many each line tells it by itself
    assert [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")].count("knows") == 60
    turned = [one.get("transform") for one in root.iter("{http://www.w3.org/2000/svg}text") if one.get("transform")]
    assert len(turned) == 60
    assert "3 more are left out" in root.find("{http://www.w3.org/2000/svg}title").text
    assert to_svg(graph) == to_svg(graph)


def test_few_neighbours_have_their_names_below_them_and_relations_beside_their_lines():
    near = tuple(GraphNode(f"n{number}", f"Name {number}", "person", distance=1) for number in range(9))
    root, _, texts = drawn(
        Graph((GraphNode("q", "Middle"), *near), tuple(Edge("q", node.id, "knows") for node in near))
    )
    assert texts.count("knows") == 9
    assert not [one for one in root.iter("{http://www.w3.org/2000/svg}text") if one.get("transform")]


def test_hostile_names_are_text():
    graph = Graph((GraphNode("<q>", "</text><script>x</script>\x00" + "y" * 90, '"k'),), (Edge("<q>", "gone", "<r>"),))
    root, circles, [text] = drawn(graph)
    assert (len(circles), len(text)) == (1, 27)
    assert root.find(".//{http://www.w3.org/2000/svg}script") is None


def test_nothing_is_a_picture_too():
    assert drawn(Graph((), ()))[1] == []
