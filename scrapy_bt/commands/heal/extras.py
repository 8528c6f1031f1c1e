"""What only training needs, and what is told where it is not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...errors import BTError


def course_module() -> Any:
    """The module that trains."""
    return _loaded("course")


def ablation_module() -> Any:
    """The module that trains with and without each idea."""
    return _loaded("ablation")


def _loaded(name: str) -> Any:
    try:
        return import_module(f"scrapy_bt.learning.{name}")
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("scrapy_bt"):
            raise
        raise BTError(
            f'{error.name} is not installed, which training needs; say: pip install "scrapy_bt[heal]"'
        ) from error
