"""Selectors tried on pages: what they give there, and whether that is of a form that was usual before."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from lxml import etree
from parsel import Selector
from parsel.csstranslator import HTMLTranslator

from ..core.documents.json import read_json
from ..core.healing.pages import squeeze
from ..core.healing.parsing import page_of
from ..core.healing.patching.pieces import is_codes, is_json, is_xpath, json_path
from ..core.healing.perception.views import form_of
from ..core.healing.proposals import PageValue, Trial
from ..core.healing.unions import split_union
from ..core.regex.deadlines import Timeout
from ..core.rules.rule import Tag
from ..core.rules.tagcodes import with_codes
from ..core.rules.taglines import is_tag_line, pieces_of, read_tag_line
from ..core.rules.tags import run_tag
from ..errors import NodeError, PatternError
from .rowselectors import inside

_TRANSLATOR = HTMLTranslator()

Reading = Callable[[str], Any]
"""What a text of a page is turned into; none where that is impossible."""

_MOST_ROWS = 12
_MOST_TAKEN = 1_000
"""Values of a page."""
_LONGEST_TEXT = 20_000
"""Characters of an element's text."""
_LONGEST_ROW = 200_000
"""Characters of the markup of a row."""
_SECONDS = 0.5
"""For a pattern of a tag on a page."""
_MOST_ROWS_WITHOUT = 0.2
_LONGEST = 300
_FEW_ROWS = 4
_TEXTS = (
    "//body//text()[not(parent::script or parent::style or parent::noscript or parent::template[not(@shadowrootmode)])]"
)


@dataclass(frozen=True)
class KeptPage:
    """A page that is kept; *state*: `good` or `failing`; *markup*: its HTML."""

    url: str
    state: str
    markup: str

    @property
    def is_now(self) -> bool:
        """Whether it is a page of today."""
        return self.state == "failing"


def try_selector(
    selector: str,
    pages: Sequence[str],
    *,
    forms: Collection[str],
    read: Reading = str,
    within: str = "",
    least: int = 1,
) -> Trial:
    """Run a CSS selector or an XPath on all pages, or *within* each row of them; raises `ValueError` for neither.

    *least*: values that a page has in any case.
    """
    found = fitting = 0
    example = ""
    for markup in pages:
        values = values_of(selector, markup, within=within)
        there = [value for value in values if value]
        if len(there) < least or (within and len(there) < (1 - _MOST_ROWS_WITHOUT) * len(values)):
            continue
        found += 1
        fits = [fits_usual(value, forms, read) for value in there]
        fitting += sum(fits) >= (1 - _MOST_ROWS_WITHOUT) * len(fits) if within else fits[0]
        example = example or there[0]
    return Trial(len(pages), found, fitting, example)


def compare(
    old: str, new: str, pages: Sequence[KeptPage], *, within: tuple[str, str] = ("", "")
) -> tuple[PageValue, ...]:
    """What two selectors give on pages, within the rows of before and those of today."""
    told = []
    for page in pages:
        values = [
            next(filter(None, values_of(selector, page.markup, within=rows)), "")[:_LONGEST]
            for selector, rows in ((old, within[page.is_now]), (new, within[page.is_now]))
        ]
        told.append(PageValue(page.url, page.state, *values))
    return tuple(told)


def values_of(selector: str, markup: str, *, within: str = "") -> list[str]:
    """The texts that a selector finds on a page; within rows, of each its first one, empty where there is none."""
    if is_codes(selector):
        if not within:
            return _taken(selector, markup)
        return [next(iter(_taken(selector, piece)), "") for piece in _pieces(within, markup)[:_MOST_ROWS]]
    if is_json(selector):
        if within and not is_json(within):
            found = (_values_at(json_path(selector), script) for script in scripts_of(markup, within))
            return [value for values in found for value in values if value]
        return _values_at(json_path(selector), markup, json_path(within))
    page = _root_of(markup)
    if not within:
        return [_text_of(hit) for hit in _select(page, selector, most=_MOST_TAKEN)]
    rows = _select(page, within, most=_MOST_ROWS)
    firsts = [next(iter(_select(row, selector, most=1)), None) for row in rows]
    return [_text_of(first) if first is not None else "" for first in firsts]


def _taken(codes: str, markup: str) -> list[str]:
    """What a tag of a rule takes; nothing where that takes too long."""
    try:
        found = run_tag(with_codes(Tag("value"), codes), markup, timeout=Timeout(_SECONDS, perf_counter))
    except (NodeError, PatternError, ValueError):
        return []
    return list(found.values[:_MOST_TAKEN])


