"""The reference page names what is public, and nothing else."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import scrapy_bt.errors

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference.md"
NAMED = re.findall(r"^\.\. auto\w+:: ([\w.]+)$", PAGE.read_text("utf8"), re.MULTILINE)


def public_names(module: str) -> set[str]:
    """Return the names that a module lists, or else the classes that it defines."""
    found = import_module(module)
    if hasattr(found, "__all__"):
        return {name for name in found.__all__ if not name.startswith("__")}
    return {name for name, value in vars(found).items() if isinstance(value, type) and value.__module__ == module}


def named_in(module: str) -> set[str]:
    """Return the names of a module that the page has."""
    return {name.rpartition(".")[2] for name in NAMED if name.rpartition(".")[0] == module}


@pytest.mark.parametrize("module", ["scrapy_bt", "scrapy_bt.errors", "scrapy_bt.testing", "scrapy_bt.testing.site"])
def test_the_page_names_what_is_public(module: str) -> None:
    assert named_in(module) == public_names(module)


@pytest.mark.parametrize("name", NAMED)
def test_what_the_page_names_is_there(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    assert hasattr(import_module(module), attribute)


def test_every_error_is_one_of_the_tree() -> None:
    errors = [value for value in vars(scrapy_bt.errors).values() if isinstance(value, type)]
    raised = [error for error in errors if issubclass(error, Exception)]
    assert all(issubclass(error, scrapy_bt.errors.BTError) for error in raised)
