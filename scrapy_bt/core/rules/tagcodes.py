"""Where a tag looks, as one line of text: `{start: '<h1>', end: '</h1>'}`, as a rule file may say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...errors import PatternError
from ...sentences import say, spoken
from ..documents.plain import plain_of
from ..documents.report import ShapeReport
from ..documents.yaml import compose_yaml
from ..regex.patterns import compile_pattern
from .files.scalars import text_written
from .offsets import NONE, parse_offset
from .rule import Tag

FIELDS = ("start", "start_offset", "end", "end_offset", "rematch", "include", "exclude")
"""The fields of a tag that say where it looks, and what of it counts."""
_OFFSETS = ("start_offset", "end_offset")


def codes_of(tag: Tag) -> str:
    """The line of a tag; what it does not say is left out."""
    said = ((name, str(getattr(tag, name))) for name in FIELDS if getattr(tag, name))
    return f"{{{', '.join(f'{name}: {text_written(text, is_plain=False)}' for name, text in said)}}}"


def read_codes(text: str) -> Mapping[str, str]:
    """The fields of a line; raises `ValueError` for what is none."""
    report = ShapeReport(text, "<codes>", noun=say("rule"))
    node = compose_yaml(report)
    plain = None if node is None or report else plain_of(node)
    if (
        not isinstance(plain, dict)
        or not plain.keys() <= set(FIELDS)
        or any(isinstance(value, (dict, list)) for value in plain.values())
    ):
        raise ValueError(say("write codes as in a rule, {{start: '<h1>', end: '</h1>'}}, with {}", ", ".join(FIELDS)))
    said = {str(name): str(value) for name, value in plain.items()}
    try:
        for name, value in said.items():
            parse_offset(value) if name in _OFFSETS else compile_pattern(value)
    except PatternError as error:
        raise ValueError(spoken(error)) from None
    if "start" not in said and "end" not in said and "rematch" not in said:
        raise ValueError(say("a `start`, an `end` or a `rematch` says where a tag looks"))
    return said


def with_codes(tag: Tag, text: str) -> Tag:
    """The tag that looks where a line says; raises `ValueError`."""
    said = read_codes(text)
    texts = {name: said.get(name, "") for name in FIELDS if name not in _OFFSETS}
    offsets = {name: parse_offset(said[name]) if name in said else NONE for name in _OFFSETS}
    return replace(tag, **texts, **offsets)  # type: ignore[arg-type]  # by their names
