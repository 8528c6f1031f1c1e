"""Changes a rule file in place: every byte stays but those that are meant."""

from __future__ import annotations

from collections.abc import Iterable

from ....errors import RuleError
from ....sentences import say
from ...documents.edits import Copy, Delete, MovePart, Path, moved_target
from ...documents.nodes import Mapping
from ...documents.pieces import UneditableError, put
from ...documents.plain import Plain, is_same, plain_of
from ...documents.report import ShapeReport
from ...documents.yaml import compose_yaml
from .formatter import BYTE_ORDER_MARK
from .operations import InsertPart, Operation, SetField, Simple, apply, at, name_field, resolve, simple
from .splicing import RuleSplicer


def change_rule(text: str, operations: Iterable[Operation], *, file: str = "<rule>") -> str:
    """The text after all *operations*, one after another.

    Raises `RuleError` with the faults of a text that is no YAML, and `UneditableError` where a path leads nowhere, or
    where the layout does not let the change be made so that the file then says exactly what it should.
    """
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    text = text.removeprefix(BYTE_ORDER_MARK)
    root = _root(text, file)
    for operation in operations:
        for change in simple(plain_of(root), operation):
            wanted = apply(plain_of(root), change)
            text = _changed(text, root, change, file)
            try:
                root = _root(text, file)
            except RuleError as error:
                raise UneditableError(
                    say("the layout does not let this be changed: {}", error.faults[0].message)
                ) from None
            if not is_same(plain_of(root), wanted):
                raise UneditableError(say("the layout does not let this be changed; format the file first"))
    return mark + text


def _root(text: str, file: str) -> Mapping:
    report = ShapeReport(text, file, noun=say("rule"))
    root = compose_yaml(report)
    if report:
        raise RuleError(report.in_order())
    if not isinstance(root, Mapping):
        raise UneditableError(say("the file is no rule: begin with a line `rule:` and its name"))
    return root


def _changed(text: str, root: Mapping, change: Simple, file: str) -> str:
    values = plain_of(root)
    path = resolve(values, change.path)
    splicer = RuleSplicer(text, root)
    match change:
        case SetField(value=value):
            return put(text, splicer.setting(path, value))
        case Delete():
            return put(text, splicer.deletion(path))
        case InsertPart(value=value, index=index, lines=own):
            return put(text, splicer.insertion(path, index, value, own))
        case Copy() | MovePart():
            return _carried(text, values, splicer, path, change, file)


def _carried(text: str, values: Plain, splicer: RuleSplicer, path: Path, change: Copy | MovePart, file: str) -> str:
    item = at(values, path)
    lines = splicer.lines_of(path)
    to, index = resolve(values, change.to), change.index
    if isinstance(change, MovePart):
        text = put(text, splicer.deletion(path))
        root, to = _root(text, file), moved_target(path, to)
        return put(text, RuleSplicer(text, root).insertion(to, index, item, lines))
    text = put(text, splicer.insertion(to, index, item, lines))
    if not change.name:
        return text
    root = _root(text, file)
    items = at(plain_of(root), to)
    number = len(items) - 1 if index is None and isinstance(items, list) else index
    return put(text, RuleSplicer(text, root).setting((*to, number or 0, name_field(to)), change.name))