def _pieces(line: str, markup: str) -> list[str]:
    """What the tags of a line take; nothing where that takes too long."""
    try:
        return pieces_of(read_tag_line(line), markup, timeout=Timeout(_SECONDS, perf_counter))
    except (NodeError, PatternError, ValueError):
        return []


def _values_at(path: str, source: str, within: str = "") -> list[str]:
    """What a JMESPath finds, or the first in each row; nothing in what is no JSON."""
    try:
        data = read_json(source)
        if not within:
            return _texts_in(jmespath.search(path, data), _MOST_TAKEN)
        rows = _list_of(jmespath.search(within, data))[:_MOST_ROWS]
        return [next(iter(_texts_in(jmespath.search(path, row), 1)), "") for row in rows]
    except (ValueError, JMESPathError):
        return []


def _texts_in(found: Any, most: int) -> list[str]:
    """Plain values as texts; of rows how they begin."""
    texts = []
    for one in _list_of(found)[:most]:
        if isinstance(one, dict):
            texts.append(json.dumps(one, ensure_ascii=False)[:_LONGEST])
        elif isinstance(one, (str, int, float)) and not isinstance(one, bool):
            texts.append(squeeze(str(one)))
    return texts


def _list_of(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def rows_of(markup: str, within: str) -> list[str]:
    """The markup of the rows of a page, the first ones; of a line of tags what they take."""
    if is_tag_line(within):
        return [piece[:_LONGEST_ROW] for piece in _pieces(within, markup)[:_MOST_ROWS]]
    found = _select(_root_of(markup), within, most=_MOST_ROWS)
    return [row.get()[:_LONGEST_ROW] for row in found if not isinstance(row.root, str)]


def scripts_of(markup: str, within: str) -> list[str]:
    """The texts that a selector gives on a page, as those of scripts that hold JSON."""
    found = _select(_root_of(markup), within, most=_MOST_ROWS)
    return [one.root for one in found if isinstance(one.root, str)]


def texts_of(markup: str) -> set[str]:
    """The texts of a page or row, as they stand between its tags."""
    texts = page_of(markup).root.xpath(_TEXTS)
    return {squeezed for text in texts if (squeezed := " ".join(text.split()))}


def scopes_of(selector: str, pages: Sequence[str], *, within: str = "") -> list[tuple[str, set[str]]]:
    """What a selector finds first on each page, or in each row of it, with all texts there.

    Of one row alone, the block in which a spider looks, it is the texts of its page: how large a block is says nothing.
    """
    scopes = []
    for markup in pages:
        rows = rows_of(markup, within)[:_FEW_ROWS] if within else [markup]
        for row in rows:
            first = next(filter(None, values_of(inside(selector) if within else selector, row)), "")
            scopes.append((first, texts_of(row if len(rows) > 1 else markup)))
    return scopes


def fits_usual(value: str, forms: Collection[str], read: Reading = str) -> bool:
    """Whether what is made of a text is of one of the forms; none known: of any."""
    made = read(value)
    return made is not None and (not forms or form_of(str(made)) in forms)


def _root_of(markup: str) -> Selector:
    return Selector(root=page_of(markup).root, type="html")


def _select(scope: Selector, selector: str, *, most: int) -> Sequence[Selector]:
    """What a selector finds, the first of it, so that no objects are made for what nobody looks at."""
    path = selector if is_xpath(selector) else _TRANSLATOR.css_to_xpath(selector)
    parts = split_union(path)
    try:
        if len(parts) > 1:
            hits = [hit for part in parts for hit in scope.xpath(f"({part})[position() <= {most}]")]
            if all(etree.iselement(hit.root) for hit in hits):
                return _in_order(hits)[:most]
        return scope.xpath(f"({path})[position() <= {most}]")
    except ValueError:  # it gives no elements, but a text or a number; or it is no selector, which is told
        return scope.xpath(path)


def _in_order(hits: Sequence[Selector]) -> list[Selector]:
    """Elements as they stand on the page, each once."""
    once = {hit.root: hit for hit in hits}
    elements = next(iter(once)).getroottree().getroot().iter() if once else ()
    numbers = {element: number for number, element in enumerate(elements) if element in once}
    return sorted(once.values(), key=lambda hit: numbers.get(hit.root, len(numbers)))


def _text_of(hit: Selector) -> str:
    """An element's text, or the text or attribute itself."""
    if isinstance(hit.root, str):
        return squeeze(hit.root)
    if not etree.iselement(hit.root):
        return str(hit.get())
    pieces: list[Any] = []
    left = _LONGEST_TEXT
    for piece in hit.root.itertext():
        pieces.append(piece)
        left -= len(piece) + 1
        if left < 0:
            break
    return squeeze(" ".join(pieces))
