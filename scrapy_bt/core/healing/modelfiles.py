"""The files of models that a project heals by."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class ModelFiles(NamedTuple):
    """None: the shipped models, and no sequence model."""

    models: Path | None = None
    sequence: Path | None = None
    """A further source of selectors."""


SHIPPED_ALONE = ModelFiles()
