"""Replaces the codes of a tag in its rule file."""

from __future__ import annotations

from collections.abc import Iterator

from ....errors import RuleError
from ....sentences import say, spoken
from ...documents.edits import Delete, Path
from ...documents.plain import Plain
from ...rules.files.edit import change_rule
from ...rules.files.operations import InsertPart, Operation, SetField, tag_path
from ...rules.files.reader import read_rule
from ...rules.rule import Tag, TagRef
from ...rules.tagcodes import FIELDS, TagCodes, codes_of, read_codes
from .pieces import UneditableError


def replace_in_rule(text: str, *, layer: str, tag: str, old: str, new: str) -> str:
    """The text of a rule file with the codes *new* of a tag in place of *old*, both as `codes_of` writes them.

    Raises `UneditableError`.
    """
    try:
        before, after = read_codes(old), read_codes(new)
        known = _tag(text, layer, tag)
        there = known.treatments[: len(before.treatments)]
        codes = codes_of(known, before.treatments if there == before.treatments else ())
        if codes != old:
            raise UneditableError(say("{}.{} looks elsewhere now: {}", layer, tag, codes))
        path = tag_path(TagRef(layer, tag))
        changes: list[Operation] = [
            SetField((*path, name), value=after.fields[name]) if name in after.fields else Delete((*path, name))
            for name in FIELDS
            if before.fields.get(name) != after.fields.get(name)
        ]
        changes = sorted(changes, key=lambda each: isinstance(each, Delete))
        return change_rule(text, [*changes, *_other_treatments((*path, "treatments"), known, before, after)])
    except KeyError:
        raise UneditableError(say("the rule has no tag {}.{} any more", layer, tag)) from None
    except RuleError as error:
        raise UneditableError(say("the file has mistakes: {}", error.faults[0].message)) from None
    except ValueError as error:
        raise UneditableError(spoken(error)) from None


def _other_treatments(path: Path, tag: Tag, before: TagCodes, after: TagCodes) -> Iterator[Operation]:
    """The treatments of *after* in front of the tag's own, in place of those of *before*."""
    steps: list[Plain] = [{"replace": one.find, **({"with": one.text} if one.text else {})} for one in after.treatments]
    if before.treatments == after.treatments:
        return
    if tag.treatments == before.treatments:  # none of its own
        if before.treatments:
            yield Delete(path)
        if steps:
            yield SetField(path, value=steps)
        return
    for _ in before.treatments:
        yield Delete((*path, 0))
    for number, step in enumerate(steps):
        yield InsertPart(path, value=step, index=number)


def _tag(text: str, layer: str, tag: str) -> Tag:
    return read_rule(text, file="<rule>").layer(layer).tag(tag)
