"""Where a project's own files lie: beside its `scrapy.cfg`, or in a package, which may be zipped."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings
from scrapy.utils.conf import closest_scrapy_cfg

from ...settings import DEFAULTS

if TYPE_CHECKING:
    from importlib.abc import Traversable


def find_project(start: Path = Path()) -> Path | None:
    """The folder of the nearest `scrapy.cfg`, in *start* or above it; None outside of a project."""
    configuration = closest_scrapy_cfg(start)
    return Path(configuration).parent if configuration else None


def configuration_folder() -> Path:
    """The folder of `scrapy.cfg`; without one, that of the process."""
    return find_project() or Path()


def project_folder(settings: BaseSettings, setting: str) -> Path:
    """The folder that a setting names: a path, relative to the folder of `scrapy.cfg`, or `package:folder`.

    A folder of a zipped package is a copy, which lasts as long as the process.
    """
    named = str(settings.get(setting, DEFAULTS[setting]))
    package, colon, within = named.partition(":")
    if colon and _is_package(package):
        return _package_folder(package, within)
    return configuration_folder() / named


def _is_package(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


@cache
def _package_folder(package: str, within: str) -> Path:
    source = files(package).joinpath(within)
    if isinstance(source, Path):
        return source
    copy = _copies(package) / within
    if source.is_dir():
        _copy(source, copy)
    return copy


@cache
def _copies(package: str) -> Path:
    """One for all folders of a package: files in them may name each other by relative paths."""
    folder = tempfile.mkdtemp(prefix=f"{package}-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _copy(source: Traversable, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for entry in source.iterdir():
        if entry.is_dir():
            _copy(entry, target / entry.name)
        else:
            (target / entry.name).write_bytes(entry.read_bytes())
