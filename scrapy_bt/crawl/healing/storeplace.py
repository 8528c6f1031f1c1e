"""Where the files of healing are, for whoever reads them: watching itself takes 2 MB to load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scrapy.utils.misc import load_object
from scrapy.utils.project import data_path

from ...settings import BTSettings
from ..project.folders import project_folder

READ_SEQUENCE = "scrapy_bt.learning.healing.read_sequence"
"""Loaded where a sequence model is wanted."""


def store_place(settings: Any) -> Path | str:
    """The file of the store, below the project's `.scrapy` unless it is absolute, or its address in PostgreSQL."""
    where = BTSettings.read(settings).healing_store
    return where if "://" in where else Path(data_path(where)).resolve()


def sequence_place(settings: Any) -> Path | None:
    """The file of the sequence model, below the project unless it is absolute; none where none is wanted."""
    is_wanted = BTSettings.read(settings).healing_sequence
    return project_folder(settings, "BT_HEALING_SEQUENCE") if is_wanted else None


def check_sequence(settings: Any) -> None:
    """Before a crawl begins; raises `BTError` where the file of the sequence model is none."""
    place = sequence_place(settings)
    if place is not None:
        load_object(READ_SEQUENCE)(place)
