"""Edits selectors that f-strings put together: their constant parts, their values, or the whole."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence

from ....sentences import say
from .pieces import TextEdit, UneditableError, put
from .sources import QUOTES, SourceText


def replace_in_formatted(
    text: SourceText, module: ast.Module, node: ast.JoinedStr, old: str, new: str
) -> list[TextEdit]:
    """The edit of one f-string; None where it cannot have given *old*. Raises `UneditableError`.

    Where *new* has its values, too, only its constant parts change. Else its one value changes, where that is a literal
    of the file. Else, where all values are constants of the file, a literal takes its place.
    """
    pattern = "".join(
        re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else "(.+?)"
        for part in node.values
    )
    before, after = (re.fullmatch(pattern, selector, re.DOTALL) for selector in (old, new))
    parts = _parts_of(node)
    if before is None or not any(parts):
        return []
    start, end = text.span(node)
    whole = text.source[start:end]
    at, constants = 0, []
    for value in before.groups():
        if new.count(value) != 1 or new.find(value, at) < 0:
            if after is not None and len(before.groups()) == 1:
                return text.declared(module, value, after[1])
            if _is_always(node, old, constants_of(module)):
                return [text.literal(node, new)]
            raise UneditableError(say("{} is put together from values that the new selector does not have", whole))
        where = new.find(value, at)
        constants.append(new[at:where])
        at = where + len(value)
    constants.append(new[at:])
    return [TextEdit(start, end, _respelled(whole, parts, constants))]


def constants_of(module: ast.Module) -> Mapping[str, str]:
    """The texts that names or attributes of a file always have, by the last part of the name.

    Names that get a value at several places, and names of parameters, are left out.
    """
    given: dict[str, list[ast.expr | None]] = {}
    for one in ast.walk(module):
        if isinstance(one, ast.Assign):
            targets, value = one.targets, one.value
        elif isinstance(one, ast.AnnAssign) and one.value is not None:
            targets, value = [one.target], one.value
        else:
            if isinstance(one, ast.arg):
                given.setdefault(one.arg, []).append(None)
            continue
        for target in targets:
            if (name := _last_name(target)) and isinstance(value, ast.Constant):
                given.setdefault(name, []).append(value)
    stored = [one for one in ast.walk(module) if isinstance(getattr(one, "ctx", None), (ast.Store, ast.Del))]
    for one in stored:
        name = _last_name(one)
        if name and sum(_last_name(other) == name for other in stored) > 1:
            given.setdefault(name, []).append(None)
    return {
        name: values[0].value
        for name, values in given.items()
        if len(values) == 1 and isinstance(values[0], ast.Constant) and isinstance(values[0].value, str)
    }


def _last_name(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _is_always(node: ast.JoinedStr, text: str, constants: Mapping[str, str]) -> bool:
    """Whether an f-string always gives this text."""
    pieces = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            pieces.append(str(part.value))
        elif isinstance(part, ast.FormattedValue) and part.conversion == -1 and part.format_spec is None:
            pieces.append(constants.get(_last_name(part.value), "\0"))
        else:
            return False
    return "".join(pieces) == text


def _parts_of(node: ast.JoinedStr) -> list[str]:
    """The constants before, between and after the values."""
    parts = [""]
    for part in node.values:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            parts[-1] += part.value
        else:
            parts.append("")
    return parts


def _respelled(whole: str, before: Sequence[str], after: Sequence[str]) -> str:
    """The spelling of an f-string with other constants; its values are spelled as they were."""
    quotes = QUOTES.match(whole)
    if quotes is None or not whole.endswith(quotes["quote"]):
        raise UneditableError(say("{} is more than one string", whole))
    inner = whole[quotes.end() : -len(quotes["quote"])]
    at, pieces = 0, list[TextEdit]()
    for old, new in zip(before, after, strict=True):
        spelled = old.replace("{", "{{").replace("}", "}}")
        where = inner.find(spelled, at) if spelled else at
        if any(sign in old + new for sign in ("\\", "\n")) or where < 0:
            raise UneditableError(say("{} is spelled in a way that is not edited", whole))
        if not spelled:  # the value comes next, or the string is over
            where = at if not pieces else _end_of_value(inner, at)
        pieces.append(TextEdit(where, where + len(spelled), new.replace("{", "{{").replace("}", "}}")))
        at = where + len(spelled)
    changed = put(inner, pieces)
    for quote in (quotes["quote"], '"', "'"):
        if not any(quote in new for new in after) and (quote == quotes["quote"] or quote not in changed):
            return quotes["prefix"] + quote + changed + quote
    raise UneditableError(say("{} is spelled in a way that is not edited", whole))


def _end_of_value(inner: str, at: int) -> int:
    """Where the value that begins at a brace is over."""
    depth = 0
    for number in range(at, len(inner)):
        depth += (inner[number] == "{") - (inner[number] == "}")
        if not depth:
            return number + 1
    raise UneditableError(say("an f-string's value is not closed"))
