"""Reads pages: what CSS, XPath, regular expressions, JMESPath, locate and Python functions find in a response."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from inspect import isgenerator
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, Protocol

import jmespath
from lxml import etree, html
from parsel.csstranslator import GenericTranslator, HTMLTranslator
from scrapy import Request
from scrapy.http import Headers, Response, TextResponse
from scrapy.http.cookies import CookieJar
from scrapy.responsetypes import responsetypes
from scrapy.selector import Selector
from scrapy.utils.response import get_base_url

from ..core.rules.deadlines import Patience
from ..core.rules.locate import Search
from ..core.rules.patterns import Pattern, compile_pattern
from ..core.tree.pages import FrozenPage, Page, Query
from ..core.tree.values import storable, to_text
from ..errors import NodeError
from ..settings import DEFAULTS
from .blame import blame
from .conversions import as_integer, as_number, as_text, as_url

if TYPE_CHECKING:
    from ..core.rules.pages import RulePage

_Element = etree._Element  # noqa: SLF001 - lxml has no public name for it
_NAMESPACES = {"re": "http://exslt.org/regular-expressions", "set": "http://exslt.org/sets"}
_NOT_IN_NAMES = re.compile(r"\W")
_PASSWORD_FIELDS = etree.XPath("//input[translate(@type, 'PASWORD', 'pasword') = 'password']")
_SPARE_HEADERS = {b"set-cookie", b"content-encoding", b"content-length"}
# What Python reads in JSON and no task can carry: integers of more than 64 bits, halves of surrogate pairs.
_UNSTORABLE = re.compile(r"\d{19}|\\u[dD][89a-fA-F]")


class ResponsePage:
    """A Scrapy response as a `core.tree.pages.Page`; *jar*: the cookies of its session."""

    __slots__ = ("_base", "_jar", "_json", "_root", "response", "rules")

    def __init__(self, response: Response, jar: CookieJar | None = None) -> None:
        self.response, self._jar = response, jar
        self._base: str | None = None
        self._root: Any = _UNKNOWN
        self._json: Any = _UNKNOWN
        self.rules: dict[str, RulePage] = {}
        """What rules have read of it, by their files."""

    @property
    def url(self) -> str:
        """Where the page is, after redirects."""
        return self.response.url

    @property
    def base(self) -> str:
        """Its URL, or what its `<base>` says."""
        if self._base is None:
            response = self.response
            self._base = get_base_url(response) if isinstance(response, TextResponse) else response.url
        return self._base

    @property
    def status(self) -> int:
        """The status code."""
        return self.response.status

    @property
    def is_empty(self) -> bool:
        """It has no body, or white space only."""
        body = self.response.body
        return not body or body.isspace()

    @property
    def asks_password(self) -> bool:
        """It has a field for a password."""
        is_likely = b"password" in self.response.body.lower()
        return is_likely and isinstance(self.root, _Element) and bool(_PASSWORD_FIELDS(self.root))

    @property
    def text(self) -> str:
        """The body as text."""
        response = self.response
        return response.text if isinstance(response, TextResponse) else response.body.decode("latin-1")

    @property
    def root(self) -> Any:
        """The root element; none where the body is no text."""
        if self._root is _UNKNOWN:
            response = self.response
            self._root = None
            if isinstance(response, TextResponse) and response.body:
                selector = response.selector
                self._root = _parse(response.text) if selector.type == "json" else selector.root
        return self._root

    @property
    def json(self) -> Any:
        """The body as JSON; none where it is none."""
        if self._json is _UNKNOWN:
            self._json = _load_json(self.text)
        return self._json

    def header(self, name: str) -> str | None:
        """The first header of that name."""
        value = self.response.headers.get(name)
        return value.decode("utf-8", "replace") if value is not None else None

    def cookie(self, name: str) -> str | None:
        """What the page itself sets counts before what the session would send back to it."""
        pairs = list(_set_cookies(self.response))
        if self._jar is not None:
            request = Request(self.response.url)
            self._jar.add_cookie_header(request)
            sent = (request.headers.get("Cookie") or b"").decode("utf-8", "replace")
            pairs += [_name_and_value(pair) for pair in sent.split(";")]
        values = dict(reversed(pairs))
        return values.get(name) or next((values[own] for own in values if _NOT_IN_NAMES.sub("_", own) == name), None)

    def freeze(self) -> FrozenPage:
        """The page as plain data, without what only matters on the way to it."""
        response = self.response
        headers = {
            name.decode("latin-1"): values[0].decode("latin-1")
            for name, values in response.headers.items()
            if values and name.lower() not in _SPARE_HEADERS
        }
        encoding = response.encoding if isinstance(response, TextResponse) else ""
        return FrozenPage(response.url, response.status, headers, zlib.compress(response.body, 6), encoding)


def _set_cookies(response: Response) -> Iterator[tuple[str, str]]:
    for line in response.headers.getlist("Set-Cookie"):
        name, value = _name_and_value(line.decode("utf-8", "replace").partition(";")[0])
        if value:
            yield name, value


def _name_and_value(pair: str) -> tuple[str, str]:
    name, _, value = pair.partition("=")
    return name.strip(), value.strip()


_UNKNOWN: Any = object()


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


class RuleAnswers(Protocol):
    """Answers sources of rules."""

    def answer(self, texts: Sequence[str], scope: Any) -> list[Any]:
        """What a source with these texts finds in a page, a text, or for a number."""


class PageReader:
    """A `core.tree.pages.Reader` over Scrapy responses.

    *resolve* finds Python functions by `module:function`; *regex_seconds* is how long a regular expression may take on
    a page, or on an element of it; *rules* answers the sources of rules.
    """

    def __init__(
        self,
        resolve: Callable[[str], Callable[..., Any]] | None = None,
        *,
        regex_seconds: float = DEFAULTS["BT_REGEX_SECONDS"],
        rules: RuleAnswers | None = None,
    ) -> None:
        self._resolve = resolve or resolve_function
        self._rules = rules
        self._patience = Patience(regex_seconds, perf_counter)
        self._node, self._since = "", 0.0
        self._seconds: dict[str, float] = {}

    def begin(self, node: str) -> None:
        """The time from now on is *node*'s; nobody's, if empty."""
        now = perf_counter()
        if self._node:
            self._seconds[self._node] = self._seconds.get(self._node, 0.0) + now - self._since
        self._node, self._since = node, now

    def measured(self) -> dict[str, float]:
        """Seconds by node since the last call of this."""
        if self._node:
            self.begin("")
        seconds, self._seconds = self._seconds, {}
        return seconds

    def values(self, query: Query, scope: Any, base: str) -> Sequence[Any]:
        """What the first of the query's texts finds that finds something, as the query's kind."""
        how, kind = query.how, query.kind
        for found in self._attempts(query, scope):
            if kind is None:
                if found:
                    return [_serialize(node) for node in found] if how in ("css", "xpath") else found
                continue
            converted = (self.convert(value, kind, base) for value in found)
            values = [value for value in converted if value is not None]
            if values:
                return values
        return ()

    def elements(self, query: Query, scope: Any) -> Sequence[Any]:
        """The elements, pieces of text or JSON values that the first of the query's texts finds."""
        return next((found for found in self._attempts(query, scope) if found), ())

    def _attempts(self, query: Query, scope: Any) -> Iterable[list[Any]]:
        if query.how != "rules":
            return _attempts(query, scope, self._patience)
        if self._rules is None:
            raise NodeError(f"the rule '{query.texts[0]}' is not here")
        return (self._rules.answer(query.texts, _text_of(scope) if isinstance(scope, _Element) else scope),)

    def call(self, reference: str, page: Page | None, context: Mapping[str, Any]) -> Any:
        """What the function makes of the response and the context; an item's element comes as a selector."""
        response = page.response if isinstance(page, ResponsePage) else None
        element = context.get("element")
        if isinstance(element, _Element):
            context = {**context, "element": Selector(root=element, type=_kind_of(element))}
        elif isinstance(element, ResponsePage):
            context = {**context, "element": element.response}
        try:
            result = self._resolve(reference)(response, context)
            return list(result) if isgenerator(result) else result
        except Exception as error:
            raise blame(error) from error

    def convert(self, value: Any, kind: str, base: str) -> Any:
        """An element counts by its text; none where the value cannot be of that kind."""
        if isinstance(value, _Element):
            value = _text_within(value)
        if kind == "text":
            return as_text(value) or None
        if kind == "number":
            return as_number(value)
        if kind == "integer":
            return as_integer(value)
        if kind == "json":
            return _load_json(value) if isinstance(value, str) else value
        return as_url(value, base)

    def restore(self, frozen: FrozenPage) -> Page:
        """The page that a task carried."""
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


