"""Selectors that read a text as it was before, though it is written otherwise today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..core.healing.fields import path_of
from ..core.healing.patching.pieces import is_codes, is_json, is_xpath
from ..core.healing.perception.observations import Observation
from ..core.healing.rewriting import Rewriting, find_rewritings, spelling_pattern
from ..core.rules.rule import Tag
from ..core.rules.tagcodes import codes_of, with_codes
from ..core.rules.treatments import Replace
from .cases import Case
from .healing import Healed
from .trials import fits_usual, values_of

_LIKELY = 0.7
"""The probability where all that fits gives the same; a person decides, or pages of one address do."""
_SOME = 0.4
_MOST = 3
_MOST_PLACES = 3


def find_readings(one: Observation, case: Case, written: Sequence[str], before: str, today: str) -> list[Healed]:
    """Readings of what the old selector finds today, or of what the *written* ones do; *before*, *today*: the rows.

    Of tags of rules they are codes with a pattern for what stands between a label and a unit.
    """
    if is_json(one.selector):
        return []
    forms, read = case.forms.get(one.field, ()), case.readings.get(one.field, str)
    good = [page.markup for page in case.earlier]

    def is_usual(value: str) -> bool:
        return fits_usual(value, forms, read)

    was = [value for markup in good for value in values_of(one.selector, markup, within=before)[:_MOST]]
    was = [value for value in was if value and is_usual(value)]  # the first pages of today are among those of before
    if not forms or not was:
        return []
    for place in (one.selector, *written[:_MOST_PLACES]):
        now = [value for value in _values(place, case, today) if not is_usual(value)]
        found = find_rewritings(was, now, is_usual)
        likely = _LIKELY if len(found) == 1 else _SOME
        if is_codes(place):
            made = [codes for each in found[:_MOST] if (codes := _codes(place, each))]
            if made:
                return [(codes, likely) for codes in made]
        elif found:
            path = place if is_xpath(place) else path_of(place)
            path = f".{path}" if today and path.startswith("/") else path
            return [(path.join(each.around), likely) for each in found[:_MOST]]
    return []


def _codes(codes: str, found: Rewriting) -> str:
    """Codes that take what stands between a label and a unit, with treatments for other signs and orders.

    Empty where the tag already takes a part of its pieces by a pattern.
    """
    tag = with_codes(Tag("value"), codes)
    if any(found.cut):
        if tag.rematch:
            return ""
        head, tail = (spelling_pattern(each.strip()) for each in found.cut)
        tag = replace(tag, rematch=rf"{head or '^'}\s*(.*?)\s*{tail or '$'}")
    return codes_of(tag, [Replace(*step) for step in found.steps])


def _values(selector: str, case: Case, within: str) -> list[str]:
    """The text of each page of today, or of each row; empty where a page has several, or none."""
    found = []
    for page in case.now:
        values = values_of(selector, page.markup, within=within)
        if not values or not all(values) or (len(values) > 1 and not within):
            return []
        found += values
    return found
