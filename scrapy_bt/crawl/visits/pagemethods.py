"""What is done on a page in a browser, for scrapy-playwright: plain lists in a tree, its own objects in a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import NodeError
from ...sentences import say

PAGE_METHODS = "playwright_page_methods"
"""Key of `Request.meta` under which scrapy-playwright expects them."""


def build_page_methods(node: str, calls: Any) -> list[Any]:
    """Return the page methods of `[["click", "#more"], …]`; raise `NodeError` where the value is no such list.

    A call is the name of a method of Playwright's `Page`, then its arguments; `{ … }` at its end gives named ones.
    """
    try:
        from scrapy_playwright.page import PageMethod  # noqa: PLC0415  # of another package, for those that have it
    except ImportError:
        advice = say("install it: pip install scrapy-playwright")
        raise NodeError(say("'{}' of '{}' needs scrapy-playwright; {}", PAGE_METHODS, node, advice)) from None
    if not isinstance(calls, list):
        raise _wrong(node, calls)
    return [_method(PageMethod, node, call) for call in calls]


def _method(kind: type, node: str, call: Any) -> Any:
    if not isinstance(call, list) or not call or not isinstance(call[0], str):
        raise _wrong(node, call)
    name, *arguments = call
    named: Mapping[str, Any] = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
    return kind(name, *arguments, **named)


def _wrong(node: str, value: Any) -> NodeError:
    example = '[["wait_for_selector", ".row"], ["click", "#more"]]'
    return NodeError(
        say("'{}' of '{}' must be a list of calls, as {}, not {}", PAGE_METHODS, node, example, repr(value))
    )