# Queries


def _attempts(query: Query, scope: Any, patience: Patience) -> Iterable[list[Any]]:
    """What each of the alternatives finds, in order; raises `PatternTimeout`."""
    how, texts = query.how, query.texts
    if how in ("css", "xpath"):
        root = _root_of(scope)
        if root is not None:
            for text in texts:
                yield _select(root, how, text)
    elif how == "json":
        data = _json_of(scope)
        for text in texts:
            found = _compiled_jmespath(text).search(data)
            yield [value for value in found if value is not None] if isinstance(found, list) else _as_list(found)
    elif how == "re":
        for text in texts:
            yield _matches(compile_pattern(text), _text_of(scope), patience)
    elif how == "locate":
        start, end = (compile_pattern(code) if code else None for code in texts)
        yield Search(start, end).pieces(_text_of(scope), patience)
    else:
        raise NodeError(f"no way to read '{how}'")


def _as_list(value: Any) -> list[Any]:
    return [] if value is None else [value]


def _select(root: Any, how: str, text: str) -> list[Any]:
    kind = _kind_of(root) if how == "css" else "xpath"
    found = _compiled_xpath(kind, text)(root)
    if isinstance(found, list):
        return found
    return [found] if found != "" else []


@lru_cache(4096)
def _compiled_xpath(kind: str, text: str) -> Callable[[Any], Any]:
    """*kind*: `xpath`, or the kind of document for which *text* is a CSS selector."""
    if kind != "xpath":
        translator = HTMLTranslator() if kind == "html" else GenericTranslator()
        text = translator.css_to_xpath(text)
    return etree.XPath(text, namespaces=_NAMESPACES, smart_strings=False)


