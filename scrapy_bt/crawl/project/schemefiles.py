"""The scheme files of a project: in its own folder, and at any depth in its folder `schemes`."""

from __future__ import annotations

from pathlib import Path

from scrapy.settings import BaseSettings
from scrapy.utils.conf import closest_scrapy_cfg

from ...core.documents.numbers import as_counted_path
from ...core.schemes.files.reader import SUFFIXES, is_scheme

_FOLDER = "schemes"
_BEGINNING = 1 << 16
"""Bytes of a file in which a scheme says that it is one."""


def schemes_folder(_settings: BaseSettings) -> Path:
    """The folder of the project: that of `scrapy.cfg`."""
    config = closest_scrapy_cfg()
    return Path(config).parent if config else Path()


def scheme_files(folder: Path) -> list[Path]:
    """Every scheme file in the folder; `topic_2` before `topic_10`."""
    found = [*folder.glob("*"), *folder.glob(f"{_FOLDER}/**/*")]
    return sorted((path for path in found if path.suffix in SUFFIXES and _is_scheme(path)), key=as_counted_path)


def _is_scheme(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_scheme(file.read(_BEGINNING).decode("utf-8", "replace"))
    except OSError:
        return False
