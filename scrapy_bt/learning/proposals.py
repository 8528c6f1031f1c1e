"""Proposals for the fields of a node that has changed, tried on the pages that are kept of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parsel import Selector

from ..core.healing.perception.fieldwatch import Sighting
from ..core.healing.perception.views import form_of
from .healing import heal_page

Reading = Callable[[str], Any]
"""What a text of a page is turned into; none where that is impossible."""

_MOST_PAGES = 4
"""Pages of today that selectors are written for; they are tried on all of them."""


@dataclass(frozen=True)
class Trial:
    """What a selector gives on the pages of today."""

    pages: int
    found: int
    """On how many it finds something."""
    fitting: int
    """On how many that is of a form that was usual before."""
    example: str = ""


@dataclass(frozen=True)
class Proposal:
    """Another selector for a field."""

    node: str
    field: str
    old: str
    new: str
    """Empty: none was found."""
    probability: float
    """That it is right, as far as the models know."""
    trial: Trial


def propose(
    before: str,
    sightings: Sequence[Sighting],
    now: Sequence[str],
    *,
    changed: Collection[str],
    forms: Mapping[str, Collection[str]],
    readings: Mapping[str, Reading],
) -> list[Proposal]:
    """Proposals for the *changed* fields of a node, with its other fields as anchors.

    *before*: a page on which all were found, with its *sightings*, whose selectors are CSS or XPath; *now*: pages of
    today, the newest last; *forms*: those that the values of a field usually have; *readings*: what is made of the
    texts of a field, where that is something.
    """
    fields = {one.field: (one.selector, one.values) for one in sightings if one.selector and one.values}
    wanted = [one for one in sightings if one.field in changed and one.field in fields]
    if not wanted or not now:
        return []
    healed = heal_page(before, fields, now[-_MOST_PAGES:])
    proposals = []
    for one in wanted:
        new, probability = healed[one.field] or ("", 0.0)
        trial = Trial(len(now), 0, 0)
        if new:
            trial = try_selector(new, now, forms=forms.get(one.field, ()), read=readings.get(one.field, str))
        proposals.append(Proposal(one.node, one.field, one.selector, new, probability, trial))
    return proposals


def try_selector(selector: str, pages: Sequence[str], *, forms: Collection[str], read: Reading = str) -> Trial:
    """Run a CSS selector or an XPath on all pages; raises `ValueError` where it is neither."""
    found = fitting = 0
    example = ""
    for markup in pages:
        page = Selector(text=markup)
        hits = page.xpath(selector) if selector.startswith(("/", "(", "./", ".//")) else page.css(selector)
        value = _text_of(hits[0]) if hits else ""
        if value:
            found += 1
            made = read(value)
            fitting += made is not None and form_of(str(made)) in forms
            example = example or value
    return Trial(len(pages), found, fitting, example)


def _text_of(hit: Selector) -> str:
    """An element's text, or the text or attribute itself."""
    texts = hit.xpath(".//text()").getall() if not isinstance(hit.root, str) else [hit.root]
    return " ".join(" ".join(texts).split())
