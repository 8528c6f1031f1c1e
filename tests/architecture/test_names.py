"""Files are where their names say, and their names say something."""

import ast
import re
from pathlib import Path

import pytest

from scrapy_bt.commands import bt, entities, heal, learn, rules

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "scrapy_bt"
UNIT = ROOT / "tests" / "unit"
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

# Small modules, parts of tables and data: no unit test of their own, since that of a neighbour shows them.
SHOWN_BY_NEIGHBOURS = {
    "capture": {
        "replay": "replaycrawl",
    },
    "commands": {
        "new": "templates",
    },
    "commands/entities": {
        "import_": "export",
        "list": "merge show",
        "relate": "graph",
    },
    "commands/heal": {
        "import_": "export",
        "review": "reject",
    },
    "commands/rules": {
        "login": "logout",
        "publish": "withdraw",
        "subscribe": "adopt",
    },
    "commands/shared": {
        "replaying": "rehearsing",
    },
    "console": {
        "application": "navigation refusals routes",
        "server": "state",
    },
    "console/access": {
        "guard": "policy roles",
    },
    "console/sources": {
        "records": "filerecords",
    },
    "console/views": {
        "overview": "library",
        "page": "login samples settings",
    },
    "core/documents": {
        "edits": "pieces",
        "packing": "plain",
        "structure": "fields shape",
    },
    "core/inference": {
        "concluding": "goal",
        "judging": "rehearsal",
    },
    "core/inference/answers/fields": {
        "rowfields": "fieldnames jsonfields",
    },
    "core/inference/plans": {
        "planrun": "plan",
    },
    "core/inference/growth": {
        "gathering": "expressions",
        "series": "countedseries renewal seriesends",
    },
    "core/inference/origins": {
        "making": "guessing",
    },
    "core/inference/replay": {
        "oracle": "verdicts",
        "shrinking": "minimum",
        "replays": "experiment",
    },
    "core/inference/scrutiny": {
        "recordedruns": "otherruns subject",
    },
    "core/language": {
        "edit": "operations",
    },
    "core/language/mistakes": {
        "mistake": "attributes declarations expressions resources signs statements states",
    },
    "core/preference": {
        "linking": "mentions",
        "names": "kinds naming",
        "ranking": "preferences",
        "relevance": "scripts",
        "vocabulary": "entities languages",
    },
    "core/rules": {
        "entries": "visits",
        "layers": "results",
        "rule": "naming",
        "trials": "cycles",
    },
    "core/rules/files": {
        "expressions": "patterns",
    },
    "core/rules/treatments": {
        "insert": "treatment",
    },
    "core/schemes": {
        "scheme": "templates",
    },
    "core/schemes/files": {
        "schema": "shape",
    },
    "core/services": {
        "trees": "completions paths tokens",
    },
    "core/tree": {
        "compiler": "foreseen",
        "interpreter": "effects",
        "methods": "inputs",
        "reading": "pages",
        "states": "staterows",
    },
    "core/tree/operations": {
        "steps": "branches calls sharing",
    },
    "crawl": {
        "spiders": "treespiders",
    },
    "crawl/healing": {
        "repairs": "fetchagain waiting",
        "tags": "tagreading",
    },
    "crawl/reading": {
        "contents": "sizes",
        "missed_pages": "misses",
    },
    "extending": {
        "sources": "frontiers nodes oracles recognisers stores",
    },
    "frontier": {
        "controls": "dead_letters",
        "journal": "journal_file",
        "peeking": "messages",
        "steps": "completion",
        "tasks": "entries lanes",
    },
    "frontier/redis": {
        "calls": "call",
    },
    "operations": {
        "dead_letters": "inferences",
        "queues": "settings snapshots",
        "sharing": "publishing updates",
    },
    "operations/healing": {
        "facts": "stores",
    },
    "operations/trials": {
        "records": "lines",
    },
    "ruleserver": {
        "server": "state",
    },
    "storage": {
        "record_tables": "record_questions",
    },
    "storage/sharing": {
        "http_library": "answers",
    },
    "testing": {
        "ports": "orders",
    },
    "testing/site/content": {
        "products": "filings",
        "quotations": "events",
        "topics": "words",
    },
    "testing/site/sections": {
        "odd": "odd_scripts",
        "section": "assets home",
    },
}
SHOWN_BY = {
    **{
        f"{folder}/{name}.py": f"{folder}/test_{test}.py"
        for folder, tests in SHOWN_BY_NEIGHBOURS.items()
        for test, names in tests.items()
        for name in names.split()
    },
    **{f"commands/{name}.py": "commands/shared/test_orders.py" for name in ("boost", "pause", "resume", "stop")},
    "commands/generate.py": "commands/shared/test_generating.py",
    "core/healing/modelfiles.py": "crawl/healing/test_storeplace.py",
    "core/healing/missed.py": "storage/test_healing_missed.py",
    "core/healing/perception/observations.py": "core/healing/perception/test_fieldwatch.py",
    "storage/entity_schema.py": "storage/migrations/versions/test_v0002.py",
    "storage/healing_stored.py": "storage/test_healing.py",
    "commands/shared/healing_reports.py": "commands/heal/test_report.py",
    "commands/shared/healing_reviews.py": "commands/heal/test_review.py",
    "commands/shared/projects.py": "commands/test_new.py",
    "commands/shared/rule_files.py": "commands/rules/test_check.py",
    "commands/shared/rule_servers.py": "commands/rules/test_serve.py",
    "commands/shared/starting.py": "commands/test_crawl.py",
    "console/topics.py": "console/api/test_stream.py",
    "core/duplicates/verdicts.py": "crawl/duplicates/test_shared.py",
    "core/inference/blackboard/facts.py": "core/inference/test_arguments.py",
    "core/inference/findings.py": "core/inference/blackboard/test_blackboard.py",
    "core/tree/events.py": "testing/test_bookkeeping.py",
    "settings/healingmodes.py": "core/healing/test_modes.py",
    "core/tree/keywords.py": "core/language/test_grammar.py",
}
"""The test that shows a module, by the module."""

