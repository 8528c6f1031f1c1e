"""Names of files in addresses: a name is one part of an address, which has no slash."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_WRITTEN = {"/": ":", ":": "~.", "~": "~~"}
"""What stands for a slash, and for the signs that this takes."""
_READ = {written: sign for sign, written in _WRITTEN.items()}
_WRITE = str.maketrans(_WRITTEN)
_WRITTEN_SIGN = re.compile("~.|:", re.DOTALL)


def name_path(path: PurePosixPath | str) -> str:
    """A path below some folder as one part of an address; no two paths have one name."""
    return str(path).translate(_WRITE)


def path_named(name: str) -> PurePosixPath:
    """The path that has this name."""
    return PurePosixPath(_WRITTEN_SIGN.sub(lambda found: _READ.get(found[0], found[0]), name))
