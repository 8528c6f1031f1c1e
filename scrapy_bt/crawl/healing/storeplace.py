"""Where the files of healing are, for whoever reads them: watching itself takes 2 MB to load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scrapy.utils.misc import load_object

from ...core.healing.modelfiles import ModelFiles
from ...settings import BTSettings
from ...versions import data_path
from ..project.folders import project_folder

READ_MODELS = "scrapy_bt.learning.healing.models_of"
"""Loaded only if other models than the shipped ones are named."""


def store_place(settings: Any) -> Path | str:
    """The file of the store, below the project's `.scrapy` unless it is absolute, or its address in PostgreSQL."""
    where = BTSettings.read(settings).healing_store
    return where if "://" in where else data_path(where).resolve()


def model_files(settings: Any) -> ModelFiles:
    """The files of models that a project names, below the project unless they are absolute."""
    bt = BTSettings.read(settings)
    return ModelFiles(
        project_folder(settings, "BT_HEALING_MODELS") if bt.healing_models else None,
        project_folder(settings, "BT_HEALING_SEQUENCE") if bt.healing_sequence else None,
    )


def check_models(settings: Any) -> None:
    """Before a crawl begins; raises `BTError` where a file that is named holds no such models."""
    files = model_files(settings)
    if any(files):
        load_object(READ_MODELS)(files)
