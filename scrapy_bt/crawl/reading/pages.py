"""Scrapy responses as pages of a tree."""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lxml import etree
from scrapy import Request
from scrapy.http import Headers, Response, TextResponse
from scrapy.http.cookies import CookieJar
from scrapy.responsetypes import responsetypes
from scrapy.selector import Selector
from scrapy.utils.response import get_base_url

from ...core.documents.data import read_data
from ...core.documents.elements import is_element
from ...core.documents.encodings import is_charset
from ...core.documents.mediatypes import media_type
from ...core.documents.packing import inflated
from ...core.documents.tags import shorten_tags
from ...core.samples.traffic import together
from ...core.tree.pages import FrozenPage
from ...core.tree.values import storable_json
from ...errors import NodeError
from ...sentences import say
from .contents import by_content
from .roots import select_root
from .sizes import LARGEST_PAGE

if TYPE_CHECKING:
    from ...core.rules.rule_pages import RulePage

_UNKNOWN: Any = object()
_NOT_IN_NAMES = re.compile(r"\W")
_PASSWORD_FIELDS = etree.XPath("//input[translate(@type, 'PASWORD', 'pasword') = 'password']")
_SPARE_HEADERS = {b"set-cookie", b"content-encoding", b"content-length"}


def forget_tree(response: Response) -> None:
    """A page that waits has no use for its parsed tree, which may have thirty times its size."""
    if isinstance(response, TextResponse):
        response._cached_selector = None  # noqa: SLF001  # it is parsed again when it is asked for


class ResponsePage:
    """A Scrapy response as a `core.tree.pages.Page`.

    *jar*: the cookies of its session; *most*: bytes that a gzip file may hold, 0: any number.
    """

    __slots__ = ("_base", "_jar", "_json", "_root", "refusal", "response", "rules")

    def __init__(self, response: Response, jar: CookieJar | None = None, *, most: int = 0) -> None:
        self.refusal = ""
        """Why it cannot be parsed."""
        try:
            response = by_content(response, most=most)
        except NodeError as error:
            self.refusal = str(error)
        if isinstance(response, TextResponse) and not is_charset(response.encoding):
            response = response.replace(encoding="utf-8")
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
    def password_fields(self) -> tuple[str, ...]:
        """The names of its fields for passwords."""
        is_likely = not self.refusal and b"password" in self.response.body.lower()
        if not is_likely or not is_element(self.root):
            return ()
        fields: Any = _PASSWORD_FIELDS(self.root)
        return tuple(field.get("name", "") for field in fields)

    def forget_parsed(self) -> None:
        """It is parsed again when it is read again."""
        self._root = self._json = _UNKNOWN
        forget_tree(self.response)

    @property
    def text(self) -> str:
        """The body as text."""
        response = self.response
        return response.text if isinstance(response, TextResponse) else response.body.decode("latin-1")

    @property
    def root(self) -> Any:
        """The root element; None where the body is no text. Raises `NodeError` where it cannot be parsed."""
        if self.refusal:
            raise NodeError(self.refusal)
        if self._root is _UNKNOWN:
            response = self.response
            self._root = None
            if isinstance(response, TextResponse) and response.body:
                try:
                    selector = select_root(response)
                    root = None if selector.type == "json" else selector.root
                except RecursionError:  # JSON that nests without end counts as none
                    root = None
                self._root = parse_html(response.text) if root is None else root
        return self._root

    @property
    def json(self) -> Any:
        """The body as data; None where it is something else."""
        if self._json is _UNKNOWN:
            kind = media_type(self.header("Content-Type"), self.header("Content-Disposition"), self.response.url)
            self._json = storable_json(read_data(self.text, kind), self.text)
        return self._json

    def header(self, name: str) -> str | None:
        """What the headers of that name say together, as a list of links that comes in several."""
        values = self.response.headers.getlist(name)
        return together(name, [value.decode("utf-8", "replace") for value in values])

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
            (text := name.decode("latin-1")): together(text, [value.decode("latin-1") for value in values]) or ""
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


def thaw(frozen: FrozenPage, *, most: int = LARGEST_PAGE) -> ResponsePage:
    """The page of a task that carried it; raises `NodeError` when it is damaged, or has more than *most* bytes.

    0: it may have any size.
    """
    try:
        body = inflated(frozen.body, most or sys.maxsize - 1)
    except (ValueError, TypeError) as error:
        raise NodeError(say("the page that the task carried cannot be read: {}", error)) from None
    headers = Headers(frozen.headers)
    kind = responsetypes.from_args(headers=headers, url=frozen.url, body=body)
    options: dict[str, Any] = {"url": frozen.url, "status": frozen.status, "headers": headers, "body": body}
    if issubclass(kind, TextResponse) and frozen.encoding:
        options["encoding"] = frozen.encoding
    return ResponsePage(kind(**options), most=most)


def parse_html(text: str) -> Any:
    """The root element of a text."""
    return Selector(text=shorten_tags(text), type="html").root
