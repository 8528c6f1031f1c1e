"""A selector in Python source: found by the syntax tree, replaced in the text."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ....sentences import say
from .extractors import names_restriction, replace_in_extractors
from .fstrings import replace_in_formatted
from .pieces import TextEdit, UneditableError, is_xpath, put
from .sources import SourceText, body_of, module_of

_METHOD = re.compile(r"(?:(?:add|replace|nested|get)_)?(?P<how>css|xpath|jmespath)")


def replace_in_python(
    source: str, *, function: str, how: str, old: str, new: str, xpath_of: Callable[[str], str] | None = None
) -> str:
    """The source with *new* in place of the selector *old*, which the calls of *how* in *function* use.

    *function*: `Shop.parse`, or the one that it has call the selector; *how*: `css`, `xpath` or `jmespath`. What is
    edited: a literal or an f-string in the call, what a link extractor is restricted to, or, where the call names a
    variable or an attribute, or the method has another name there, the one literal of this value. Where the new
    selector is of the other language, the call's method changes with it; a call of `xpath` that names its selector gets
    CSS as what *xpath_of* makes of it. The same source where *new* stands there already. Raises `UneditableError`.
    """
    module = module_of(source)
    edit = _Edit(SourceText(source), module, how, old, new)
    body = body_of(module, function)
    pieces = edit.in_calls(body) or edit.in_extractors()
    if not pieces and not edit.is_named_in(body):
        pieces = edit.in_another_function()
        body = module
    if not pieces and (edit.is_named_in(body) or names_restriction(module, how)):
        if edit.wanted != how and (how != "xpath" or xpath_of is None):
            raise UneditableError(say("the call takes {}, and the new selector is {}", how, edit.wanted))
        written = new if edit.wanted == how or xpath_of is None else _like(old, xpath_of(new))
        pieces = edit.text.declared(module, old, written)
    if not pieces and how == "css" and edit.wanted == "xpath" and xpath_of is not None:  # a call of xpath names it
        pieces = edit.text.declared(module, _like(new, xpath_of(old)), new)
    if not pieces and edit.is_made(body):
        return source
    if not pieces:
        raise UneditableError(say("{} has no {} selector {} any more", function, how, repr(old)))
    changed = put(source, pieces)
    try:
        ast.parse(changed)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UneditableError(say("the edit would break the file: {}", error)) from None
    return changed


@dataclass(frozen=True)
class _Edit:
    """The edit of a selector in a file."""

    text: SourceText
    module: ast.Module
    how: str
    old: str
    new: str

    @property
    def wanted(self) -> str:
        """The language of the new selector."""
        return self.how if self.how == "jmespath" else "xpath" if is_xpath(self.new) else "css"

    def in_calls(self, body: ast.AST) -> list[TextEdit]:
        """The edits where calls hold the selector itself."""
        pieces: list[TextEdit] = []
        for call, argument in _arguments(body, self.how):
            found = self._in_argument(argument)
            pieces += found
            if found and self.wanted != self.how:
                pieces.append(_method(self.text, call, self.how, self.wanted))
        return pieces

    def in_extractors(self) -> list[TextEdit]:
        """The edits where link extractors hold it."""
        return replace_in_extractors(
            self.text, self.module, how=self.how, old=self.old, wanted=self.wanted, new=self.new
        )

    def in_another_function(self) -> list[TextEdit]:
        """The same in the one function of the file that has it; empty where no function has."""
        found: set[tuple[TextEdit, ...]] = set()
        refused: list[UneditableError] = []
        for function in ast.walk(self.module):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                try:
                    found.add(tuple(self.in_calls(function)))
                except UneditableError as error:  # perhaps of another selector
                    refused.append(error)
        found.discard(())
        if len(found) > 1:
            raise UneditableError(
                say("several functions have {}, and which one is meant cannot be told", repr(self.old))
            )
        if refused and not found:
            raise refused[0]
        return list(found.pop()) if found else []

    def is_made(self, body: ast.AST) -> bool:
        """Whether the new selector stands there already, by the edit of another value of the same f-string."""
        done = _Edit(self.text, self.module, self.wanted, self.new, self.new)
        return bool(done.in_calls(body) or done.in_another_function())

    def is_named_in(self, body: ast.AST) -> bool:
        """Whether a call names a variable or an attribute, or the method has another name: `find = response.css`."""
        arguments = (argument for _, argument in _arguments(body, self.how))
        if any(_text_of(one) is None and not isinstance(one, ast.JoinedStr) for one in arguments):
            return True
        called = {id(one.func) for one in ast.walk(body) if isinstance(one, ast.Call)}
        methods = (one for one in ast.walk(body) if isinstance(one, ast.Attribute) and one.attr == self.how)
        return any(id(one) not in called for one in methods)

    def _in_argument(self, node: ast.expr) -> list[TextEdit]:
        if _text_of(node) == self.old:
            return [self.text.literal(node, self.new)]
        if not isinstance(node, ast.JoinedStr):
            return []
        return replace_in_formatted(self.text, self.module, node, self.old, self.new)


def _text_of(node: ast.expr) -> str | None:
    """The text of a literal, or of several with `+` between them; None of anything else."""
    pieces = []
    stack = [node]
    while stack:
        match stack.pop():
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                stack += (right, left)
            case ast.Constant(value=str(text)):
                pieces.append(text)
            case _:
                return None
    return "".join(pieces)


def _like(old: str, path: str) -> str:
    """An absolute path, begun at the element where *old* is."""
    return path if old.startswith("/") or "(/" in old else f".{path}"


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


def _method(text: SourceText, call: ast.Call, how: str, wanted: str) -> TextEdit:
    """The edit of the end of the method's name, which is the selector's language."""
    if sum(isinstance(one, (ast.Constant, ast.JoinedStr)) for one in call.args) > 1 and not _is_loader(call):
        raise UneditableError(say("the call takes several {} selectors, and the new one is {}", how, wanted))
    _, end = text.span(call.func)
    return TextEdit(end - len(how), end, wanted)


def _is_loader(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr.startswith(("add_", "replace_"))
