"""Where a tag looks, replaced in its rule file."""

from __future__ import annotations

from ....errors import RuleError
from ....sentences import say, spoken
from ...documents.edits import Delete
from ...rules.files.edit import change_rule
from ...rules.files.operations import SetField, tag_path
from ...rules.files.reader import read_rule
from ...rules.rule import Tag, TagRef
from ...rules.tagcodes import FIELDS, codes_of, read_codes
from .pieces import UneditableError


def replace_in_rule(text: str, *, layer: str, tag: str, old: str, new: str) -> str:
    """The text of a rule file in which a tag looks as the line *new* says, and not as *old* does.

    Both are as `codes_of` tells them. Raises `UneditableError`.
    """
    try:
        codes = codes_of(_tag(text, layer, tag))
        if codes != old:
            raise UneditableError(say("{}.{} looks elsewhere now: {}", layer, tag, codes))
        before, after = read_codes(old), read_codes(new)
        path = tag_path(TagRef(layer, tag))
        changes = [
            SetField((*path, name), value=after[name]) if name in after else Delete((*path, name))
            for name in FIELDS
            if before.get(name) != after.get(name)
        ]
        return change_rule(text, sorted(changes, key=lambda each: isinstance(each, Delete)))
    except KeyError:
        raise UneditableError(say("the rule has no tag {}.{} any more", layer, tag)) from None
    except RuleError as error:
        raise UneditableError(say("the file has mistakes: {}", error.faults[0].message)) from None
    except ValueError as error:
        raise UneditableError(spoken(error)) from None


def _tag(text: str, layer: str, tag: str) -> Tag:
    return read_rule(text, file="<rule>").layer(layer).tag(tag)
