"""Every route that changes something leaves a line of the audit: what it runs is followed through its own module."""

import ast
import inspect
import sys
from collections.abc import Iterator

import pytest

from scrapy_bt.console.access.guard import SAFE
from scrapy_bt.console.routes import QUESTIONS, ConsoleRoute

ASKING = ("/logout", "/place", "/merge", "/apply", "/try", "/try/all", "/try/node", "/try/node/all")
"""How addresses end that change nothing; what is applied is noted by what was planned."""
TOLD = ("/api/v1/suggest", "/api/v1/language/")
"""How those begin."""


def parts_of(address: ConsoleRoute) -> Iterator[ast.AST]:
    """The syntax of what answers a route, and of what this calls in its module."""
    module = ast.parse(inspect.getsource(sys.modules[address.endpoint.__module__]))
    functions = {each.name: each for each in module.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    waiting, seen = [address.endpoint.__name__], set()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for node in ast.walk(functions[name]):
            yield node
            if isinstance(node, ast.Name) and node.id in functions.keys() - seen:
                waiting.append(node.id)


def is_noting(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "note" and ast.unparse(node.value).endswith("audit")


CHANGING = [each for each in QUESTIONS if each.method not in SAFE]


@pytest.mark.parametrize("address", CHANGING, ids=lambda each: f"{each.method} {each.path}")
def test_a_change_is_noted(address: ConsoleRoute) -> None:
    assert any(map(is_noting, parts_of(address))) != (address.path.endswith(ASKING) or address.path.startswith(TOLD))
