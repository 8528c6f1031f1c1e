"""Locate-extract for any spider: on texts, responses and selectors, with the habits of parsel, and for item loaders."""

from __future__ import annotations

import re as regular
from collections.abc import Callable, Iterable
from functools import cached_property
from time import perf_counter
from typing import Any, SupportsIndex, TypeAlias, cast, overload

from parsel import Selector as ParselSelector
from scrapy.http import TextResponse
from scrapy.loader import ItemLoader
from scrapy.selector import Selector, SelectorList
from w3lib.html import replace_entities as without_entities

from ..core.documents.tags import shorten_tags
from ..core.regex.deadlines import Timeout
from ..core.regex.patterns import Pattern, compile_pattern
from ..core.rules.locate import locate as locate_spans
from ..core.rules.offsets import parse_offset
from ..errors import with_article
from ..settings import DEFAULTS

__all__ = ["LocateLoader", "LocatedList", "LocatingSelector", "LocatingSelectorList", "Piece", "locate"]

Code: TypeAlias = "str | regular.Pattern[str]"
"""A regular expression in which a dot is any character, or a compiled one with flags of its own."""


def locate(
    source: Any,
    start: Code = "",
    end: Code = "",
    *,
    start_offset: str = "0,0",
    end_offset: str = "0,0",
    seconds: float = DEFAULTS["BT_REGEX_SECONDS"],
) -> LocatedList:
    """The pieces of a text between each end and the nearest start before it; an empty code is the text's edge.

    *source*: a text, a response (its text as it was sent), a selector (its markup), a piece, or a list of them.
    The offsets are `"m,n"`: from a start m lines down, then n characters on; from an end the same backwards.
    Raises `PatternError` for a code that is no regular expression, `ValueError` for a wrong offset, and
    `PatternTimeout` when a code takes longer than *seconds*.
    """
    timeout = Timeout(seconds, perf_counter)
    first_code, last_code = (_pattern(code) if code else None for code in (start, end))
    down, up = parse_offset(start_offset), parse_offset(end_offset)
    pieces = LocatedList()
    for text in _texts_of(source):
        spans = locate_spans(text, first_code, last_code, start_offset=down, end_offset=up, timeout=timeout)
        pieces += (Piece(text[first:last], first, last, seconds) for first, last in spans)
    return pieces


def _pattern(code: Code, flags: int = regular.DOTALL) -> Pattern:
    return compile_pattern(code, flags) if isinstance(code, str) else compile_pattern(code.pattern, code.flags)


def _texts_of(source: Any) -> Iterable[str]:
    if isinstance(source, str):
        return (source,)
    if isinstance(source, TextResponse):
        return (source.text,)
    if isinstance(source, (ParselSelector, Piece)):
        return (source.get(),)
    if isinstance(source, (list, tuple)):
        return (text for part in source for text in _texts_of(part))
    kind = with_article(type(source).__name__)
    raise TypeError(f"nothing can be located in {kind}; give a text, a text response or a selector")


class _Locates:
    """What can be searched again."""

    def locate(self, start: Code = "", end: Code = "", **options: Any) -> LocatedList:
        """The pieces of it between two codes; see `locate`."""
        return locate(self, start, end, **options)


class LocatingSelectorList(_Locates, SelectorList):
    """A `SelectorList` with `locate`."""


class LocatingSelector(_Locates, Selector):
    """A `Selector` with `locate`; so are those that its queries give."""

    selectorlist_cls = LocatingSelectorList


