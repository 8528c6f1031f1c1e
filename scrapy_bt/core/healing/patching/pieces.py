"""Edits of files, and how they are shown."""

from __future__ import annotations

from difflib import unified_diff

from ...documents.pieces import Piece, UneditableError, put

__all__ = ["Piece", "UneditableError", "diff_of", "is_codes", "is_xpath", "language_of", "put"]


def is_codes(selector: str) -> bool:
    """Whether it says where a tag of a rule looks, `{start: …}`; otherwise it is CSS or XPath."""
    return selector.startswith("{")


def is_xpath(selector: str) -> bool:
    """Whether it is an XPath."""
    return selector.startswith(("/", "(", "./", "string(", "normalize-space("))


def language_of(selector: str) -> str:
    """`css`, `xpath`, or `codes` of a rule's tag."""
    return "codes" if is_codes(selector) else "xpath" if is_xpath(selector) else "css"


def diff_of(before: str, after: str, path: str) -> str:
    """The change as a patch; empty where there is none."""
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{path}", f"b/{path}", n=2
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
