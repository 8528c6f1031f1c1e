"""The words by which an edit is ordered, on a command line and in the console."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ...core.documents import edits
from ...core.documents.plain import Plain, plain_of
from ...core.documents.report import ShapeReport
from ...core.documents.yaml import compose_yaml
from ...core.language import operations as trees
from ...core.language.fragments import plain_lines
from ...core.rules.files import operations as rules
from ...errors import BTError, RuleError
from ...sentences import say

FORMS: Mapping[str, tuple[str, ...]] = {
    "set": ("PATH", "TEXT"),
    "insert": ("PATH", "TEXT"),
    "delete": ("PATH",),
    "copy": ("PATH", "TO"),
    "move": ("PATH", "TO"),
    "wrap": ("PATH", "HEADER"),
    "rename": ("PATH", "NAME"),
    "undo": (),
}
"""The operations, each with the words that it takes."""


def make_operation(
    operation: str,
    words: Sequence[str],
    *,
    is_tree: bool,
    index: int | None = None,
    name: str = "",
    count: int = 1,
    is_variable: bool = False,
) -> Any:
    """The operation of a tree or of a rule that the words of a command line mean; raises `BTError`."""
    given = _GivenWords(tuple(words), index, name, count, is_variable)
    make = (_TREES if is_tree else _RULES).get(operation)
    if make is None:
        raise BTError(say("a rule file has nothing to {}", operation))
    return make(given)


class _GivenWords(NamedTuple):
    words: tuple[str, ...]
    at: int | None
    name: str
    many: int
    variable: bool


_LONGEST_NUMBER = 9


def read_path(text: str) -> tuple[str | int, ...]:
    """`main/1/else` as steps; `.` is the whole file."""
    return tuple(
        int(step) if step.isdecimal() and len(step) <= _LONGEST_NUMBER else step
        for step in text.split("/")
        if step not in ("", ".")
    )


def read_value(text: str) -> Plain:
    """What a text says as YAML; raises `RuleError`."""
    report = ShapeReport(text, "<text>", noun=say("rule"))
    node = compose_yaml(report)
    if report:
        raise RuleError(report.in_order())
    return None if node is None else plain_of(node)


def _insertion(given: _GivenWords) -> rules.InsertPart:
    """An item from its dash is that item, written as it is; everything else is the item itself."""
    path, text = read_path(given.words[0]), plain_lines(given.words[1])
    value = read_value(text)
    if isinstance(value, list) and len(value) == 1 and not text.startswith("["):
        return rules.InsertPart(path, value=value[0], index=given.at, name=given.name, lines=tuple(text.split("\n")))
    return rules.InsertPart(path, value=value, index=given.at, name=given.name)


_ALIKE: Mapping[str, Callable[[_GivenWords], edits.Delete | edits.Copy | edits.MovePart]] = {
    "delete": lambda given: edits.Delete(read_path(given.words[0])),
    "copy": lambda given: edits.Copy(
        read_path(given.words[0]), to=read_path(given.words[1]), index=given.at, name=given.name
    ),
    "move": lambda given: edits.MovePart(read_path(given.words[0]), to=read_path(given.words[1]), index=given.at),
}
_TREES: Mapping[str, Callable[[_GivenWords], trees.Operation]] = {
    **_ALIKE,
    "set": lambda given: trees.SetText(read_path(given.words[0]), text=given.words[1]),
    "insert": lambda given: trees.InsertText(
        read_path(given.words[0]), text=given.words[1], index=given.at, name=given.name
    ),
    "wrap": lambda given: trees.Wrap(read_path(given.words[0]), header=given.words[1], count=given.many),
    "rename": lambda given: trees.RenameName(
        given.words[0], new=given.words[1], kind="variable" if given.variable else "node"
    ),
}
_RULES: Mapping[str, Callable[[_GivenWords], rules.Operation]] = {
    **_ALIKE,
    "set": lambda given: rules.SetField(read_path(given.words[0]), value=read_value(given.words[1])),
    "insert": _insertion,
    "rename": lambda given: rules.RenamePart(read_path(given.words[0]), name=given.words[1]),
}
