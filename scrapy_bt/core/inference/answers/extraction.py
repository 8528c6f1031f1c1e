"""What an extraction takes from an answer, with the meaning that its source has in a crawl (docs/language/data.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urljoin

from charset_normalizer import from_bytes
from cssselect import SelectorError
from jmespath.exceptions import JMESPathError
from lxml import etree
from parsel import Selector
from w3lib.encoding import resolve_encoding

from ....errors import PatternError
from ...documents.data import read_data, read_page_json
from ...documents.elements import is_element
from ...documents.encodings import decode_html
from ...documents.tags import shorten_tags
from ...regex.patterns import compile_pattern
from ...samples.bodies import body_type
from ...samples.traffic import Answer, Exchange, all_headers, whole_header
from ...tree.jsonpaths import search_json
from ...tree.selectors import kind_of_document, select
from ...tree.values import to_text
from .codings import encode
from .values import Extraction

HTML = (("Content-Type", "text/html; charset=utf-8"),)
"""The headers of a page that is made up."""
_UNREAD: Any = object()


def extract(answer: Answer, extraction: Extraction) -> list[str]:
    """Every value that is found, as text; a faulty selector or expression finds nothing."""
    return page_of(answer).extract(extraction)


_MOST_KEPT = 16
"""Extractions of a page whose elements are kept: many ask for the rows of a grid, which take long to be counted."""
_MOST_VALUES = 256
"""The same of what is kept as text: what a page has for a name is asked for each parameter."""


@lru_cache(512)
def page_of(answer: Answer) -> AnswerPage:
    """The page of an answer; what was parsed of it is kept for the next extraction."""
    return AnswerPage(answer)


def pages_of(exchanges: Iterable[Exchange]) -> list[tuple[Exchange, AnswerPage]]:
    """Those of the exchanges whose answer has a body, each with its page."""
    return [(each, page_of(each.answer)) for each in exchanges if each.answer is not None and each.answer.body]


class AnswerPage:
    """An answer at work."""

    __slots__ = ("_base", "_elements", "_json", "_root", "_text", "_values", "answer")

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self._text: str | None = None
        self._root: Any = _UNREAD
        self._json: Any = _UNREAD
        self._base: str | None = None
        self._elements: dict[Extraction, tuple[Any, ...]] = {}
        self._values: dict[Extraction, tuple[str, ...]] = {}

    @property
    def text(self) -> str:
        """The body as text, in the encoding that the crawl would read it in."""
        if self._text is None:
            body = self.answer.body or b""
            self._text = decode_html(self.answer.header("content-type"), body, _guess)
        return self._text

    @property
    def root(self) -> Any:
        """The root element; none where there is no text."""
        if self._root is _UNREAD:
            self._root = None
            text = self.text
            if text.strip() and not _is_binary(self.answer):
                self._root = Selector(text=shorten_tags(text), type=_kind(self.answer)).root
        return self._root

    @property
    def json(self) -> Any:
        """The body as data; None where it is something else."""
        if self._json is _UNREAD:
            self._json = read_data(self.text, body_type(self.answer))
        return self._json

    @property
    def base(self) -> str:
        """What its relative links are relative to."""
        if self._base is None:
            found = _select(self.root, "xpath", "//base/@href[normalize-space()]")
            try:
                self._base = urljoin(self.answer.url, str(found[0]).strip()) if found else self.answer.url
            except ValueError:
                self._base = self.answer.url
        return self._base

    def extract(self, extraction: Extraction) -> list[str]:
        """Every value that is found, as text."""
        if extraction not in self._values:
            if len(self._values) >= _MOST_VALUES:
                self._values.clear()
            texts, coding = map(_as_text, self._found(extraction)), extraction.coding
            written = filter(None, (encode(text, coding) for text in texts)) if coding else texts
            self._values[extraction] = tuple(written)
        return list(self._values[extraction])

    def elements(self, extraction: Extraction) -> list[Any]:
        """The elements, texts or JSON values themselves, as `item each` would go through them."""
        if extraction not in self._elements:
            if len(self._elements) >= _MOST_KEPT:
                self._elements.clear()
            self._elements[extraction] = tuple(self._found(extraction))
        return list(self._elements[extraction])

    def _found(self, extraction: Extraction) -> Sequence[Any]:
        how, text = extraction.how, extraction.text
        if how in ("css", "xpath"):
            return _select(self.root, how, text)
        if how == "json":
            return _search(self.json, text)
        if how == "re":
            return _matches(self.text, text)
        if how == "url":
            return _matches(self.answer.url, text)
        if how == "header":
            found = whole_header(self.answer.headers, text)
            return () if found is None else (found,)
        return [value for name, value in set_cookies(self.answer) if name == text]


def extract_within(element: Any, extraction: Extraction) -> list[str]:
    """What is found within an element, a text or a JSON value that `AnswerPage.elements` gave, as in an item."""
    how, text = extraction.how, extraction.text
    if extraction.of:
        element = next(iter(extract_within(element, Extraction("json", extraction.of))), "")
    if how in ("css", "xpath"):
        if isinstance(element, str):
            element = Selector(text=shorten_tags(element), type="html").root if element.strip() else None
        found: Sequence[Any] = _select(element, how, text) if is_element(element) else ()
    elif how == "json":
        found = _search(_load(element) if isinstance(element, str) else element, text)
    else:
        found = _matches(_as_text(element), text)
    return [_as_text(value) for value in found]


def set_cookies(answer: Answer) -> list[tuple[str, str]]:
    """Names and values of the cookies that an answer sets, deletions (an empty value) left out."""
    pairs = (header.partition(";")[0].partition("=") for header in all_headers(answer.headers, "set-cookie"))
    return [(name.strip(), value.strip()) for name, _, value in pairs if name.strip() and value.strip()]


def _select(root: Any, how: str, text: str) -> Sequence[Any]:
    """Nothing where *text* is no selector, or cannot be asked of this element."""
    if not is_element(root):
        return ()
    try:
        return select("css" if how == "css" else "xpath", text, root)
    except (etree.XPathError, SelectorError, ValueError):
        return ()


def _load(text: str) -> Any:
    """The text as JSON; None if it is no JSON."""
    try:
        return read_page_json(text) if text else None
    except ValueError:
        return None


def _search(data: Any, text: str) -> list[Any]:
    try:
        found = search_json(text, data)
    except (JMESPathError, TypeError, ValueError):
        return []
    if isinstance(found, list):
        return [value for value in found if value is not None]
    return [] if found is None else [found]


def _matches(subject: str, text: str) -> list[str]:
    try:
        return compile_pattern(text).findall(subject)
    except PatternError:
        return []


def _as_text(value: Any) -> str:
    if is_element(value):
        return str(etree.tostring(value, method=kind_of_document(value), encoding="unicode", with_tail=False))
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False)
    return to_text(value)


def _kind(answer: Answer) -> str:
    kind = (answer.header("content-type") or "").partition(";")[0].strip().lower()
    return "xml" if kind.endswith(("/xml", "+xml")) and kind != "application/xhtml+xml" else "html"


def _is_binary(answer: Answer) -> bool:
    kind = (answer.header("content-type") or "").partition(";")[0].strip().lower()
    return kind.startswith(("image/", "audio/", "video/", "font/")) and not kind.endswith("+xml")


def _guess(body: bytes) -> str | None:
    """As Scrapy guesses where nothing is declared."""
    try:
        body.decode()
    except UnicodeDecodeError:
        match = from_bytes(body).best()
        return resolve_encoding(match.encoding) if match else None
    return "utf-8"
