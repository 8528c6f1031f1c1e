"""`scrapy bt new`: a project from the template."""

from __future__ import annotations

import argparse
import keyword
import re
import string
import sys
from importlib.util import find_spec
from pathlib import Path

from scrapy.settings import Settings
from scrapy.utils.template import string_camelcase

from ..core.schemes.files.workers import WORKERS_FILE
from .templates import templates_folder

_RENDERED = ".tmpl"
_ADDED = ".added"
"""What is in such a file of an example comes behind what the template has in the file of that name."""
_LEFT_OUT = "__pycache__"
_OWN_FOLDERS = ("trees",)
"""Where an example has files in such a folder, those of the template are left out."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
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


def examples() -> list[str]:
    """The names of the examples."""
    return sorted(path.name for path in (templates_folder() / "examples").glob("[!_.]*") if path.is_dir())


def make_project(name: str, folder: Path, *, example: str | None = None) -> str | None:
    """Make the project's files; return why not, before the first is written, or none."""
    sources = _sources(templates_folder() / "project")
    added: dict[Path, Path] = {}
    if example is not None:
        own = _sources(templates_folder() / "examples" / example)
        folders = {path.parts[0] for path in own if path.parts[0] in _OWN_FOLDERS}
        sources = {path: source for path, source in sources.items() if path.parts[0] not in folders}
        added = {path.with_suffix(""): source for path, source in own.items() if path.suffix == _ADDED}
        sources |= {path: source for path, source in own.items() if path.suffix != _ADDED}
    targets = {path: folder / _target(path, name) for path in sources}
    for target in targets.values():
        if target.exists():
            return f"{target} exists already; name another folder"
    values = {"project_name": name, "ProjectName": string_camelcase(name)}
    for path, target in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        content = sources[path].read_bytes() + (added[path].read_bytes() if path in added else b"")
        if path.suffix == _RENDERED or path.name == "scrapy.cfg":
            content = string.Template(content.decode()).substitute(values).encode()
        target.write_bytes(content)
    return None


def _sources(template: Path) -> dict[Path, Path]:
    """The files of a template by their paths within it."""
    found = sorted(path for path in template.rglob("*") if path.is_file() and _LEFT_OUT not in path.parts)
    return {path.relative_to(template): path for path in found}


def _target(path: Path, name: str) -> Path:
    """Return where a file goes: `module/` bears the project's name, what was rendered loses its suffix."""
    renamed = Path(*(name if part == "module" else part for part in path.parts))
    return renamed.with_suffix("") if renamed.suffix == _RENDERED else renamed


def _fault_of_name(name: str) -> str | None:
    if not re.fullmatch(r"[^\W\d]\w*", name, re.ASCII) or keyword.iskeyword(name):
        return f"'{name}' cannot be the name of a Python package; use letters, digits and _, a letter first"
    spec = find_spec(name)
    if spec is not None and spec.loader is not None:  # a mere folder of that name has no loader
        return f"a module named '{name}' exists already; choose another name"
    return None
