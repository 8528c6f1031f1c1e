"""Selectors that are run within rows."""

from __future__ import annotations

import re

from parsel.csstranslator import HTMLTranslator

from ..core.healing.patching.pieces import is_xpath

_TRANSLATOR = HTMLTranslator()
_TOP = re.compile(r"^/html/body/[^/]+(?=/)")
"""The path to a row that is read as a page of its own."""
_BODY = re.compile(r"^/html/body(?=/)")
_CHILD = re.compile(r"(?:\./)?(?:[\w*-]+(?:[\[/]|$)|@)")


def finds_rows(selector: str, within: str) -> bool:
    """Whether a selector finds the rows that other selectors are run within."""
    if within in (selector, f"//{selector}"):
        return True
    try:
        return not is_xpath(selector) and f"//{_TRANSLATOR.css_to_xpath(selector)}" == within
    except Exception:  # noqa: BLE001 - cssselect raises errors of many kinds for what is no CSS
        return False


def inside(selector: str) -> str:
    """The XPath of a child of a row, for a row that is read as a page of its own."""
    if not is_xpath(selector) or selector.startswith((".//", "/", "(")):
        return selector
    return f".//{selector.removeprefix('./')}" if _CHILD.match(selector) else selector


def relative(selector: str, *, is_body: bool = False) -> str:
    """An XPath from the top, also within a function, made relative to the row; *is_body*: the row is the body."""
    name, opened, path = selector.partition("(")
    if name and is_xpath(selector) and not selector.startswith((".", "/")):
        return f"{name}{opened}{relative(path, is_body=is_body)}"
    selector = (_BODY if is_body else _TOP).sub(".", selector)
    return f".{selector}" if selector.startswith("/") else selector
