"""The rule files of a project."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings

from ...core.documents.numbers import as_counted_path
from ...errors import Fault, Place
from ...sentences import say
from .folders import project_folder

if TYPE_CHECKING:
    from ...core.rules.rule import Rule

SUFFIXES = (".yaml", ".yml")


def rules_folder(settings: BaseSettings) -> Path:
    """The project's folder of rule files: `BT_RULES`."""
    return project_folder(settings, "BT_RULES")


def rule_files(folder: Path) -> list[Path]:
    """Every rule file in the folder, at any depth; `site_2` before `site_10`."""
    return sorted(
        (path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()), key=as_counted_path
    )


def double_spiders(files: Iterable[Path]) -> Iterator[Fault]:
    """A fault for each name that several of these files give to their spiders, at the last of them."""
    by_name: dict[str, list[Path]] = {}
    for path in files:
        by_name.setdefault(path.stem, []).append(path)
    for name, paths in by_name.items():
        if len(paths) > 1:
            places = [os.path.relpath(path) for path in paths]
            message = f"several spiders are named '{name}': {', '.join(places)}"
            yield Fault(Place(places[-1], 1, 1), message, say("rename one of them"), code="double-spider")


def load_rule(path: Path) -> Rule:
    """The rule of a file; raises `RuleError` with every fault of it."""
    from .rulereader import read_rule  # noqa: PLC0415  # loaded for projects that have rules
    from .trees import read_text  # noqa: PLC0415

    return read_rule(read_text(path), file=str(path))
