"""What strangers wrote hides nothing in a page, and turns none of its lines around: such signs are shown."""

from __future__ import annotations

import re

from ...core.documents.controls import HIDDEN

_HIDDEN = re.compile(f"[{HIDDEN}]")
_PARTS = re.compile(f"(<textarea\\b[^>]*>[^<]*|<[^>]*>)|[{HIDDEN}]")
"""Tags, with what is to be edited, in which signs stay as they are, for scripts and forms; and the signs."""


def reveal(page: str) -> str:
    """The page of a template, which has escaped all values, with `⟦U+202E⟧` in the place of each hidden sign."""
    return _PARTS.sub(_reveal, page) if _HIDDEN.search(page) else page


def hides(text: str) -> bool:
    """Whether a text is shown otherwise than it is."""
    return _HIDDEN.search(text) is not None


def _reveal(found: re.Match[str]) -> str:
    return found[1] or f"⟦U+{ord(found[0]):04X}⟧"
