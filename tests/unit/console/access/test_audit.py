"""Every route that changes something leaves a line of the audit: what it runs is followed through its own module."""

import ast
import inspect
import sys

import pytest

from scrapy_bt.console.access.guard import SAFE
from scrapy_bt.console.routes import QUESTIONS, ConsoleRoute

ASKING = ("/logout", "/place", "/merge", "/apply", "/try", "/try/all", "/try/node", "/try/node/all")
"""How addresses end that change nothing; what is applied is noted by what was planned."""
TOLD = ("/api/v1/suggest", "/api/v1/language/")
"""How those begin."""


def is_noted(address: ConsoleRoute) -> bool:
    module = ast.parse(inspect.getsource(sys.modules[address.endpoint.__module__]))
    functions = {each.name: each for each in module.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    waiting, seen = [address.endpoint.__name__], set()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        for node in ast.walk(functions[name]):
            if isinstance(node, ast.Attribute) and node.attr == "note" and ast.unparse(node.value).endswith("audit"):
                return True
            if isinstance(node, ast.Name) and node.id in functions.keys() - seen:
                waiting.append(node.id)
    return False


CHANGING = [each for each in QUESTIONS if each.method not in SAFE]


@pytest.mark.parametrize("address", CHANGING, ids=lambda each: f"{each.method} {each.path}")
def test_a_change_is_noted(address: ConsoleRoute) -> None:
    assert is_noted(address) != (address.path.endswith(ASKING) or address.path.startswith(TOLD))
