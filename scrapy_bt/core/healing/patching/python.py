"""A selector in Python source: found by the syntax tree, replaced in the text."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .pieces import Piece, UneditableError, is_xpath, put

_METHOD = re.compile(r"(?:(?:add|replace|nested|get)_)?(?P<how>css|xpath|jmespath)")
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_QUOTES = re.compile(r"""(?P<prefix>[A-Za-z]*)(?P<quote>'''|\"\"\"|'|\")""")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def replace_in_python(source: str, *, function: str, how: str, old: str, new: str) -> str:
    """The source with *new* in place of the selector *old*, which the calls of *how* in *function* use.

    *function*: `Shop.parse`, or the one that it has call the selector; *how*: `css`, `xpath` or `jmespath`. What is
    edited: a literal or an f-string's part in the call, or, where the call names a variable or an attribute, the one
    literal of this value. Where the new selector is of the other language, the call's method changes with it. Raises
    `UneditableError`.
    """
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UneditableError(f"the file is no Python that can be read: {error}") from None
    edit = _Edit(_Text(source), module, how, old, new)
    body = _body_of(module, function)
    pieces = edit.in_calls(body)
    if not pieces and not edit.is_named_in(body):
        pieces = edit.in_another_function()
        body = module
    if not pieces and edit.is_named_in(body):
        if edit.wanted != how:
            raise UneditableError(f"the call takes {how}, and the new selector is {edit.wanted}")
        pieces = _declared(edit.text, module, old, new)
    if not pieces:
        raise UneditableError(f"{function} has no {how} selector {old!r} any more")
    changed = put(source, pieces)
    try:
        ast.parse(changed)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise UneditableError(f"the edit would break the file: {error}") from None
    return changed


class _Text:
    """The source with its lines, so that places of the syntax tree, which count bytes, become places of the text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.starts: list[int] = []
        at = 0
        while at < len(source):
            self.starts.append(at)
            found = _LINES.match(source, at)
            at = found.end() if found is not None else len(source)

    def place(self, line: int, column: int) -> int:
        start = self.starts[line - 1]
        if source_is_plain := self.source[start : start + column].isascii():
            return start + column * source_is_plain
        line_bytes = self.source[start : start + column].encode()[:column]
        return start + len(line_bytes.decode(errors="ignore"))

    def span(self, node: ast.expr) -> tuple[int, int]:
        end_line, end_column = node.end_lineno, node.end_col_offset
        if end_line is None or end_column is None:
            raise UneditableError("a selector has no place in the file")
        return self.place(node.lineno, node.col_offset), self.place(end_line, end_column)


@dataclass(frozen=True)
class _Edit:
    """What is to become of a selector in a file."""

    text: _Text
    module: ast.Module
    how: str
    old: str
    new: str

    @property
    def wanted(self) -> str:
        """The language of the new selector."""
        return self.how if self.how == "jmespath" else "xpath" if is_xpath(self.new) else "css"

    def in_calls(self, body: ast.AST) -> list[Piece]:
        """Where calls hold the selector itself."""
        pieces: list[Piece] = []
        for call, argument in _arguments(body, self.how):
            found = self._in_argument(argument)
            pieces += found
            if found and self.wanted != self.how:
                pieces.append(_method(self.text, call, self.how, self.wanted))
        return pieces

    def in_another_function(self) -> list[Piece]:
        """The same in the one function of the file that has it; none where none has."""
        found: set[tuple[Piece, ...]] = set()
        refused: list[UneditableError] = []
        for function in ast.walk(self.module):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                try:
                    found.add(tuple(self.in_calls(function)))
                except UneditableError as error:  # perhaps of another selector
                    refused.append(error)
        found.discard(())
        if len(found) > 1:
            raise UneditableError(f"several functions have {self.old!r}, and which one is meant cannot be told")
        if refused and not found:
            raise refused[0]
        return list(found.pop()) if found else []

    def is_named_in(self, body: ast.AST) -> bool:
        """A call names a variable or an attribute."""
        arguments = (argument for _, argument in _arguments(body, self.how))
        return any(not isinstance(one, (ast.Constant, ast.JoinedStr)) for one in arguments)

    def _in_argument(self, node: ast.expr) -> list[Piece]:
        if isinstance(node, ast.Constant) and node.value == self.old:
            return [_literal(self.text, node, self.new)]
        return _formatted(self, node) if isinstance(node, ast.JoinedStr) else []


def _body_of(module: ast.Module, function: str) -> ast.AST:
    """The function of that name; the whole module where it is not there under it."""
    at: ast.AST = module
    for name in function.split("."):
        inner = [one for one in ast.walk(at) if isinstance(one, _FUNCTIONS) and one.name == name and one is not at]
        if not inner:
            return module
        at = inner[-1]  # what is defined twice counts as it was defined last
    return at


def _arguments(body: ast.AST, how: str) -> Iterator[tuple[ast.Call, ast.expr]]:
    for call in ast.walk(body):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        method = _METHOD.fullmatch(call.func.attr)
        if method is None or method["how"] != how:
            continue
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            for one in argument.elts if isinstance(argument, (ast.List, ast.Tuple)) else (argument,):
                yield call, one


def _literal(text: _Text, node: ast.expr, new: str) -> Piece:
    start, end = text.span(node)
    quotes = _QUOTES.match(text.source, start)
    quote = quotes["quote"][0] if quotes is not None else '"'
    return Piece(start, end, quoted(new, quote))


def quoted(value: str, quote: str = '"') -> str:
    """A literal of a text, in these quotes unless others need no escapes."""
    other = "'" if quote == '"' else '"'
    if quote in value and other not in value:
        quote = other
    escaped = value.replace("\\", "\\\\").replace(quote, f"\\{quote}").replace("\n", "\\n").replace("\r", "\\r")
    return f"{quote}{escaped}{quote}"


def _formatted(edit: _Edit, node: ast.JoinedStr) -> list[Piece]:
    """An f-string whose constant parts change, and whose values stay; or whose one value is another literal."""
    pattern = "".join(
        re.escape(part.value) if isinstance(part, ast.Constant) and isinstance(part.value, str) else "(.+?)"
        for part in node.values
    )
    old, new = (re.fullmatch(pattern, selector, re.DOTALL) for selector in (edit.old, edit.new))
    if old is None or not any(_parts_of(node)):
        return []
    start, end = edit.text.span(node)
    whole = edit.text.source[start:end]
    at, constants = 0, []
    for value in old.groups():
        if edit.new.count(value) != 1 or edit.new.find(value, at) < 0:
            if new is not None and len(old.groups()) == 1:
                return _declared(edit.text, edit.module, value, new[1])
            raise UneditableError(f"{whole} is put together from values that the new selector does not have")
        where = edit.new.find(value, at)
        constants.append(edit.new[at:where])
        at = where + len(value)
    constants.append(edit.new[at:])
    return [Piece(start, end, _respelled(whole, _parts_of(node), constants))]


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
    quotes = _QUOTES.match(whole)
    if quotes is None or not whole.endswith(quotes["quote"]):
        raise UneditableError(f"{whole} is more than one string")
    inner = whole[quotes.end() : -len(quotes["quote"])]
    at, pieces = 0, list[Piece]()
    for old, new in zip(before, after, strict=True):
        spelled = old.replace("{", "{{").replace("}", "}}")
        where = inner.find(spelled, at) if spelled else at
        if any(sign in old + new for sign in ("\\", quotes["quote"], "\n")) or where < 0:
            raise UneditableError(f"{whole} is spelled in a way that is not edited")
        if not spelled:  # the value comes next, or the string is over
            where = at if not pieces else _end_of_value(inner, at)
        pieces.append(Piece(where, where + len(spelled), new.replace("{", "{{").replace("}", "}}")))
        at = where + len(spelled)
    return whole[: quotes.end()] + put(inner, pieces) + quotes["quote"]


def _end_of_value(inner: str, at: int) -> int:
    """Where the value that begins at a brace is over."""
    depth = 0
    for number in range(at, len(inner)):
        depth += (inner[number] == "{") - (inner[number] == "}")
        if not depth:
            return number + 1
    raise UneditableError("an f-string's value is not closed")


def _method(text: _Text, call: ast.Call, how: str, wanted: str) -> Piece:
    """The end of the method's name, which is its language."""
    if sum(isinstance(one, (ast.Constant, ast.JoinedStr)) for one in call.args) > 1 and not _is_loader(call):
        raise UneditableError(f"the call takes several {how} selectors, and the new one is {wanted}")
    _, end = text.span(call.func)
    return Piece(end - len(how), end, wanted)


def _is_loader(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr.startswith(("add_", "replace_"))


def _declared(text: _Text, module: ast.Module, old: str, new: str) -> list[Piece]:
    """The one literal of this value in the file: a constant, an attribute, an entry of a table."""
    told = {
        id(one.value) for one in ast.walk(module) if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    }
    found = [
        one for one in ast.walk(module) if isinstance(one, ast.Constant) and one.value == old and id(one) not in told
    ]
    if len(found) > 1:
        raise UneditableError(f"{old!r} stands at {len(found)} places, and which one is meant cannot be told")
    return [_literal(text, one, new) for one in found]
