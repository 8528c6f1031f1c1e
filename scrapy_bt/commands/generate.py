"""`scrapy bt generate`: code for what a tree leaves open, and tests."""

from __future__ import annotations

import argparse
import os
import sys
from keyword import iskeyword
from pathlib import Path
from typing import Any

from scrapy.settings import Settings
from scrapy.utils.conf import closest_scrapy_cfg

from ..codegen.generating import Generated, Generator, PackagePaths
from ..codegen.library import Library
from ..crawl.project.trees import RuleTexts, read_text, why_not_importable
from ..errors import BTError, RuleError
from ..testing.taking import taken
from .files import count, show

_FOLDER = "templates"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the .bt file")
    parser.add_argument(
        "--package",
        metavar="PACKAGE",
        help="the Python package that the code goes to; default: `nodes` in the project's own, or beside the file",
    )


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Generate; return 1 for faults, with no file touched."""
    path: Path = options.file
    try:
        place = _place(path, options.package)
        read_text(path)
        text = path.read_bytes().decode()
        generator = Generator(
            Library(_folders(place.root)), resolve=_resolver(place.root), take=_take, rules=RuleTexts(path.parent)
        )
        generated = generator.generate(place, text)
    except RuleError as error:
        show(error.faults, as_json=False)
        sys.stderr.write(f"{count(len(error.faults), 'fault')} in {path}: nothing was generated\n")
        return 1
    except BTError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    _tell(place, generated)
    return 0


def _place(path: Path, package: str | None) -> PackagePaths:
    config = closest_scrapy_cfg(path.resolve().parent)
    root = Path(config).parent if config else path.resolve().parent
    if package is None:
        module = os.environ.get("SCRAPY_SETTINGS_MODULE", "").rpartition(".")[0] if config else ""
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


def _tell(place: PackagePaths, generated: Generated) -> None:
    for written in generated.files:
        shown = written.path.relative_to(place.root)
        if written.what == "kept":
            print(f"kept       {shown}: it was changed by hand")
        else:
            print(f"{written.what:10} {shown}")
    for name in generated.completed:
        print(f"completed  {name} in {place.tree.relative_to(place.root)}")
    if not generated.files and not generated.completed:
        print(f"{place.tree.name} lacks no code, and no answers are recorded to test it with")
        return
    print(f"Test it, in {place.root}: python -m pytest {place.tests.relative_to(place.root)}")
