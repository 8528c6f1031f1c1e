"""Where link extractors look: `restrict_css` and `restrict_xpaths`, in a spider's rules or anywhere in its file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from parsel.csstranslator import HTMLTranslator

from ....sentences import say
from .pieces import TextEdit, UneditableError
from .sources import SourceText

_TRANSLATOR = HTMLTranslator()
_NAMES = {"css": "restrict_css", "xpath": "restrict_xpaths"}
_LONGEST = 1_000


class Restriction(NamedTuple):
    """A selector of a link extractor, as its author wrote it."""

    how: str
    """`css` or `xpath`."""
    selector: str
    line: int


def find_restriction(source: str, path: str) -> Restriction | None:
    """The text in a file for the XPath that a link extractor runs; None where the file has none."""
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None
    for one in ast.walk(module):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and 0 < len(one.value) <= _LONGEST:
            if one.value == path:
                return Restriction("xpath", path, one.lineno)
            if _translated(one.value) == path:
                return Restriction("css", one.value, one.lineno)
    return None


def replace_in_extractors(
    text: SourceText, module: ast.Module, *, how: str, old: str, wanted: str, new: str
) -> list[TextEdit]:
    """The edits that put *new*, a selector in the language *wanted*, in place of *old* wherever extractors have it.

    Raises `UneditableError` where the language changes and the extractor has other selectors of either.
    """
    pieces: list[TextEdit] = []
    for call, keyword in _restrictions(module, how):
        values = keyword.value.elts if isinstance(keyword.value, (ast.List, ast.Tuple)) else [keyword.value]
        found = [one for one in values if isinstance(one, ast.Constant) and one.value == old]
        pieces += [text.literal(one, new) for one in found]
        if found and wanted != how:
            if len(values) > 1 or any(other.arg == _NAMES[wanted] for other in call.keywords):
                raise UneditableError(say("the link extractor takes several selectors, and the new one is {}", wanted))
            start = text.place(keyword.lineno, keyword.col_offset)
            pieces.append(TextEdit(start, start + len(_NAMES[how]), _NAMES[wanted]))
    return pieces


def names_restriction(module: ast.Module, how: str) -> bool:
    """Whether a link extractor of the file is given what stands elsewhere, by its name."""
    return any(isinstance(keyword.value, (ast.Name, ast.Attribute)) for _, keyword in _restrictions(module, how))


def _restrictions(module: ast.Module, how: str) -> Iterator[tuple[ast.Call, ast.keyword]]:
    for call in ast.walk(module):
        if isinstance(call, ast.Call):
            for keyword in call.keywords:
                if keyword.arg is not None and keyword.arg == _NAMES.get(how):
                    yield call, keyword


def _translated(css: str) -> str:
    """The XPath of a CSS selector, as a link extractor translates it; empty where it is not CSS."""
    try:
        return _TRANSLATOR.css_to_xpath(css)
    except Exception:  # noqa: BLE001 - cssselect raises errors of many kinds for what is no CSS
        return ""
