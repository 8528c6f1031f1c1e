"""Parts of files in their own notation, as a clipboard carries them from one place, or file, to another."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from ...core.documents.edits import Path
from ...core.documents.nodes import Mapping
from ...core.documents.pieces import UneditableError
from ...core.documents.plain import Plain, node_of, plain_of
from ...core.documents.report import ShapeReport
from ...core.documents.yaml import compose_yaml
from ...core.language import paths
from ...core.language.fragments import plain_lines, read_fragment
from ...core.language.parser import parse
from ...core.language.splicing import Splicer
from ...core.rules.files import operations as rules
from ...core.rules.files.printer import print_item
from ...core.rules.files.splicing import RuleSplicer
from ...core.tree.nodes import Attributes, Document, Item
from ...errors import BTError, RuleError
from ...sentences import say, spoken
from .forms import read_path, read_value


@dataclass(frozen=True)
class Spot:
    """Where a part is put: into the block or list *to*, before the part with the number *index*, or at the end.

    *name*: its name, if the part has to be named; *free*: a name for it that is not taken there.
    """

    to: str
    index: int | None
    name: str = ""
    free: str = ""


def take_part(text: str, path: str, *, is_tree: bool) -> str:
    """The text of the part at a path, with its comments; raises `BTError`."""
    try:
        return _take_from_tree(text, read_path(path)) if is_tree else _take_from_rule(text, read_path(path))
    except UneditableError as error:
        raise BTError(spoken(error)) from None


def find_spot(text: str, path: str, part: str, *, is_tree: bool) -> Spot:
    """Where a part is put at a path: into what is there, or behind it, or into what is around it.

    Raises `RuleError` for a text that is no part, and `BTError` if it fits nowhere.
    """
    if not part.strip():
        raise BTError(say("nothing is put in"))
    try:
        return _spot_in_tree(text, read_path(path), part) if is_tree else _spot_in_rule(text, read_path(path), part)
    except UneditableError as error:
        raise BTError(spoken(error)) from None


def _take_from_tree(text: str, path: Path) -> str:
    document = parse(text)
    path = paths.resolve(document, path)
    return plain_lines(text) if not path else Splicer(text, document).written(path)


def _take_from_rule(text: str, path: Path) -> str:
    root = _root(text)
    path = rules.resolve(plain_of(root), path)
    if not path or not isinstance(path[-1], int):
        raise BTError(say("items of lists are copied: a layer, a tag, a treatment, a group, a column"))
    value = rules.at(plain_of(root), path)
    lines = RuleSplicer(text, root).lines_of(path)
    return "\n".join(lines or print_item(node_of(value), None))


def _spot_in_tree(text: str, path: Path, part: str) -> Spot:
    document = parse(text)
    path = paths.resolve(document, path)
    part = plain_lines(part)
    fault: RuleError | None = None
    for holder, index in _holders(document, path, part):
        block = paths.at(document, holder)
        try:
            found = read_fragment(part, block)
        except RuleError as error:
            fault = fault or error
            continue
        is_named = isinstance(block, (Document, Item, Attributes)) and len(found) == 1
        name = getattr(found[0], "name", "") if is_named else ""
        taken = {getattr(each, "name", "") for each in paths.parts(block)} - {""}
        return Spot(_shown(holder), index, *_named(name, taken))
    assert fault is not None, "the file itself is the last holder"
    raise fault


def _holders(document: Document, path: Path, part: str) -> Iterator[tuple[Path, int | None]]:
    """What may take a part that is put in at a path, the nearest first; declarations come into the file."""
    try:
        is_declared = bool(parse(part).entries)
    except RuleError:
        is_declared = False
    behind: str | int | None = None
    for depth in range(len(path), -1, -1):
        holder = path[:depth]
        after = behind + 1 if isinstance(behind, int) else None
        behind = path[depth - 1] if depth else None
        if is_declared and holder:
            continue
        try:
            paths.parts(paths.at(document, holder))
        except UneditableError:
            continue
        yield holder, after


def _spot_in_rule(text: str, path: Path, part: str) -> Spot:
    root = plain_of(_root(text))
    path = rules.resolve(root, path)
    value = read_value(plain_lines(part))
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    to = _list_for(root, path, value)
    step = path[len(to)] if len(path) > len(to) and path[: len(to)] == to else None
    index = step + 1 if isinstance(step, int) else None
    try:
        field = rules.name_field(to)
    except UneditableError:
        return Spot(_shown(to), index)
    items = rules.at(root, to) or []
    assert isinstance(items, list), "it was found as a list"
    taken = {str(item[field]) for item in items if isinstance(item, dict) and field in item}
    name = value.get(field) if isinstance(value, dict) else None
    return Spot(_shown(to), index, *_named(name if isinstance(name, str) else "", taken))


def _list_for(root: Plain, path: Path, value: Plain) -> Path:
    """The list in which an item of that kind stands, by what is at a path; raises `BTError`."""
    fields: Collection[str] = value if isinstance(value, dict) else ()
    for field, list_, above in (
        ("layer", "layers", ""),
        ("group", "groups", ""),
        ("name", "columns", "groups"),
        ("tag", "tags", "layers"),
    ):
        if field not in fields:
            continue
        if not above:
            return (list_,)
        if len(path) > 1 and path[0] == above:
            return (*path[:2], list_)
        owners = rules.at(root, (above,)) if isinstance(root, dict) and above in root else None
        if isinstance(owners, list) and len(owners) == 1:
            return (above, 0, list_)
        raise BTError(say("choose where among the {} it is to stand", above))
    for depth in range(len(path), 0, -1):
        if isinstance(rules.at(root, path[:depth]), list):
            return path[:depth]
    raise BTError(say("choose a list, or something in one, that takes this"))


def _named(name: str, taken: Collection[str]) -> tuple[str, str]:
    if name not in taken:
        return name, name
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return name, f"{name}_{number}"


def _root(text: str) -> Mapping:
    report = ShapeReport(text, "<text>", noun=say("rule"))
    root = compose_yaml(report)
    if report:
        raise RuleError(report.in_order())
    if not isinstance(root, Mapping):
        raise BTError(say("the file is no rule: begin with a line `rule:` and its name"))
    return root


def _shown(path: Path) -> str:
    return "/".join(map(str, path)) or "."
