"""Files are where their names say, and their names say something."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "scrapy_bt"
UNIT = ROOT / "tests" / "unit"
SOURCE_FOLDERS = ("scrapy_bt", "tests", "benchmarks", "docs", "project_template")
FIXED_FILES = {
    "setup.cfg",
    "tox.ini",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "MANIFEST.in",
    ".gitignore",
}
# `editors` holds the extension for Visual Studio Code, which is no part of the wheel.
FIXED_FOLDERS = {"scrapy_bt", "project_template", "tests", "docs", "benchmarks", "editors", ".ci"}

# Modules without a unit test of their own, which hold data alone or are a part of a table: the test that shows them.
SHOWN_BY = {
    "core/duplicates/verdicts.py": "crawl/duplicates/test_shared.py",
    "core/inference/blackboard/facts.py": "core/inference/test_arguments.py",
    "core/inference/findings.py": "core/inference/blackboard/test_blackboard.py",
    "core/inference/replay/experiment.py": "core/inference/replay/test_replays.py",
    "core/inference/plans/plan.py": "core/inference/plans/test_planrun.py",
    "core/inference/goal.py": "core/inference/test_concluding.py",
    "core/language/mistakes/attributes.py": "core/language/mistakes/test_mistake.py",
    "core/language/mistakes/declarations.py": "core/language/mistakes/test_mistake.py",
    "core/language/mistakes/expressions.py": "core/language/mistakes/test_mistake.py",
    "core/language/mistakes/resources.py": "core/language/mistakes/test_mistake.py",
    "core/language/mistakes/signs.py": "core/language/mistakes/test_mistake.py",
    "core/language/mistakes/statements.py": "core/language/mistakes/test_mistake.py",
    "core/language/mistakes/states.py": "core/language/mistakes/test_mistake.py",
    "core/language/operations.py": "core/language/test_edit.py",
    "core/tree/events.py": "testing/test_bookkeeping.py",
    "core/tree/keywords.py": "core/language/test_grammar.py",
    **dict.fromkeys(
        [f"core/tree/operations/{name}.py" for name in ("branches", "calls", "sharing")],
        "core/tree/operations/test_steps.py",
    ),
    "core/tree/pages.py": "core/tree/test_reading.py",
    "extending/frontiers.py": "extending/test_sources.py",
    "extending/oracles.py": "extending/test_sources.py",
    "extending/recognisers.py": "extending/test_sources.py",
    "extending/stores.py": "extending/test_sources.py",
}

# Names that say nothing about what is inside.
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "tools", "core_utils"}

LONGEST_MODULE = 500

# What unfinished work, or a test that proves nothing, looks like.
UNFINISHED = re.compile(
    r"\b(TODO|FIXME|XXX|HACK|NotImplementedError)\b|pragma: no cover|type: ignore(?!\[)|noqa(?!: [A-Z])"
    r"|\bpytest\.mark\.(skip|xfail)\b|\btime\.sleep\(|\bunittest\.mock\b"
)


def python_files(*folders: str) -> list[Path]:
    """Return every Python file of the given top folders, in order."""
    return sorted(
        path for folder in folders for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts
    )


def modules() -> set[str]:
    """Return the package's modules that hold code, as paths relative to the package."""
    return {path.relative_to(PACKAGE).as_posix() for path in python_files("scrapy_bt") if path.name != "__init__.py"}


def module_of(test: Path) -> str:
    """Return the module that a unit test's place and name point to."""
    return test.relative_to(UNIT).with_name(test.name.removeprefix("test_")).as_posix()


def imported_by(test: Path) -> set[str]:
    """Return the modules of the package that a test imports, a package with what stands in it, as paths."""
    named = [node.module for node in ast.walk(ast.parse(test.read_text("utf8"))) if isinstance(node, ast.ImportFrom)]
    found = [(module or "").replace(".", "/").removeprefix("scrapy_bt/") for module in named]
    return {each for path in found for each in (f"{path}.py", f"{path}/")}


def test_every_module_has_its_unit_test() -> None:
    mirrored = {module_of(path) for path in UNIT.rglob("test_*.py")}
    assert sorted(modules() - mirrored - set(SHOWN_BY)) == []


def test_every_unit_test_has_its_module() -> None:
    mirrored = {module_of(path) for path in UNIT.rglob("test_*.py")}
    assert sorted(mirrored - modules()) == []


@pytest.mark.parametrize(("module", "test"), SHOWN_BY.items())
def test_a_module_without_a_unit_test_is_shown_by_the_one_that_is_listed(module: str, test: str) -> None:
    assert module in modules()
    assert not (UNIT / Path(module).with_name(f"test_{Path(module).name}")).exists()
    assert {module, f"{Path(module).parent.as_posix()}/"} & imported_by(UNIT / test)


@pytest.mark.parametrize("folder", ["scrapy_bt", "tests", "benchmarks", "docs"])
def test_names_say_what_is_inside(folder: str) -> None:
    empty = [
        path
        for path in (ROOT / folder).rglob("*")
        if path.stem.removeprefix("test_") in EMPTY_NAMES and "_build" not in path.parts
    ]
    assert empty == []


def test_no_module_is_too_long_to_read() -> None:
    long = {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf8").splitlines())
        for path in python_files("scrapy_bt", "tests", "benchmarks")
    }
    assert {name: lines for name, lines in long.items() if lines > LONGEST_MODULE} == {}


def test_nothing_is_left_unfinished() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in python_files("scrapy_bt", "tests", "benchmarks", "project_template")
        if path != Path(__file__) and UNFINISHED.search(text := path.read_text("utf8"))
        for number, line in enumerate(text.splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert found == []


def test_the_top_level_holds_what_belongs_there() -> None:
    tracked = {path.name for path in ROOT.iterdir() if not ignored(path)}
    assert tracked <= FIXED_FILES | FIXED_FOLDERS


def ignored(path: Path) -> bool:
    """Tell whether a file of the top level is a tool's leaving, named in .gitignore."""
    patterns = (ROOT / ".gitignore").read_text("utf8").split()
    return path.name == ".git" or any(path.match(pattern.strip("/")) for pattern in patterns)
