"""Bytes of files that are no UTF-8, as they come where a file is read with `surrogateescape`."""

from __future__ import annotations

import re

from ...sentences import say

_UNDECODED = re.compile("[\udc80-\udcff]")
NOT_UTF8 = say("it is not in UTF-8: save the file in UTF-8")


def is_undecoded(text: str) -> bool:
    """Whether some of it was no UTF-8."""
    return not text.isascii() and _UNDECODED.search(text) is not None
