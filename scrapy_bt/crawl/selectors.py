"""Reads pages: what CSS, XPath, regular expressions, JMESPath, locate and Python functions find in a response."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from time import perf_counter
from typing import Any

import jmespath
from lxml import etree
from parsel import Selector
from parsel.csstranslator import HTMLTranslator
from scrapy.http import Headers, Response, TextResponse
from scrapy.responsetypes import responsetypes
from scrapy.utils.response import get_base_url

from ..core.rules.locate import locate
from ..core.tree.pages import FrozenPage, Page, Query
from ..core.tree.values import to_text
from ..errors import NodeError
from .conversions import as_integer, as_number, as_text, as_url

_NAMESPACES = {"re": "http://exslt.org/regular-expressions", "set": "http://exslt.org/sets"}
_SPARE_HEADERS = {b"set-cookie", b"content-encoding", b"content-length"}


class ResponsePage:
    """A Scrapy response as a `core.tree.pages.Page`."""

    __slots__ = ("response",)

    def __init__(self, response: Response) -> None:
        self.response = response

    @property
    def url(self) -> str:
        return self.response.url

    @property
    def status(self) -> int:
        return self.response.status

    @property
    def is_empty(self) -> bool:
        return not self.response.body.strip()

    @property
    def text(self) -> str:
        response = self.response
        return response.text if isinstance(response, TextResponse) else response.body.decode("latin-1")

    def header(self, name: str) -> str | None:
        value = self.response.headers.get(name)
        return value.decode("utf-8", "replace") if value is not None else None

    def freeze(self) -> FrozenPage:
        response = self.response
        headers = {
            name.decode("latin-1"): values[0].decode("latin-1")
            for name, values in response.headers.items()
            if values and name.lower() not in _SPARE_HEADERS
        }
        encoding = response.encoding if isinstance(response, TextResponse) else ""
        return FrozenPage(response.url, response.status, headers, zlib.compress(response.body, 6), encoding)


def thaw(frozen: FrozenPage) -> ResponsePage:
    """The page of a task that carried it; raises `NodeError` when it is damaged."""
    try:
        body = zlib.decompress(frozen.body)
    except (zlib.error, TypeError) as error:
        raise NodeError(f"the page that the task carried cannot be read: {error}") from None
    headers = Headers(frozen.headers)
    kind = responsetypes.from_args(headers=headers, url=frozen.url, body=body)
    options: dict[str, Any] = {"url": frozen.url, "status": frozen.status, "headers": headers, "body": body}
    if issubclass(kind, TextResponse) and frozen.encoding:
        options["encoding"] = frozen.encoding
    return ResponsePage(kind(**options))


@lru_cache(4096)
def _compiled_xpath(how: str, text: str) -> Callable[[Any], Any]:
    xpath = HTMLTranslator().css_to_xpath(text) if how == "css" else text
    return etree.XPath(xpath, namespaces=_NAMESPACES, smart_strings=False)


@lru_cache(4096)
def compiled_regex(text: str) -> re.Pattern[str]:
    return re.compile(text, re.DOTALL)


@lru_cache(4096)
def _compiled_jmespath(text: str) -> Any:
    return jmespath.compile(text)


def _serialize(node: Any) -> Any:
    if isinstance(node, etree._Element):
        return etree.tostring(node, method="html", encoding="unicode", with_tail=False)
    return node if isinstance(node, str) else to_text(node)


class PageReader:
    """A `core.tree.pages.Reader` over Scrapy responses; *resolve* finds Python functions by `module:function`."""

    def __init__(self, resolve: Callable[[str], Callable[..., Any]] | None = None) -> None:
        self._resolve = resolve or resolve_function
        self._node, self._since = "", 0.0
        self._seconds: dict[str, float] = {}

    def begin(self, node: str) -> None:
        now = perf_counter()
        if self._node:
            self._seconds[self._node] = self._seconds.get(self._node, 0.0) + now - self._since
        self._node, self._since = node, now

    def measured(self) -> dict[str, float]:
        """Seconds by node since the last call of this."""
        if not self._node and not self._seconds:
            return {}
        self.begin("")
        seconds, self._seconds = self._seconds, {}
        return seconds

    def values(self, query: Query, scope: Any, page: Page | None) -> Sequence[Any]:
        for text in query.texts if query.how != "locate" else ("",):
            found = self._find(query, text, scope)
            if found:
                found = [_serialize(node) for node in found] if query.how in ("css", "xpath") else found
                if query.kind is None:
                    return found
                converted = (self.convert(value, query.kind, page) for value in found)
                return [value for value in converted if value is not None]
        return ()

    def elements(self, query: Query, scope: Any, page: Page | None) -> Sequence[Any]:
        for text in query.texts if query.how != "locate" else ("",):
            found = self._find(query, text, scope)
            if found:
                return found
        return ()

    def _find(self, query: Query, text: str, scope: Any) -> list[Any]:
        how = query.how
        if how in ("css", "xpath"):
            root = _root_of(scope)
            if root is None:
                return []
            found = _compiled_xpath(how, text)(root)
            return found if isinstance(found, list) else [found]
        if how == "json":
            found = _compiled_jmespath(text).search(_json_of(scope))
            if found is None:
                return []
            return [value for value in found if value is not None] if isinstance(found, list) else [found]
        if how == "re":
            return _matches(compiled_regex(text), _text_of(scope))
        if how == "locate":
            start, end = (compiled_regex(code) if code else None for code in query.texts)
            return list(locate(_text_of(scope), start, end))
        raise NodeError(f"no way to read '{how}'")

    def call(self, reference: str, page: Page | None, context: Mapping[str, Any]) -> Any:
        response = page.response if isinstance(page, ResponsePage) else None
        return self._resolve(reference)(response, context)

    def convert(self, value: Any, kind: str, page: Page | None) -> Any:
        if kind == "text":
            return as_text(value)
        if kind == "number":
            return as_number(value)
        if kind == "integer":
            return as_integer(value)
        if kind == "json":
            return _json_of(value)
        return as_url(value, _base_of(page))

    def restore(self, frozen: FrozenPage) -> Page:
        return thaw(frozen)


def resolve_function(reference: str) -> Callable[..., Any]:
    """The function of `package.module:function`; raises `NodeError` saying what is missing."""
    module_name, _, name = reference.partition(":")
    try:
        found: Any = import_module(module_name)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise NodeError(f"'{reference}' cannot be imported: {error}") from error
    if not callable(found):
        raise NodeError(f"'{reference}' is no function")
    return found


def _matches(pattern: re.Pattern[str], text: str) -> list[str]:
    """Each match's first group if there is one, else the match."""
    group = 1 if pattern.groups else 0
    return [found for match in pattern.finditer(text) if (found := match.group(group)) is not None]


