"""The core neither reads nor writes nor looks at a clock, not even through names that an import contract cannot see."""

import ast
from pathlib import Path

import pytest

CORE = Path(__file__).resolve().parents[2] / "scrapy_bt" / "core"
MODULES = sorted(CORE.rglob("*.py"))

# Builtins that touch the world, and the attributes by which otherwise pure modules do.
IMPURE_CALLS = {"open", "print", "input", "breakpoint", "exec", "eval"}
IMPURE_ATTRIBUTES = {"now", "utcnow", "today", "urlopen", "read_text", "write_text", "read_bytes", "write_bytes"}


# The one file that the core reads is its own grammar, once, at import.
READS_ITS_GRAMMAR = "language"


def impurities(source: str) -> list[str]:
    """Return the impure names that a module's text calls, each with its line."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{node.lineno}: {node.func.id}")
        if isinstance(node.func, ast.Attribute) and node.func.attr in IMPURE_ATTRIBUTES:
            found.append(f"{node.lineno}: {node.func.attr}")
    return found


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_the_core_calls_nothing_impure(module: Path) -> None:
    found = impurities(module.read_text("utf8"))
    if module.parent == CORE / READS_ITS_GRAMMAR:
        found = [name for name in found if not name.endswith("read_text")]
    assert found == []


@pytest.mark.parametrize("source", ["open('x')", "print(1)", "datetime.now()", "Path('x').write_text('')"])
def test_an_impure_call_is_found(source: str) -> None:
    assert impurities(source)
