"""Where the store of healing is, for whoever reads it: watching itself takes 2 MB to load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scrapy.utils.project import data_path

from ...settings import BTSettings


def store_place(settings: Any) -> Path | str:
    """The file of the store, below the project's `.scrapy` unless it is absolute, or its address in PostgreSQL."""
    where = BTSettings.read(settings).healing_store
    return where if "://" in where else Path(data_path(where)).resolve()
