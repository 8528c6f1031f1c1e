"""Where a tag looks, as one line of text: `{start: '<h1>', end: '</h1>'}`, as a rule file may say it.

It may also say what is replaced in what was taken, before all else that the tag does with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...errors import PatternError
from ...sentences import say, spoken
from ..documents.plain import Plain, plain_of
from ..documents.report import ShapeReport
from ..documents.yaml import compose_yaml
from ..regex.patterns import compile_pattern
from .files.scalars import text_written
from .offsets import NONE, parse_offset
from .rule import Tag
from .treatments import Replace
from .treatments.replace import parse_template

FIELDS = ("start", "start_offset", "end", "end_offset", "rematch", "include", "exclude")
"""The fields of a tag that say where it looks, and what of it counts."""
_OFFSETS = ("start_offset", "end_offset")
_TREATMENTS = "treatments"


@dataclass(frozen=True)
class TagCodes:
    """What a line says: fields of a tag, and treatments in front of its own."""

    fields: Mapping[str, str]
    treatments: tuple[Replace, ...] = ()


def codes_of(tag: Tag, treatments: Sequence[Replace] = ()) -> str:
    """The line of a tag, with *treatments* that it has not; what it does not say is left out."""
    said = [f"{name}: {_text(str(getattr(tag, name)))}" for name in FIELDS if getattr(tag, name)]
    if treatments:
        said.append(f"{_TREATMENTS}: [{', '.join(map(_line_of, treatments))}]")
    return f"{{{', '.join(said)}}}"


def read_codes(text: str) -> TagCodes:
    """What a line says; raises `ValueError` for what is none."""
    report = ShapeReport(text, "<codes>", noun=say("rule"))
    node = compose_yaml(report)
    plain = None if node is None or report else plain_of(node)
    steps = plain.pop(_TREATMENTS, []) if isinstance(plain, dict) else []
    treatments = [_treatment_of(step) for step in steps] if isinstance(steps, list) else [None]
    if (
        not isinstance(plain, dict)
        or not plain.keys() <= set(FIELDS)
        or any(isinstance(value, (dict, list)) for value in plain.values())
        or None in treatments
    ):
        raise ValueError(say("write codes as in a rule, {{start: '<h1>', end: '</h1>'}}, with {}", ", ".join(FIELDS)))
    said = {str(name): str(value) for name, value in plain.items()}
    known = tuple(one for one in treatments if one is not None)
    try:
        for name, value in said.items():
            parse_offset(value) if name in _OFFSETS else compile_pattern(value)
        for one in known:
            parse_template(one.text, compile_pattern(one.find))
    except PatternError as error:
        raise ValueError(spoken(error)) from None
    if "start" not in said and "end" not in said and "rematch" not in said:
        raise ValueError(say("a `start`, an `end` or a `rematch` says where a tag looks"))
    return TagCodes(said, known)


def with_codes(tag: Tag, text: str) -> Tag:
    """The tag that looks where a line says, and begins with its treatments; raises `ValueError`."""
    codes = read_codes(text)
    said = codes.fields
    texts = {name: said.get(name, "") for name in FIELDS if name not in _OFFSETS}
    offsets = {name: parse_offset(said[name]) if name in said else NONE for name in _OFFSETS}
    begins = tag.treatments[: len(codes.treatments)] == codes.treatments  # as in a file that has been edited
    treatments = tag.treatments if begins else (*codes.treatments, *tag.treatments)
    return replace(tag, **texts, **offsets, treatments=treatments)  # type: ignore[arg-type]  # by their names


def _line_of(treatment: Replace) -> str:
    with_ = f", with: {_text(treatment.text)}" if treatment.text else ""
    return f"{{replace: {_text(treatment.find)}{with_}}}"


def _treatment_of(step: Plain) -> Replace | None:
    if not isinstance(step, dict) or not {"replace"} <= step.keys() <= {"replace", "with"}:
        return None
    texts = step["replace"], step.get("with", "")
    return None if any(isinstance(text, (dict, list)) for text in texts) else Replace(*map(str, texts))


def _text(text: str) -> str:
    return text_written(text, is_plain=False)
