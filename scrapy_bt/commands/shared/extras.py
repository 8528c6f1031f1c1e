"""What only an extra installs, and what is told where it is missing."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...errors import BTError

CONSOLE = ("starlette", "uvicorn", "jinja2")
"""What serves pages, of the extra `console`."""


def need(*libraries: str, extra: str) -> None:
    """Raise `BTError` where one of these libraries, which an extra installs, is missing."""
    for name in libraries:
        if find_spec(name) is None:
            raise BTError(_missing(name, extra))


def learning_module(name: str, *, extra: str = "learn") -> Any:
    """A module of `scrapy_bt.learning` that needs the extra."""
    try:
        return import_module(f"scrapy_bt.learning.{name}")
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("scrapy_bt"):
            raise
        raise BTError(_missing(str(error.name), extra)) from error


def _missing(library: str, extra: str) -> str:
    return f'{library} is not installed; say: pip install "scrapy_bt[{extra}]"'