@lru_cache(4096)
def _compiled_jmespath(text: str) -> Any:
    return jmespath.compile(text)


def _matches(pattern: Pattern, text: str, patience: Patience) -> list[str]:
    """Each match's first group if there is one, else the match."""
    return pattern.findall(text, pattern.begin(text, patience))


# Scopes: a page, an element, a text, or a JSON value


def _parse(text: str) -> Any:
    return Selector(text=text, type="html").root


def _kind_of(element: Any) -> Literal["html", "xml"]:
    return "html" if isinstance(element, html.HtmlMixin) else "xml"


def _root_of(scope: Any) -> Any:
    if isinstance(scope, ResponsePage):
        return scope.root
    if isinstance(scope, _Element):
        return scope
    if isinstance(scope, str) and scope.strip():
        return _parse(scope)
    return None


def _json_of(scope: Any) -> Any:
    """The JSON value of a page, an element's text or a text; none where it is no JSON."""
    if isinstance(scope, ResponsePage):
        return scope.json
    if isinstance(scope, _Element):
        scope = _text_within(scope)
    return _load_json(scope) if isinstance(scope, str) else scope


def _load_json(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return storable(value) if _UNSTORABLE.search(text) else value


def _text_of(scope: Any) -> str:
    if isinstance(scope, ResponsePage):
        return scope.text
    if isinstance(scope, _Element):
        return str(_serialize(scope))
    if isinstance(scope, (dict, list)):
        return json.dumps(scope, ensure_ascii=False)
    return to_text(scope)


def _text_within(element: Any) -> str:
    return "".join(map(str, element.itertext()))


def _serialize(node: Any) -> Any:
    if isinstance(node, str):
        return node
    if isinstance(node, _Element):
        return etree.tostring(node, method=_kind_of(node), encoding="unicode", with_tail=False)
    return to_text(node)
