"""`scrapy bt new`: a project from the template."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from scrapy.settings import Settings

from ..core.schemes.files.workers import WORKERS_FILE
from .shared.projects import examples, make_project


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the project and its Python package")
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="where to make it; default: NAME")
    parser.add_argument("--example", choices=examples(), help="a whole example instead of an empty project")


def run(options: argparse.Namespace, _settings: Settings) -> int:
    """Make the project; return 1 if it cannot be."""
    folder = Path(options.name) if options.folder is None else options.folder
    fault = _fault_of_name(options.name)
    if fault is None:
        try:
            fault = make_project(options.name, folder, example=options.example)
        except OSError as error:
            fault = f"{error.filename or folder}: {error.strerror or error}"
    if fault is not None:
        sys.stderr.write(f"no project was made: {fault}\n")
        return 1
    has_workers = (folder / WORKERS_FILE).exists()
    step = "scrapy bt up --practice" if has_workers else "scrapy list"
    print(f"New project '{options.name}' in {folder.resolve()}. Go on with:\n\n    cd {folder}\n    {step}\n")
    if has_workers:
        print(
            f"It starts the workers of {WORKERS_FILE} and, on this machine, the servers that the settings do not name."
        )
    else:
        print("Each file in trees/ is a spider, and says in its first lines how to run it.")
    return 0


def _fault_of_name(name: str) -> str | None:
    if not re.fullmatch(r"[^\W\d]\w*", name, re.ASCII) or keyword.iskeyword(name):
        return f"'{name}' cannot be the name of a Python package; use letters, digits and _, a letter first"
    spec = find_spec(name)
    if spec is not None and spec.loader is not None:  # a mere folder of that name has no loader
        return f"a module named '{name}' exists already; choose another name"
    return None
