"""What a rule makes of the pieces that its tags take: other codes are judged by the final values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from ...core.regex.deadlines import Timeout
from ...core.rules.files.reader import read_rule
from ...core.rules.rule import Tag
from ...core.rules.tags import absolute, run_tag
from ...errors import BTError

_SECONDS = 0.5
"""For one pattern of a treatment."""


def tag_of(path: Path, node: str, field: str) -> Tag | None:
    """The tag of a rule file, by its node and field in the store; None if it is missing or cannot be read."""
    try:
        return read_rule(path.read_text(encoding="utf-8"), file=str(path)).layer(node.rpartition(":")[2]).tag(field)
    except (OSError, UnicodeError, BTError, KeyError):
        return None


def reading_of_tag(tag: Tag, base_url: str) -> Callable[[str], str]:
    """What a tag makes of a piece that it has taken."""
    treated = Tag(tag.name, treatments=tag.treatments)
    timeout = Timeout(_SECONDS, perf_counter)

    def read(piece: str) -> str:
        try:
            value = next(iter(run_tag(treated, piece, timeout=timeout).values), "")
        except BTError:
            return ""
        return absolute(value, base_url) if tag.link else value

    return read
