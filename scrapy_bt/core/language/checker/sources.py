"""Sources: selectors, patterns and Python references that would fail on every page."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import jmespath
from cssselect import SelectorError
from jmespath.exceptions import JMESPathError
from parsel import Selector
from parsel.csstranslator import HTMLTranslator

from ...tree.jsonpaths import FUNCTIONS
from ...tree.localnames import with_local_names
from ...tree.nodes import KINDS, Conversion, Source
from .rules import check_rule_source
from .subject import Subject

_TEXTS = {"locate": 2, "python": 1}
_EXAMPLES = {
    "locate": '`locate "start" "end"`, each a regular expression',
    "python": '`python "package.module:function"`',
}
_PYTHON = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_KEPT = 4096


def check_sources(subject: Subject) -> None:
    """Each source has as many texts as it takes, and they are right in their own language."""
    converting: list[Source | Conversion] = [*subject.sources, *subject.all_of(Conversion)]
    for node in converting:
        _check_kind(subject, node)
    for source in subject.sources:
        wanted = _TEXTS.get(source.how)
        if source.how == "rules":
            check_rule_source(subject, source)
        elif wanted is not None and len(source.texts) != wanted:
            message = (
                f"`{source.how}` takes {wanted} {'text' if wanted == 1 else 'texts'}, here are {len(source.texts)}"
            )
            subject.report.add("wrong-number-of-texts", source.place, message, f"write {_EXAMPLES[source.how]}")
        elif source.how == "python":
            _check_python(subject, source)
        else:
            _check_texts(subject, source)


def _check_kind(subject: Subject, source: Source | Conversion) -> None:
    if source.kind is not None and source.kind not in KINDS:
        message = f"values cannot be turned into `{source.kind}`"
        kinds = ", ".join(f"`{kind}`" for kind in KINDS)
        subject.report.add("unknown-kind", source.place, message, f"after `as` write {kinds}")


def _check_python(subject: Subject, source: Source) -> None:
    text = source.texts[0]
    if not isinstance(text, str) or _PYTHON.fullmatch(text) is None:
        message = "this does not name a Python function"
        subject.report.add("bad-python", source.place, message, f"write {_EXAMPLES['python']}")
    elif subject.resolve is not None and (reason := subject.resolve(text)) is not None:
        message = f"`{text}` cannot be called: {reason}"
        subject.report.add("bad-python", source.place, message, "correct the name, or write the function")


def _check_texts(subject: Subject, source: Source) -> None:
    name, find = _LANGUAGES[source.how]
    for text in source.texts:
        # What a placeholder will make of a text is not known here.
        if isinstance(text, str) and (reason := find(text)) is not None:
            shown = text if len(text) <= 60 else f"{text[:60]}…"
            message = f"`{shown}` is no {name}: {reason}"
            subject.report.add(f"bad-{source.how}", source.place, message, f"correct the {name}")


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
            return f"there is no function `{node['value']}`"
        stack += [child for child in node["children"] if isinstance(child, dict)]
    return None


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it nests too deeply"
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(":") if lines else type(error).__name__


_LANGUAGES: Mapping[str, tuple[str, Callable[[str], str | None]]] = {
    "css": ("CSS selector", _fault_of_css),
    "xpath": ("XPath expression", _fault_of_xpath),
    "re": ("regular expression", _fault_of_regex),
    "locate": ("regular expression", _fault_of_regex),
    "json": ("JMESPath expression", _fault_of_jmespath),
}