# Names that say nothing about what is inside.
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "base", "misc", "manager", "tools", "core_utils"}

LONGEST_MODULE, LONGEST_TEST = 300, 500
LONG_MODULES = re.compile(r"^\| `(scrapy_bt/[\w/.]+)` \|", re.MULTILINE)
"""Those of the architecture's page that are longer, each with its reason."""

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
    imported = {module, f"{Path(module).parent.as_posix()}/"} & imported_by(UNIT / test)
    # A command is called, and a page is asked for, by its name.
    assert imported or re.search(rf"[\"/]{Path(module).stem}\b", (UNIT / test).read_text("utf8"))


def test_each_module_of_a_folder_of_commands_is_one() -> None:
    folders = {"commands": bt, "commands/entities": entities, "commands/heal": heal, "commands/learn": learn}
    for folder, package in (folders | {"commands/rules": rules}).items():
        commands = {f"{name}_" if name in ("import", "try") else name for name in package.SUBCOMMANDS}
        scrapys = {"bt", "crawl", "list", "looking", "runspider"} if package is bt else {"__init__"}
        found = {path.stem for path in (PACKAGE / folder).glob("*.py")} - {"__init__"}
        folders_of_commands = {"entities", "heal", "learn", "rules"} & commands
        assert found == (commands | scrapys) - folders_of_commands - {"__init__"}


def test_a_class_has_a_name_of_its_own() -> None:
    places: dict[str, list[str]] = {}
    for path in python_files("scrapy_bt"):
        for node in ast.parse(path.read_text("utf8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1}.keys() == {"Command"}  # as Scrapy wants it


@pytest.mark.parametrize("folder", ["scrapy_bt", "tests", "benchmarks", "docs"])
def test_names_say_what_is_inside(folder: str) -> None:
    empty = [
        path
        for path in (ROOT / folder).rglob("*")
        if path.stem.removeprefix("test_") in EMPTY_NAMES and "_build" not in path.parts
    ]
    assert empty == []


def test_no_module_is_too_long_to_read() -> None:
    _, _, excepted = (ROOT / "docs" / "architecture.md").read_text("utf8").partition("## Long modules")
    reasoned = LONG_MODULES.findall(excepted)
    files = [*python_files("scrapy_bt", "tests", "benchmarks"), *sorted(PACKAGE.rglob("*.lua"))]
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text("utf8").splitlines()) for path in files}
    assert set(reasoned) <= lines.keys()
    assert {name: count for name, count in lines.items() if count > LONGEST_TEST} == {}
    own = {name: count for name, count in lines.items() if name.startswith("scrapy_bt/") and name not in reasoned}
    assert {name: count for name, count in own.items() if count > LONGEST_MODULE} == {}


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