class Piece(_Locates):
    """A piece of a text, *start* and *end* being its offsets there; it can be asked whatever a selector can."""

    def __init__(self, text: str, start: int, end: int, seconds: float = DEFAULTS["BT_REGEX_SECONDS"]) -> None:
        self.text, self.start, self.end = text, start, end
        self._seconds = seconds

    def __repr__(self) -> str:
        shown = self.text if len(self.text) <= 40 else f"{self.text[:40]}…"
        return f"<Piece {self.start}:{self.end} {shown!r}>"

    def __str__(self) -> str:
        return self.text

    @cached_property
    def selector(self) -> LocatingSelector:
        """The piece read as HTML."""
        return LocatingSelector(text=shorten_tags(self.text), type="html")

    def get(self) -> str:
        """The text."""
        return self.text

    def getall(self) -> list[str]:
        """The text, in a list."""
        return [self.text]

    def css(self, query: str) -> LocatingSelectorList:
        """What a CSS selector finds in it."""
        return cast("LocatingSelectorList", self.selector.css(query))

    def xpath(self, query: str, **options: Any) -> LocatingSelectorList:
        """What an XPath expression finds in it."""
        return cast("LocatingSelectorList", self.selector.xpath(query, **options))

    def re(self, regex: Code, replace_entities: bool = True) -> list[str]:  # noqa: FBT001, FBT002  # as in parsel
        """As in parsel: all groups of all matches, or the matches, or the first group called `extract`.

        A dot is any character but a line end, unlike in the codes of `locate`.
        """
        pattern = _pattern(regex, 0)
        deadline = pattern.begin(self.text, Timeout(self._seconds, perf_counter))
        matches = pattern.finditer(self.text, deadline)
        if "extract" in pattern.names:
            first = next(matches, None)
            found = [] if first is None or first.group("extract") is None else [first.group("extract")]
        else:
            groups = range(1, pattern.groups + 1) if pattern.groups else (0,)
            found = [match.group(group) or "" for match in matches for group in groups]
        return [without_entities(text, keep=("lt", "amp")) for text in found] if replace_entities else found

    def re_first(self, regex: Code, default: str | None = None, replace_entities: bool = True) -> str | None:  # noqa: FBT001, FBT002  # as in parsel
        """The first of these texts."""
        return next(iter(self.re(regex, replace_entities)), default)


class LocatedList(_Locates, list[Piece]):
    """The pieces that were located, in order; a query goes to all of them."""

    @overload
    def __getitem__(self, index: SupportsIndex) -> Piece: ...
    @overload
    def __getitem__(self, index: slice) -> LocatedList: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Piece | LocatedList:
        found = super().__getitem__(index)
        return LocatedList(found) if isinstance(found, list) else found

    def get(self, default: str | None = None) -> str | None:
        """The text of the first piece."""
        return self[0].text if self else default

    def getall(self) -> list[str]:
        """The texts of all pieces."""
        return [piece.text for piece in self]

    def css(self, query: str) -> LocatingSelectorList:
        """What a CSS selector finds in each piece, in one list."""
        return LocatingSelectorList(found for piece in self for found in piece.css(query))

    def xpath(self, query: str, **options: Any) -> LocatingSelectorList:
        """What an XPath expression finds in each piece, in one list."""
        return LocatingSelectorList(found for piece in self for found in piece.xpath(query, **options))

    def re(self, regex: Code, replace_entities: bool = True) -> list[str]:  # noqa: FBT001, FBT002  # as in parsel
        """What a regular expression finds in each piece, in one list."""
        return [found for piece in self for found in piece.re(regex, replace_entities)]

    def re_first(self, regex: Code, default: str | None = None, replace_entities: bool = True) -> str | None:  # noqa: FBT001, FBT002  # as in parsel
        """The first of these texts."""
        return next((found for piece in self for found in piece.re(regex, replace_entities)), default)


class LocateLoader(ItemLoader):
    """An item loader with `add_locate`, beside `add_css` and `add_xpath`.

    It searches the text of the response as it was sent, or the markup of the selector that it was made with.
    """

    default_selector_class = LocatingSelector

    def __init__(self, item: Any = None, selector: Any = None, response: Any = None, **context: Any) -> None:
        self._source = selector if selector is not None else response
        super().__init__(item=item, selector=selector, response=response, **context)

    def add_locate(
        self,
        field_name: str | None,
        start: Code = "",
        end: Code = "",
        *processors: Callable[..., Any],
        re: Code | None = None,
        **options: Any,
    ) -> LocateLoader:
        """Collect the pieces between two codes for a field; *options* are those of `locate`."""
        return self.add_value(field_name, self._located(start, end, options), *processors, re=re)

    def replace_locate(
        self,
        field_name: str | None,
        start: Code = "",
        end: Code = "",
        *processors: Callable[..., Any],
        re: Code | None = None,
        **options: Any,
    ) -> LocateLoader:
        """Collect the pieces in place of what was collected for the field."""
        return self.replace_value(field_name, self._located(start, end, options), *processors, re=re)

    def get_locate(
        self,
        start: Code = "",
        end: Code = "",
        *processors: Callable[..., Any],
        re: Code | None = None,
        **options: Any,
    ) -> Any:
        """The pieces between two codes, processed, for no field."""
        return self.get_value(self._located(start, end, options), *processors, re=re)

    def _located(self, start: Code, end: Code, options: dict[str, Any]) -> list[str]:
        return locate(self._source, start, end, **options).getall()
