import re

from hypothesis import given, settings
from lxml import etree

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.pictures.svg import svg
from tests.strategies import documents

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture):
    return [element.text or "" for element in etree.fromstring(picture.encode()).iter(f"{SVG}text")]


def test_a_document_is_shown_with_everything_it_says():
    picture = svg(
        parse('main :: and { x = :a } a :: data css "b" state a { empty = end  error = stop } [[ a = 1h ]] (( a = 2 ))')
    )
    shown = ["and", "main", "x =", "data", "[[ 1h ]]  (( 2 ))", "a", 'css "b"', "empty = end", "error = stop"]
    assert texts(picture) == shown


def test_names_and_texts_are_escaped():
    assert '"<&>"' in " ".join(texts(svg(parse('main :: and { x = "<&>" }'))))


def test_every_kind_has_its_own_look():
    kinds = ("a :: visit 'u'", "a :: data css 'b'", "a :: item { }", "a :: and { }")
    looks = [re.findall(r'<path d="([^"]*)" fill="(#\w+)"', svg(parse(text)))[0] for text in kinds]
    assert len({color for _, color in looks}) == len(kinds)
    assert len({re.sub(r"[^A-Z]", "", outline) for outline, _ in looks}) >= 3


def test_a_shared_node_has_a_double_line_and_a_stub_a_dashed_one():
    plain, shared, stub = (svg(parse(text)) for text in ("a :: visit 'u'", "a :: visit 'u' [[ a ]]", "a :: visit"))
    assert (plain.count("<path"), shared.count("<path")) == (1, 2)
    assert "stroke-dasharray" in stub
    assert "stroke-dasharray" not in plain


def test_an_empty_document_is_an_empty_picture():
    assert texts(svg(parse(""))) == []


@settings(max_examples=30)
@given(documents())
def test_every_document_is_well_formed_and_within_its_frame(document):
    root = etree.fromstring(svg(document).encode())
    width, height = float(root.get("width")), float(root.get("height"))
    for element in root.iter(f"{SVG}text"):
        assert 0 <= float(element.get("x")) <= width
        assert 0 <= float(element.get("y")) <= height
