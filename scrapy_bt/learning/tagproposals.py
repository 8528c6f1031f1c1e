"""Codes for tags of rules: the places are found as those of selectors are, and codes are made around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import unescape
from time import perf_counter
from typing import Any

from ..core.healing.fields import run_selector
from ..core.healing.pages import Page, squeeze
from ..core.healing.parsing import page_of
from ..core.healing.perception.observations import Observation
from ..core.regex.deadlines import Timeout
from ..core.rules.rule import Tag
from ..core.rules.suggestion.suggest import suggest
from ..core.rules.tagcodes import codes_of, with_codes
from ..core.rules.tags import absolute
from .healing import AllModels, Healed, choose_selectors
from .rowtruth import general_path
from .trials import KeptPage, values_of

_MOST_PAGES = 4
_MOST_EXAMPLES = 3
_MOST_VALUES = 5
_ADDRESSES = ("href", "src", "data-src", "content", "value")
_LONGEST_ADDRESS = 2_000
_SECONDS = 3.0
"""For the codes of one tag."""
_PATTERN_SECONDS = 0.2


def find_codes(
    tags: Sequence[Observation], before: KeptPage, now: Sequence[KeptPage], models: AllModels
) -> dict[str, list[Healed]]:
    """Of each tag, by its field, lines of codes with their probability; tags that are still there are anchors."""
    old = page_of(before.markup)
    addresses = _Addresses(old, before.url)
    fields: dict[str, tuple[str, list[str]]] = {}
    for one in tags:
        place = place_of(old, one, before, addresses)
        if place is not None:
            fields[one.field] = place
    pages = now[-_MOST_PAGES:]
    found = choose_selectors(before.markup, fields, [page.markup for page in pages], *models)
    return {one.field: list(codes_for(one, found[one.field], pages)) if found.get(one.field) else [] for one in tags}


class _Addresses:
    """The elements of a page that lead to an address."""

    def __init__(self, page: Page, url: str) -> None:
        self._page, self._url = page, url
        self._known: dict[str, tuple[Any, str]] = {}

    def find(self, address: str) -> tuple[Any, str] | None:
        """The first element that has an address, with its attribute."""
        if not self._known:
            for attribute in reversed(_ADDRESSES):  # what comes last here counts, and links first of all
                for element in reversed(self._page.outline.elements):
                    value = element.get(attribute) if isinstance(element.tag, str) else None
                    if value and len(value) <= _LONGEST_ADDRESS:
                        self._known[absolute(value, self._url)] = element, attribute
        return self._known.get(absolute(address, self._url))


def place_of(
    old: Page, one: Observation, before: KeptPage, addresses: _Addresses | None = None
) -> tuple[str, list[str]] | None:
    """A selector of what a tag took on the page before, with its values; none where it is no element."""
    addresses = addresses or _Addresses(old, before.url)
    taken = values_of(one.selector, before.markup)
    values = [text for piece in taken[:_MOST_VALUES] if (text := _seen(piece))]
    if not values:
        return None
    found = addresses.find(values[0]) if "/" in values[0] and " " not in values[0] else None
    if found is not None:
        element, attribute = found
        path = general_path(element) if len(taken) > 1 else old.tree.getpath(element)
        return f"{path}/@{attribute}", values
    candidates = old.by_text.get(values[0].casefold())
    if not candidates:
        return None
    element = candidates[0].inner
    path = general_path(element) if len(taken) > 1 else old.tree.getpath(element)
    elements = run_selector(old, path)
    return (path, values) if len(taken) == 1 or len(elements) > 1 else None


def codes_for(
    one: Observation,
    found: Sequence[Healed],
    pages: Sequence[KeptPage],
    examples_on: Callable[[str, str], list[str]] = values_of,
) -> Iterator[Healed]:
    """Codes that take on all pages what a selector finds there, those that agree on most pages first.

    *examples_on*: from the selector and a page the examples of what they take.
    """
    tag = with_codes(Tag(one.field), one.selector)
    timeout = Timeout(_PATTERN_SECONDS, perf_counter)
    for selector, likely in found:
        wanted = [[_seen(value) for value in values_of(selector, page.markup)] for page in pages]
        examples = [value for value in examples_on(selector, pages[-1].markup)[:_MOST_EXAMPLES] if value]
        if not examples:
            continue
        suggestion = suggest(
            pages[-1].markup, examples, name=one.field, base_url=pages[-1].url, timeout=timeout, seconds=_SECONDS
        )
        judged: dict[str, int] = {}
        for proposal in suggestion.proposals:
            for made in _variants(tag, proposal.tag):
                codes = codes_of(made)
                taken = [[_seen(value) for value in values_of(codes, page.markup)] for page in pages]
                judged[codes] = sum(bool(mine) and mine == theirs for mine, theirs in zip(taken, wanted, strict=True))
        for codes, agree in sorted(judged.items(), key=lambda each: -each[1]):
            if agree:
                yield codes, likely * agree / len(pages)


def _variants(tag: Tag, made: Tag) -> Iterator[Tag]:
    """What the tag says of its values stays, where it may fit; then without it."""
    codes = {"start": made.start, "start_offset": made.start_offset, "end": made.end, "end_offset": made.end_offset}
    yield replace(tag, **codes, include=made.include or tag.include)  # type: ignore[arg-type]  # by their names
    if tag.rematch:
        yield replace(tag, **codes, rematch="", include=made.include or tag.include)  # type: ignore[arg-type]


def _seen(value: str) -> str:
    """What a reader sees of a piece of the source."""
    text = squeeze(unescape(value))
    return squeeze(" ".join(_texts(text))) if "<" in text else text


def _texts(markup: str) -> list[str]:
    return [part for part in markup.replace(">", "<").split("<")[::2] if part.strip()]
