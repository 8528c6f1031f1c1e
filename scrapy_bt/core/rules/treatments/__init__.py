"""Treatments: what is done to a value after it is taken (rules.md, "A tag's nine steps", step 6); one a module."""

from typing import TypeAlias

from .insert import Insert
from .replace import Replace

Treatment: TypeAlias = "Replace | Insert"

__all__ = ["Insert", "Replace", "Treatment"]
