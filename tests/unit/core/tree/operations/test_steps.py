import pytest

from scrapy_bt.core.tree.operations import Leave
from tests.trees import program


@pytest.mark.parametrize(
    ("text", "path", "exits"),
    [
        ("main :: and { :page :one }", "main/page", ["main/one", "main/.failure"]),
        ("main :: or { :page :one }", "main/page", ["main/.success", "main/one"]),
        ("main :: serial { :page :one }", "main/page", ["main/one", "main/one"]),
        ("main :: and { x = 1 :one }", "main/x=", ["main/one", "main/.failure"]),
        ("main :: and { state wait :one }", "main/wait", ["main/one"]),
        ("main :: and { async { :one } :two }", "main/async", ["main/two", "main/async/one"]),
        ("main :: and { while x = :links { :one } }", "main/while", ["main/while/.round"]),
        ("main :: and { while x = :links { :one } }", "main/while/.round", ["main/while/.next"]),
        ("main :: and { while x = :links { :one } }", "main/while/.next", ["main/while/one", "main/while/.done"]),
        (
            "main :: and { while x = :links { :one } }",
            "main/while/links",
            ["main/while", "main/while", "main/.failure"],
        ),
        (
            "state page { 404 = end 403 = :other } main :: and { :page :one }",
            "main/page",
            ["main/one", "main/.failure", "main/page", "main/.success", "main/page/403/other"],
        ),
        (
            "[[ page ]] main :: and { :page :one }",
            "main/page.share",
            ["main/one", "main/page", "main/.failure"],
        ),
    ],
)
def test_exits_in_order_of_likelihood(text: str, path: str, exits: list[str]) -> None:
    assert [target.path for target in program(text).by_path[path].exits()] == exits


def test_the_ends_of_trees_lead_nowhere() -> None:
    assert list(program("main :: and { :one }").by_path["main/.success"].exits()) == []


def test_steps_are_told_apart_by_identity() -> None:
    assert Leave(success=True) != Leave(success=True)
