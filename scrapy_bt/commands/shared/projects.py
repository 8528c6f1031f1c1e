"""New projects, from the template and its examples."""

from __future__ import annotations

import string
from pathlib import Path

from scrapy.utils.template import string_camelcase

_PACKAGE = Path(__file__).resolve().parents[2]
_RENDERED = ".tmpl"
_ADDED = ".added"
"""What is in such a file of an example comes behind what the template has in the file of that name."""
_LEFT_OUT = "__pycache__"
_OWN_FOLDERS = ("trees",)
"""Where an example has files in such a folder, those of the template are left out."""


def templates_folder() -> Path:
    """Return the folder with `project/` and `spiders/`: in the package if installed, else beside it in a checkout."""
    inside = _PACKAGE / "project_template"
    return inside if inside.is_dir() else _PACKAGE.parent / "project_template"


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
