"""Finds the spiders of a project: ordinary ones, and one for each `.bt` file in `trees/` and each rule in `rules/`."""

from __future__ import annotations

import builtins
import os
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import Request, Spider
from scrapy.settings import BaseSettings
from scrapy.spiderloader import SpiderLoader, SpiderLoaderProtocol
from scrapy.utils.misc import load_object

from ..core.documents.numbers import as_counted_path
from ..errors import Fault, Place, RuleError
from ..sentences import say
from ..settings import DEFAULTS
from .project.folders import project_folder
from .project.rulefiles import SUFFIXES, rule_files, rules_folder

if TYPE_CHECKING:
    from .spiders import TreeSpider

SUFFIX = ".bt"

LOADER_BELOW = "BT_SPIDER_LOADER_BELOW"
"""The project's own spider loader, where it has one; set by the add-on."""


def trees_folder(settings: BaseSettings) -> Path:
    """The project's folder of `.bt` files: `BT_TREES`."""
    return project_folder(settings, "BT_TREES")


def _warn_of_missing_trees(settings: BaseSettings) -> None:
    """A project may have no trees yet; a folder that somebody has named is there."""
    folder = trees_folder(settings)
    named = settings.get("BT_TREES", DEFAULTS["BT_TREES"])
    if named != DEFAULTS["BT_TREES"] and not folder.is_dir():
        warnings.warn(f"BT_TREES is {named!r}: there is no folder {folder}, so there are no trees", stacklevel=2)


def tree_files(folder: Path) -> list[Path]:
    """Every `.bt` file in the folder, at any depth; `page_2` before `page_10`."""
    return sorted((path for path in folder.rglob(f"*{SUFFIX}") if path.is_file()), key=as_counted_path)


def spider_class(path: Path, *, name: str | None = None) -> type[TreeSpider]:
    """A spider for one file, named as the file."""
    kind = _rule_spider() if path.suffix in SUFFIXES else _tree_spider()
    fields = {"name": name or path.stem, "tree_file": path, "__module__": kind.__module__}
    return type(kind.__name__, (kind,), fields)


def _tree_spider() -> type[TreeSpider]:
    from .spiders import TreeSpider  # noqa: PLC0415  # loaded for crawls of trees

    return TreeSpider


def _rule_spider() -> type[TreeSpider]:
    from .rulespiders import RuleSpider  # noqa: PLC0415  # loaded for projects that have rules

    return RuleSpider


class TreeSpiderLoader(SpiderLoader):
    """A `SpiderLoader` that also knows trees and rules; a broken file harms only its own spider."""

    def __init__(self, settings: BaseSettings) -> None:
        below = settings.get(LOADER_BELOW)
        self._below: SpiderLoaderProtocol | None = load_object(below).from_settings(settings) if below else None
        self._trees: dict[str, list[Path]] = {}
        _warn_of_missing_trees(settings)
        for path in (*tree_files(trees_folder(settings)), *rule_files(rules_folder(settings))):
            self._trees.setdefault(path.stem, []).append(path)
        super().__init__(settings)

    def _load_all_spiders(self) -> None:
        if self._below is None:
            super()._load_all_spiders()

    def load(self, spider_name: str) -> type[Spider]:
        self._check_name(spider_name)
        if spider_name in self._trees:
            return spider_class(self._trees[spider_name][0])
        return self._below.load(spider_name) if self._below is not None else super().load(spider_name)

    def list(self) -> list[str]:
        for name in self._trees:
            self._check_name(name)
        return [*self._ordinary(), *self._trees]

    @property
    def trees(self) -> builtins.list[str]:
        """The names of the files that are spiders."""
        return [*self._trees]

    def find_by_request(self, request: Request) -> builtins.list[str]:
        return self._below.find_by_request(request) if self._below is not None else super().find_by_request(request)

    def _ordinary(self) -> builtins.list[str]:
        return [*self._below.list()] if self._below is not None else super().list()

    def _check_name(self, name: str) -> None:
        """Raise `RuleError` when several spiders have the name, naming all of their files."""
        places = [os.path.relpath(path) for path in self._trees.get(name, [])]
        if places and name in self._ordinary():
            places.append(self._file_of(name))
        if len(places) > 1:
            message = f"several spiders are named '{name}': {', '.join(places)}"
            fault = Fault(Place(places[0], 1, 1), message, say("rename one of them"), code="double-spider")
            raise RuleError([fault])

    def _file_of(self, name: str) -> str:
        """Where an ordinary spider is written."""
        found = self._below.load(name) if self._below is not None else super().load(name)
        module = sys.modules.get(found.__module__)
        file = getattr(module, "__file__", None)
        return os.path.relpath(file) if file else f"{found.__module__}.{found.__qualname__}"
