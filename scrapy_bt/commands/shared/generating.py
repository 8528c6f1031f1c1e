"""Code for what a tree leaves open."""

from __future__ import annotations

import os
import sys
from keyword import iskeyword
from pathlib import Path
from typing import Any

from ...codegen.generating import CodeGenerator, Generated, PackagePaths
from ...codegen.library import TemplateLibrary
from ...crawl.project.folders import find_project
from ...crawl.project.trees import RuleTexts, read_text, why_not_importable
from ...errors import BTError
from ...testing.taking import taken

_FOLDER = "templates"


def generate_code(path: Path, package: str | None = None, *, only_plan: bool = False) -> tuple[PackagePaths, Generated]:
    """Write code and tests for the tree in a file, into a *package* or the project's own; says where, and what.

    *only_plan*: nothing is written.

    Raises `RuleError` for faults of the tree, and `BTError`; then no file was touched.
    """
    place = _place(path, package)
    read_text(path)
    text = path.read_bytes().decode()
    generator = CodeGenerator(
        TemplateLibrary(_folders(place.root)), resolve=_resolver(place.root), take=_take, rules=RuleTexts(path.parent)
    )
    return place, generator.generate(place, text, only_plan=only_plan)


def _place(path: Path, package: str | None) -> PackagePaths:
    beside = path.resolve().parent
    project = find_project(beside)
    root = project or beside
    if package is None:
        module = os.environ.get("SCRAPY_SETTINGS_MODULE", "").rpartition(".")[0] if project else ""
        package = f"{module}.nodes" if module and root.joinpath(*module.split(".")).is_dir() else "nodes"
    names = [*package.split("."), path.stem]
    wrong = next((name for name in names if not name.isidentifier() or iskeyword(name)), None)
    if wrong is not None:
        what = f"{path}: its code would be in a package of its name" if wrong == path.stem else f"--package {package}"
        raise BTError(f"{what}, and '{wrong}' cannot be the name of one: letters, digits and _, a letter first")
    return PackagePaths(path.resolve(), root, package)


def _folders(root: Path) -> list[Path]:
    return [root / _FOLDER] if (root / _FOLDER).is_dir() else []


def _resolver(root: Path) -> Any:
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return why_not_importable


def _take(tree: str, node: str, body: bytes, url: str) -> list[Any]:
    return taken(tree, node, body, url=url)
