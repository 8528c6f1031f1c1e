"""What only learning needs, and what is told where it is not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...errors import BTError


def learning_module(name: str) -> Any:
    """A module of `scrapy_bt.learning` that needs the extra."""
    try:
        return import_module(f"scrapy_bt.learning.{name}")
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("scrapy_bt"):
            raise
        raise BTError(f'{error.name} is not installed; say: pip install "scrapy_bt[learn]"') from error
