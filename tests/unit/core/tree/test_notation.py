import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes import (
    Assign,
    Binary,
    Body,
    Call,
    End,
    Literal,
    Reference,
    Source,
    Tree,
    Unary,
    Wait,
)
from scrapy_bt.core.tree.notation import one_line, words

A, B, C = Reference("a"), Reference("b"), Reference("c")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (Binary("|", Binary("&", A, B), C), "a & b | c"),
        (Binary("&", Binary("|", A, B), C), "(a | b) & c"),
        (Binary("|", A, Binary("|", B, C)), "a | (b | c)"),
        (Binary("-", A, Binary("-", B, C)), "a - (b - c)"),
        (Binary("==", Binary("<", A, B), C), "(a < b) == c"),
        (Binary("*", Binary("+", A, B), C), "(a + b) * c"),
        (Unary("!", Binary("==", A, B)), "!(a == b)"),
        (Unary("-", Unary("-", A)), "--a"),
        (Binary("-", A, Unary("-", B)), "a - -b"),
        (Unary("!", Call("a", (B, Literal(2)))), "!:a(b, 2)"),
        (Reference("page", ("headers", "etag")), "page.headers.etag"),
        (Source("css", ("a", "b"), all=True, kind="url"), 'css "a" "b" all as url'),
        (Wait(3), "wait 3"),
        (Literal(-3), "-3"),
        (Literal(None), "none"),
    ],
)
def test_a_node_is_written_on_one_line_with_the_parentheses_it_needs(expression, text):
    assert one_line(expression) == text


@pytest.mark.parametrize(
    ("statements", "text"),
    [
        ((Assign("x", A), Unary("-", B)), "{ x = a (-b) }"),
        ((Call("a"), Binary("*", Binary("|", A, B), C)), "{ :a() (a | b) * c }"),
        ((End(), Unary("!", A)), "{ end (!a) }"),
        ((End(success=False), Unary("!", A)), "{ end ! !a }"),
        ((Assign("x", Reference("css")), Literal("b")), '{ x = css ("b") }'),
    ],
)
def test_statements_that_would_read_as_one_are_kept_apart(statements, text):
    body = Body(statements)
    assert one_line(body) == text
    tree = parse(f"main :: and {text}").declarations["main"]
    assert isinstance(tree, Tree)
    assert tree.body == body


def test_a_chain_of_thousands_of_operators_is_no_trouble():
    chain = A
    for _ in range(5000):
        chain = Binary("+", chain, B)
    assert sum(1 for _ in words(chain)) == 10_001