def _root_of(scope: Any) -> Any:
    if isinstance(scope, ResponsePage):
        response = scope.response
        if not isinstance(response, TextResponse) or not response.body:
            return None
        selector = response.selector
        if selector.type == "json":
            return Selector(text=response.text, type="html").root
        return selector.root
    if isinstance(scope, etree._Element):
        return scope
    if isinstance(scope, str) and scope.strip():
        return Selector(text=scope, type="html").root
    return None


def _json_of(scope: Any) -> Any:
    """The JSON value of a page, an element's text or a text; none where it is no JSON."""
    if isinstance(scope, ResponsePage):
        scope = scope.text
    elif isinstance(scope, etree._Element):
        scope = "".join(map(str, scope.itertext()))
    if isinstance(scope, (str, bytes)):
        try:
            return json.loads(scope)
        except ValueError:
            return None
    return scope


def _text_of(scope: Any) -> str:
    if isinstance(scope, ResponsePage):
        return scope.text
    if isinstance(scope, etree._Element):
        return str(_serialize(scope))
    if isinstance(scope, (dict, list)):
        return json.dumps(scope, ensure_ascii=False)
    return to_text(scope)


def _base_of(page: Page | None) -> str:
    if isinstance(page, ResponsePage) and isinstance(page.response, TextResponse):
        return get_base_url(page.response)
    return page.url if page is not None else ""

