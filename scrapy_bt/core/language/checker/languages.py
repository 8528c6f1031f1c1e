"""The languages of sources: what is wrong with a selector, a pattern or a path, and what was meant."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import jmespath
from cssselect import SelectorError
from jmespath.exceptions import JMESPathError
from lxml import etree
from parsel import Selector
from parsel.csstranslator import HTMLTranslator

from ....sentences import say
from ...documents.scripts import offer_json_value
from ...tree.jsonpaths import FUNCTIONS
from ...tree.localnames import with_local_names

offer_json_value()

_KEPT = 4096
_XPATH_TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")
_XPATH_CALL = re.compile(r"(?<![\w:.$@-])([a-z][\w-]*)\s*\(")
_XPATH_2 = {
    "matches": "re:test(., '…')",
    "lower-case": "translate(., 'ABC…', 'abc…')",
    "upper-case": "translate(., 'abc…', 'ABC…')",
    "ends-with": "re:test(., '…$')",
    "replace": "re:replace(., '…', 'g', '…')",
    "string-join": "string(…)",
    "tokenize": "substring-before(., '…')",
}
"""By functions of XPath 2.0: what is written for them."""


def advise(how: str, text: str) -> str:
    """What was meant, where the text of a source is one of another language; else empty."""
    if how == "css" and text.lstrip().startswith(("/", "./", "(/")):
        return say('a path is `xpath "…"`: `xpath "{}"`', text)
    if how == "css" and ("@" in text or re.search(r"::?(?:text|href|src|attr)\b", text)):
        return say('an attribute is `css "a::attr(href)"`, a text `css "a::text"`')
    if how == "xpath" and ("::text" in text or "::attr" in text):
        return say('in XPath a text is `/text()`, an attribute `/@href`; or write `css "…"`')
    if how == "json" and text.lstrip().startswith("$"):
        return say('JMESPath begins at the first name: `json "{}"`; all is `json "@"`', text.lstrip()[1:].lstrip("."))
    return ""


@cache
def _translator() -> HTMLTranslator:
    return HTMLTranslator()


@cache
def _empty_page() -> Selector:
    return Selector(text="<html></html>")


@lru_cache(_KEPT)
def _fault_of_css(text: str) -> str | None:
    try:
        _translator().css_to_xpath(text)
    except (SelectorError, ValueError, RecursionError) as error:
        return _reason(error)
    return None


@lru_cache(_KEPT)
def _fault_of_xpath(text: str) -> str | None:
    for called in _XPATH_CALL.findall(_XPATH_TEXT.sub('""', text)):
        if called in _XPATH_2 and called not in etree.FunctionNamespace(None):
            return say("there is no function `{}` in XPath 1.0, write `{}`", called, _XPATH_2[called])
    try:
        _empty_page().xpath(with_local_names(text, of_any_namespace=False))
    except (ValueError, RecursionError) as error:
        return _reason(error).removeprefix("XPath error: ")
    return None


@lru_cache(_KEPT)
def _fault_of_regex(text: str) -> str | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, ValueError, OverflowError, RecursionError) as error:  # ValueError: flags exclude each other
        return _reason(error)
    return None


@lru_cache(_KEPT)
def _fault_of_jmespath(text: str) -> str | None:
    try:
        expression = jmespath.compile(text)
    except (JMESPathError, ValueError, RecursionError) as error:
        return _reason(error)
    stack: list[Any] = [expression.parsed]
    while stack:
        node = stack.pop()
        if node["type"] == "function_expression" and node["value"] not in FUNCTIONS:
            return say("there is no function `{}`", node["value"])
        stack += [child for child in node["children"] if isinstance(child, dict)]
    return None


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return say("it nests too deeply")
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(":") if lines else type(error).__name__


LANGUAGES: Mapping[str, tuple[str, Callable[[str], str | None]]] = {
    "css": (say("CSS selector"), _fault_of_css),
    "xpath": (say("XPath expression"), _fault_of_xpath),
    "re": (say("regular expression"), _fault_of_regex),
    "locate": (say("regular expression"), _fault_of_regex),
    "json": (say("JMESPath expression"), _fault_of_jmespath),
}
"""By source: how its language is called, and what finds the reason why a text is none of it."""
