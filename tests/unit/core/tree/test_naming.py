from typing import Any

import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.naming import NodePaths, calls_in, path_id
from scrapy_bt.core.tree.nodes import Assign, Call, Group, If, Tree, While, walk


def tree(body: str) -> Tree:
    found = parse(f"main :: and {{ {body} }}").declarations["main"]
    assert isinstance(found, Tree)
    return found


def paths(body: str) -> dict[str, str]:
    """The path of each call, by its name, and of each other statement, by its class."""
    a_tree = tree(body)
    names = NodePaths(a_tree)
    found: dict[str, str] = {}
    for node in walk(a_tree):
        try:
            path = names.of(node)
        except KeyError:
            continue
        found[node.node if isinstance(node, Call) else type(node).__name__] = path
    return found


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (":a", {"a": "main/a"}),
        ("x = :a", {"Assign": "main/x=", "a": "main/x=/a"}),
        ("while :a { :b }", {"While": "main/while", "a": "main/while/a", "b": "main/while/b"}),
        ("while x = :a { }", {"While": "main/while", "a": "main/while/a"}),
        ("if :a { :b } else { :c }", {"If": "main/if", "a": "main/if/a", "b": "main/if/b", "c": "main/if/else/c"}),
        ("serial { or { :a } }", {"Group": "main/serial/or", "a": "main/serial/or/a"}),
        (
            "goroutine { async { :a } }",
            {"Goroutine": "main/goroutine", "Async": "main/goroutine/async", "a": "main/goroutine/async/a"},
        ),
        ("state wait", {"ChangeState": "main/wait"}),
        ("end !", {"End": "main/end"}),
        (":a | :b", {"Binary": "main/test", "a": "main/test/a", "b": "main/test/b"}),
        (":a(:b, :c(:d))", {"a": "main/a", "b": "main/a()/b", "c": "main/a()/c", "d": "main/a()/d"}),
        ("x = 1 + :a(:b)", {"Assign": "main/x=", "a": "main/x=/a", "b": "main/x=/b"}),
    ],
)
def test_statements_and_calls_have_paths(body: str, found: dict[str, str]) -> None:
    assert paths(body) == found


def test_likes_are_numbered_within_their_block() -> None:
    a_tree = tree(":a :a while x { :a } while x { :a :a } x = 1 x = 2")
    names = NodePaths(a_tree)
    statements = a_tree.body.statements
    assert [names.of(statement) for statement in statements] == [
        "main/a", "main/a#2", "main/while", "main/while#2", "main/x=", "main/x=#2",
    ]  # fmt: skip
    assert isinstance(statements[3], While)
    assert [names.of(statement) for statement in statements[3].body.statements] == [
        "main/while#2/a",
        "main/while#2/a#2",
    ]


def test_else_if_stands_in_the_else() -> None:
    a_tree = tree("if a { } else if b { :x } else { :y }")
    names = NodePaths(a_tree)
    (outer,) = a_tree.body.statements
    assert isinstance(outer, If)
    assert isinstance(outer.otherwise, If)
    assert names.of(outer.otherwise) == "main/if/else/if"


def test_a_statement_elsewhere_leaves_the_names_of_the_others_alone() -> None:
    before = paths(":a while x { :b } :c")
    after = paths("y = 1 :a serial { :a :b } while x { z = 2 :b } if y { :a } :c")
    assert {name: after[name] for name in ("c", "While")} == {name: before[name] for name in ("c", "While")}


def test_a_call_of_a_state_table_is_named_below_its_place() -> None:
    names = NodePaths(tree(":a"))
    assert names.of_inner(Call("b"), "main/a/404/c") == "main/a/404/c()/b"
    call: Any = tree(":a").body.statements[0]
    assert NodePaths(tree(":a")).of_inner(call, "main/x") == "main/x()/a"


def test_calls_stand_in_the_order_of_the_text() -> None:
    statement = tree("x = :a + :b(:c) | :d").body.statements[0]
    assert isinstance(statement, Assign)
    assert [call.node for call in calls_in(statement.value)] == ["a", "b", "c", "d"]
    (loop,) = tree("while x = :a(:b) { :c }").body.statements
    assert isinstance(loop, While)
    assert [call.node for call in calls_in(loop.condition)] == ["a", "b"]
    assert not isinstance(loop, Group)


def test_ids_are_32_bits_and_stay_the_same_for_ever() -> None:
    assert path_id("main/page") == 0x7A7DB5B5
    assert path_id("main/page") != path_id("main/page#2")
