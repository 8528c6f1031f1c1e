"""The scheme files of a project: in its own folder, and at any depth in its folder `schemes`."""

from __future__ import annotations

from pathlib import Path

from scrapy.settings import BaseSettings

from ...core.documents.numbers import as_counted_path
from ...core.schemes.files.reader import SUFFIXES, is_scheme
from .folders import configuration_folder

_FOLDER = "schemes"
_MOST_READ = 64 * 1024
"""Bytes of a file in which it has to say that it is a scheme: what lies in a folder may be of any size."""


def schemes_folder(_settings: BaseSettings) -> Path:
    """The folder of the project: that of `scrapy.cfg`."""
    return configuration_folder()


def scheme_files(folder: Path) -> list[Path]:
    """Every scheme file in the folder; `topic_2` before `topic_10`."""
    found = [*folder.glob("*"), *folder.glob(f"{_FOLDER}/**/*")]
    return sorted((path for path in found if _is_scheme_file(path)), key=as_counted_path)


def _is_scheme_file(path: Path) -> bool:
    try:
        if path.suffix not in SUFFIXES or not path.is_file():
            return False
        with path.open("rb") as file:
            return is_scheme(file.read(_MOST_READ).decode(errors="replace"), file=path.name)
    except OSError:
        return False
