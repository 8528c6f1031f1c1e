"""Every fault of a file at once: its syntax, and what it means."""

from __future__ import annotations

from .checkeddocument import Resolve
from .checks import check, check_document

__all__ = ["Resolve", "check", "check_document"]
