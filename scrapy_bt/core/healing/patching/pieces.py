"""Edits of files, and how they are shown."""

from __future__ import annotations

import re
from difflib import unified_diff

from ...documents.pieces import TextEdit, UneditableError, put

__all__ = [
    "HOWS", "JSON", "TextEdit", "UneditableError", "diff_of", "is_codes", "is_json", "is_xpath", "json_path",
    "language_of", "put",
]  # fmt: skip

_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")
_XPATH = re.compile(
    r"^(?:\(|\.\.?$)|[/@]|\[\s*(?:\d|\w[\w-]*\()|(?<![\w:-])[a-z][a-z-]*\("
    r"|(?<![\w:-])(?:(?:ancestor|descendant)(?:-or-self)?|(?:following|preceding)(?:-sibling)?|child|parent|self)::"
)
"""Outside of quotes: paths, attributes, positions, functions, axes; those of CSS stand behind a colon."""
HOWS = ("css", "xpath")
"""The methods whose selectors find elements of a page."""
JSON = "$."
"""The beginning of a JMESPath here, which tells it from CSS; in files it is left out."""


def is_codes(selector: str) -> bool:
    """Whether a selector is the codes of a rule's tag, `{start: …}`; otherwise it is CSS or XPath."""
    return selector.startswith("{")


def is_json(selector: str) -> bool:
    """Whether a selector is a JMESPath, `$.product.title`."""
    return selector.startswith(JSON)


def json_path(selector: str) -> str:
    """A selector as it stands in a file: a JMESPath without its beginning."""
    return selector.removeprefix(JSON)


def is_xpath(selector: str) -> bool:
    """Whether a selector is XPath, not CSS: `//a`, `td[3]/text()`, `@href`, `following-sibling::p`, `string(.//b)`."""
    return bool(_XPATH.search(_QUOTED.sub("", selector.strip())))


def language_of(selector: str) -> str:
    """`css`, `xpath`, `json`, or `codes` of a rule's tag."""
    if is_codes(selector):
        return "codes"
    return "json" if is_json(selector) else "xpath" if is_xpath(selector) else "css"


def diff_of(before: str, after: str, path: str) -> str:
    """The change as a patch; empty where there is none."""
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{path}", f"b/{path}", n=2
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
