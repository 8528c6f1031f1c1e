"""Tags within which another one looks, from the page inwards, as one line of text: `[{start: '<li>', end: '</li>'}]`.

What each does with its values is in it, too, but for its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...sentences import say
from ..documents.nodes import ListNode, Mapping
from ..documents.report import ShapeReport
from ..documents.yaml import compose_yaml
from ..regex.deadlines import Timeout
from .files.builder import build_tag
from .files.scalars import text_written
from .files.treatments import written_fields
from .rule import Tag
from .tagcodes import FIELDS
from .tags import run_tag
from .treatments import Treatment

_BEGIN = "[{"


def is_tag_line(text: str) -> bool:
    """Whether it is such a line, and no selector."""
    return text.startswith(_BEGIN)


def line_of_tags(tags: Sequence[Tag]) -> str:
    """The line of tags, the outermost first."""
    return f"[{', '.join(map(_line_of, tags))}]"


@lru_cache(256)
def read_tag_line(text: str) -> tuple[Tag, ...]:
    """The tags of a line, without names; raises `ValueError` for what is none."""
    report = ShapeReport(text, "<tags>", noun=say("rule"))
    node = compose_yaml(report)
    items = node.items if isinstance(node, ListNode) and not report else ()
    if not items or not all(isinstance(item, Mapping) for item in items):
        raise ValueError(say("this is no line of tags: {}", text))
    return tuple(build_tag(item) for item in items if isinstance(item, Mapping))


def pieces_of(tags: Sequence[Tag], text: str, *, timeout: Timeout | None = None) -> list[str]:
    """What tags take of a text, each from all that the one before it has taken.

    Raises `NodeError` and `PatternError` as `run_tag` does.
    """
    pieces = [text]
    for tag in tags:
        pieces = [value for piece in pieces for value in run_tag(tag, piece, timeout=timeout).values]
    return pieces


def _line_of(tag: Tag) -> str:
    said = [f"{name}: {_text(str(getattr(tag, name)))}" for name in FIELDS if getattr(tag, name)]
    if tag.treatments:
        said.append(f"treatments: [{', '.join(map(_treatment, tag.treatments))}]")
    said += [f"{name}: true" for name in ("merge", "link") if getattr(tag, name)]
    return f"{{{', '.join(said)}}}"


def _treatment(treatment: Treatment) -> str:
    fields = ((key, _text(kept) if isinstance(kept, str) else kept) for key, kept in written_fields(treatment))
    return f"{{{', '.join(f'{key}: {kept}' for key, kept in fields)}}}"


def _text(text: str) -> str:
    return text_written(text, is_plain=False)
