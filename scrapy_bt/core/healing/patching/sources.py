"""The text of Python source with its syntax tree, and the literals in it."""

from __future__ import annotations

import ast
import re
from io import StringIO
from tokenize import COMMENT, TokenError, generate_tokens

from ....sentences import say
from .pieces import TextEdit, UneditableError

QUOTES = re.compile(r"""(?P<prefix>[A-Za-z]*)(?P<quote>'''|\"\"\"|'|\")""")
"""The beginnings of literals."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LINES = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


class SourceText:
    """The source by lines: turns places of the syntax tree, which count bytes, into places of the text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.starts: list[int] = []
        at = 0
        while at < len(source):
            self.starts.append(at)
            found = _LINES.match(source, at)
            at = found.end() if found is not None else len(source)

    def place(self, line: int, column: int) -> int:
        """The place in the text of a line, from 1 on, and a column, from 0 on."""
        start = self.starts[line - 1]
        if source_is_plain := self.source[start : start + column].isascii():
            return start + column * source_is_plain
        line_bytes = self.source[start : start + column].encode()[:column]
        return start + len(line_bytes.decode(errors="ignore"))

    def span(self, node: ast.expr) -> tuple[int, int]:
        """The start and the end of an expression; raises `UneditableError` where they are not known."""
        end_line, end_column = node.end_lineno, node.end_col_offset
        if end_line is None or end_column is None:
            raise UneditableError(say("a selector has no place in the file"))
        return self.place(node.lineno, node.col_offset), self.place(end_line, end_column)

    def literal(self, node: ast.expr, new: str) -> TextEdit:
        """The edit that puts a literal of *new* in place of another, in the same quotes where they need no escapes.

        Comments between the pieces of the old one come behind it.
        """
        start, end = self.span(node)
        quotes = QUOTES.match(self.source, start)
        written = quoted(new, quotes["quote"][0] if quotes is not None else '"')
        return TextEdit(start, end, written + _comments_in(self.source[start:end]))

    def declared(self, module: ast.Module, old: str, new: str) -> list[TextEdit]:
        """The one literal of this value in the file: a constant, an attribute, an entry of a table."""
        told = {
            id(one.value)
            for one in ast.walk(module)
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
        }
        found = [
            one
            for one in ast.walk(module)
            if isinstance(one, ast.Constant) and one.value == old and id(one) not in told
        ]
        if len(found) > 1:
            raise UneditableError(
                say("{} stands at {} places, and which one is meant cannot be told", repr(old), len(found))
            )
        return [self.literal(one, new) for one in found]


def _comments_in(pieces: str) -> str:
    """The comments between the pieces of a literal, each on a line of its own, up to where the last piece stood."""
    if "#" not in pieces:
        return ""
    try:
        tokens = list(generate_tokens(StringIO(f"({pieces})", newline="").readline))
    except (TokenError, SyntaxError):
        return ""
    comments = [token.string for token in tokens if token.type == COMMENT]
    last = _LINES.findall(pieces)[-2]
    newline = "\r\n" if "\r\n" in pieces else "\n"
    indent = newline + last[: len(last) - len(last.lstrip())]
    return "".join(f"  {comment}{indent}" for comment in comments)


def module_of(source: str) -> ast.Module:
    """The syntax tree of a source; raises `UneditableError` where it is not Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:  # the last one: nested too deeply
        told = error if str(error) else say("it is nested too deeply")
        raise UneditableError(say("the file is no Python that can be read: {}", told)) from None


def body_of(module: ast.Module, function: str) -> ast.AST:
    """The function of that name; the whole module where there is none."""
    at: ast.AST = module
    for name in function.split("."):
        inner = [one for one in ast.walk(at) if isinstance(one, _FUNCTIONS) and one.name == name and one is not at]
        if not inner:
            return module
        at = inner[-1]  # what is defined twice counts as it was defined last
    return at


def quoted(value: str, quote: str = '"') -> str:
    """A literal of a text, in these quotes unless others need no escapes."""
    other = "'" if quote == '"' else '"'
    if quote in value and other not in value:
        quote = other
    escaped = value.replace("\\", "\\\\").replace(quote, f"\\{quote}").replace("\n", "\\n").replace("\r", "\\r")
    return f"{quote}{escaped}{quote}"
