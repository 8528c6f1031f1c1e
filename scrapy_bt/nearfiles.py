"""Which file was probably meant, where none of that name is there."""

from __future__ import annotations

from pathlib import Path

from .errors import Suggestion, nearest


def meant_instead(path: Path, otherwise: str) -> str:
    """Advice for a path of which there is nothing: the file or folder beside it that is called most like it.

    It has the same ending. *otherwise*: what is said if there is none.
    """
    try:
        beside = [each.name for each in path.parent.iterdir() if each.suffix == path.suffix and each.name[0] != "."]
    except OSError:
        return otherwise
    near = nearest(path.name, sorted(beside))
    return otherwise if near is None or near == path.name else Suggestion(path.name, str(path.with_name(near)), "{}")
