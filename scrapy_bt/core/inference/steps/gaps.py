"""Pages of a series without a row: they look like none of the others, and lead on as they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ...samples.traffic import Answer, Exchange, Sent
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of
from ..answers.values import Extraction
from ..findings import Without
from ..origins.links import links_to
from .alignment import outline_of

_WITHIN = 0.8
"""How much of the outline of the emptier page stands in the fuller one, too."""
_TELLING = 4
"""Letters of what data give for the next page."""
_IN_FORMS = "//form//input[@type and @name and @value]"


def empty_pages(each: Extraction, series: Sequence[Sequence[Answer]]) -> Without:
    """Which pages of a series have no row, in any recording; *series*: by recording, its pages."""
    held = [[bool(page_of(page).elements(each)) for page in pages] for pages in series]
    if any(not all(own[:-1]) for own in held):
        return "between"
    return "last" if any(own and not own[-1] for own in held) else "never"


def leads_over(before: Exchange, exchange: Exchange) -> bool:
    """Whether a page leads to one that is the same but for its rows, which one of the two has not.

    The answer before holds the address that is asked for next, or in data what is sent for the next page, or in a form.
    """
    one, other = before.answer, exchange.answer
    methods = {before.sent.method, exchange.sent.method}
    if one is None or other is None or methods not in ({"GET"}, {"POST"}):
        return False
    emptier, fuller = sorted((outline_of(one), outline_of(other)), key=len)
    if not emptier or len(emptier & fuller) < _WITHIN * len(emptier):
        return False
    changed = _turns_by(before.sent, exchange.sent)
    if isinstance(page_of(one).json, (dict, list)):
        text = page_of(one).text
        return any(len(turned) >= _TELLING for _, turned in changed) and all(turned in text for _, turned in changed)
    if len(changed) != 1:
        return False
    ((key, turned),) = changed
    if methods == {"POST"}:
        root = page_of(one).root
        return root is not None and any(_is_hidden(each, key.name, turned) for each in root.xpath(_IN_FORMS))
    return any(True for _ in links_to(exchange.sent.url, one, 0))


def _is_hidden(element: Any, name: str, value: str) -> bool:
    is_hidden = element.get("type").strip().casefold() == "hidden"
    return is_hidden and (element.get("name"), element.get("value")) == (name, value)


def _turns_by(sent: Sent, further: Sent) -> list[tuple[Key, str]]:
    """The parameters that have changed or are new; empty if some are gone, or a name in the path."""
    before, after = (
        {key: text for key, text in values_of(each).items() if key.where not in IN_HEADERS} for each in (sent, further)
    )
    changed = [(key, text) for key, text in after.items() if before.get(key) != text]
    if not before.keys() <= after.keys() or any(key.where == "path" and not text.isdigit() for key, text in changed):
        return []
    return changed
