from dataclasses import dataclass

from scrapy_bt.core.language.paths import exchanged, inserted, parts
from scrapy_bt.core.tree.naming import NodePaths
from scrapy_bt.core.tree.nodes import (
    Assign,
    Body,
    Call,
    ChangeState,
    Document,
    Expression,
    Group,
    Literal,
    Node,
    Reference,
    Tree,
    While,
    block_of,
)
from scrapy_bt.core.tree.notation import one_line
from scrapy_bt.core.tree.pictures.mermaid import mermaid


@dataclass(frozen=True)
class Twice(Node):
    """A control node that no module knows of."""

    keyword = "twice"

    unless: Expression
    body: Body


TWICE = Twice(Reference("x"), Body((Call("a"), Assign("y", Call("b")))))
TREE = Tree("main", "and", (), Body((TWICE, TWICE)))  # type: ignore[arg-type]  # the language has it not


def test_statements_are_called_by_their_keywords_or_by_what_they_are_about():
    labels = [node.label for node in (While(Literal(1), Body()), Group("or", Body()), ChangeState("wait"))]
    assert labels == ["while", "or", "wait"]
    assert (Assign("x", Literal(1)).label, Call("a").label) == ("x=", "a")


def test_a_statement_ends_with_its_block():
    assert block_of(TWICE) is TWICE.body
    assert block_of(Call("a")) is None


def test_a_new_control_node_is_named_printed_edited_and_drawn_by_its_keyword_and_its_fields():
    first, second = (Twice(Reference("x"), Body((Call("a"),))) for _ in range(2))
    names = NodePaths(Tree("main", "and", (), Body((first, second))))  # type: ignore[arg-type]
    assert [names.of(node) for node in (first, second, second.body.statements[0])] == [
        "main/twice",
        "main/twice#2",
        "main/twice#2/a",
    ]
    assert one_line(TREE) == "main :: and { twice x { :a y = :b } twice x { :a y = :b } }"
    document = Document((TREE,))
    assert parts(TWICE) == TWICE.body.statements
    assert one_line(exchanged(inserted(document, (0, 0), 0, (Call("c"),)), (0, 1), Call("d"))) == (
        "main :: and { twice x { :c :a y = :b } :d }"
    )
    assert "twice" in mermaid(document)
