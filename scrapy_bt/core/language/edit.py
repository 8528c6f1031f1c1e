"""Changes a `.bt` file in place: every byte stays but those that are meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from ...errors import RuleError
from ...sentences import say
from ..documents.edits import Copy, Delete, MovePart, Path, moved_target
from ..documents.pieces import TextEdit, UneditableError, put
from ..tree.nodes import Attribute, Attributes, Body, Break, Document, Field, If, Item, block_of
from . import operations as ops
from . import paths
from .formatter import BYTE_ORDER_MARK, line_end
from .fragments import plain_lines, read_condition, read_fragment, read_header, renamed_declaration
from .healing_lines import steps_of
from .parser import parse
from .renaming import check_new_name, occurrences, renamed
from .splicing import Splicer

_Ways: TypeAlias = "tuple[Document, Iterator[str]]"
"""The tree that is wanted, and texts that may say it, the plainest first."""


def change(text: str, operations: Iterable[ops.Operation], *, file: str = "<text>") -> str:
    """The text after all *operations*, one after another.

    Raises `RuleError` with the syntax faults of the text or of what is put in, and `UneditableError` where a path leads
    nowhere, or where no way was found to write the change so that the file then is the tree that it should be.
    """
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    text = text.removeprefix(mark)
    document = parse(text, file=file)
    for operation in operations:
        for step in steps_of(document, operation) if isinstance(operation, ops.SetHealing) else (operation,):
            wanted, ways = _ways(text, document, step)
            text, document = _first_right(wanted, ways, file)
    return mark + text


def _first_right(wanted: Document, ways: Iterable[str], file: str) -> tuple[str, Document]:
    """The first of the texts that is the tree that it should be."""
    for changed in ways:
        try:
            document = parse(changed, file=file)
        except RuleError:
            continue
        if document == wanted:
            return changed, document
    raise UneditableError(say("there is no way to write this here so that it means what it should"))


def _ways(text: str, document: Document, operation: ops.PlainOperation) -> _Ways:
    """The tree after an operation, and the ways to write it, the plainest first."""
    splicer = Splicer(text, document)
    if isinstance(operation, ops.RenameName):
        check_new_name(document, operation)
        pieces = list(occurrences(splicer.spans, document, operation))
        return renamed(document, operation), _texts(text, [pieces])
    path = paths.resolve(document, operation.path) if not _is_new_else(document, operation) else operation.path
    match operation:
        case ops.SetText(text=new):
            return _setting(splicer, document, path, new)
        case ops.InsertText(text=new, index=index, name=name):
            return _insertion(splicer, document, path, index, renamed_declaration(new, name) if name else new)
        case Delete():
            return paths.removed(document, path), _texts(splicer.text, splicer.deletion(path))
        case ops.Wrap(header=header, count=count):
            return _wrapping(splicer, document, path, header, count)
        case Copy(to=to, index=index, name=name):
            written = renamed_declaration(splicer.written(path), name) if name else splicer.written(path)
            return _insertion(splicer, document, paths.resolve(document, to), index, written)
        case MovePart(to=to, index=index):
            return _moving(splicer, document, path, paths.resolve(document, to), index)


def _is_new_else(document: Document, operation: ops.PlainOperation) -> bool:
    path = operation.path if isinstance(operation, ops.InsertText) else ()
    if not path or path[-1] != "else":
        return False
    owner = paths.at(document, paths.resolve(document, path[:-1]))
    return isinstance(owner, If) and owner.otherwise is None


def _setting(splicer: Splicer, document: Document, path: Path, new: str) -> _Ways:
    new = plain_lines(new)
    if path[-1] == "condition":
        node: Any = read_condition(new)
    elif path[-1] == "value":
        owner = paths.at(document, path[:-1])
        block = Attributes() if isinstance(owner, Attribute) else Item("") if isinstance(owner, Field) else Body()
        node = read_fragment(f"x =\n{new}", block)[0].value
    elif path[-1] == "else":
        raise UneditableError(say("an `else` is changed statement by statement"))
    else:
        found = read_fragment(new, paths.at(document, path[:-1]))
        if len(found) != 1:
            raise UneditableError(say("one part is to be written there, and this is {}", len(found)))
        node = found[0]
    return paths.exchanged(document, path, node), _texts(splicer.text, splicer.setting(path, new))


def _insertion(splicer: Splicer, document: Document, path: Path, index: int | None, new: str) -> _Ways:
    new = plain_lines(new)
    if path and path[-1] == "else" and _has_no_else(document, path):
        owner = paths.at(document, paths.resolve(document, path[:-1]))
        path = paths.resolve(document, path[:-1])
        body = Body(read_fragment(new, Body()))
        return paths.exchanged(document, path, replace(owner, otherwise=body)), _texts(
            splicer.text, splicer.new_else(path, new)
        )
    block = paths.at(document, path)
    count = len(paths.parts(block))
    index = count if index is None else index
    if not 0 <= index <= count:
        raise UneditableError(say("there are {} parts, and none can come before number {}", count, index))
    if index == count and count and isinstance(paths.parts(block)[-1], Break):
        raise UneditableError(say("nothing comes behind `break`"))
    found = read_fragment(new, block)
    return paths.inserted(document, path, index, found), _texts(splicer.text, splicer.insertion(path, index, new))


def _has_no_else(document: Document, path: Path) -> bool:
    owner = paths.at(document, paths.resolve(document, path[:-1]))
    return isinstance(owner, If) and owner.otherwise is None


def _wrapping(splicer: Splicer, document: Document, path: Path, header: str, count: int) -> _Ways:
    step = path[-1]
    siblings = paths.parts(paths.at(document, path[:-1]))
    if not isinstance(step, int) or step + count > len(siblings) or count < 1 or len(path) < 2:
        raise UneditableError(say("there are not {} statements to be put into a block", count))
    shell = read_header(header)
    if block_of(shell) is None:
        raise UneditableError(say("`{}` begins no block", header))
    wrapper = paths.with_parts(shell, siblings[step : step + count])
    rest = (*siblings[:step], wrapper, *siblings[step + count :])
    wanted = paths.inserted(
        paths.updated(document, path[:-1], lambda node: paths.with_parts(node, ())), path[:-1], 0, rest
    )
    return wanted, _texts(splicer.text, splicer.wrapping(path, count, plain_lines(header)))


def _moving(splicer: Splicer, document: Document, path: Path, to: Path, index: int | None) -> _Ways:
    written = splicer.written(path)
    to = moved_target(path, to)
    without = paths.removed(document, path)
    wanted, _ = _insertion(splicer, without, to, index, written)

    def ways() -> Iterator[str]:
        for between in _texts(splicer.text, splicer.deletion(path)):
            try:
                document = parse(between)
            except RuleError:
                continue
            if document == without:
                yield from _insertion(Splicer(between, document), document, to, index, written)[1]

    return wanted, ways()


def _texts(text: str, ways: Iterable[Iterable[TextEdit]]) -> Iterator[str]:
    end_of_line = line_end(text)
    for pieces in ways:
        yield put(text, (piece._replace(text=piece.text.replace("\n", end_of_line)) for piece in pieces))
