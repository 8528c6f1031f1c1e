import pytest
from hypothesis import given

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes import (
    Attribute,
    Attributes,
    Call,
    Data,
    Literal,
    Node,
    Reference,
    Source,
    Template,
    Tree,
    Visit,
    walk,
)
from scrapy_bt.errors import Place
from tests.strategies import documents


def test_places_take_no_part_in_comparisons() -> None:
    assert Call("a", place=Place("x.bt", 1, 2)) == Call("a", place=Place("y.bt", 3, 4)) == Call("a")
    assert hash(Call("a", place=Place("x.bt", 1, 2))) == hash(Call("a"))
    assert repr(Call("a", place=Place("x.bt", 1, 2))) == repr(Call("a"))


def test_places_are_given_by_name_only() -> None:
    with pytest.raises(TypeError):
        Literal(1, Place("x.bt", 1, 2))  # type: ignore[misc]


def test_a_reference_is_written_with_dots() -> None:
    assert Reference("page", ("headers", "etag")).dotted == "page.headers.etag"


def test_a_template_knows_its_references() -> None:
    first, second = Reference("a"), Reference("b", ("c",))
    assert Template(("x", first, "y", second)).references == (first, second)


def test_attributes_are_found_by_name() -> None:
    attributes = Attributes((Attribute("a", Literal(1)), Attribute("b", Literal(2))))
    assert attributes.get("b") == Literal(2)
    assert attributes.get("c") is None


@pytest.mark.parametrize(
    ("node", "is_stub"),
    [
        (Visit("a"), True),
        (Visit("a", "POST"), True),
        (Visit("a", url="u"), False),
        (Visit("a", attributes=Attributes((Attribute("request", Source("python", ("a:b",))),))), False),
        (Data("a"), True),
        (Data("a", Source("css", ("b",))), False),
    ],
)
def test_stubs_are_declared_and_not_implemented(node: Visit | Data, is_stub: bool) -> None:
    assert node.is_stub is is_stub


def test_walking_goes_through_everything_in_the_order_of_the_text() -> None:
    tree = parse('main :: and (a = 1) { if x { :b("c{d}") } else { e = -f } }').declarations["main"]
    assert isinstance(tree, Tree)
    kinds = [type(node).__name__ for node in walk(tree)]
    expected = "Tree Parameter Literal Body If Reference Body Call Template Reference Body Assign Unary Reference"
    assert kinds == expected.split()


def test_walking_does_not_mind_depth() -> None:
    node: Node = Literal(1)
    for _ in range(5000):
        node = Call("a", (node,))  # type: ignore[arg-type]
    assert sum(1 for _ in walk(node)) == 5001


@given(documents())
def test_walking_meets_every_node_of_a_document(document: Node) -> None:
    met = list(walk(document))
    assert met[0] is document
    assert all(isinstance(node, Node) for node in met)
