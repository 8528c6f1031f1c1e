"""Fields that take the first of what a page has, as of files that were changed, where each recorded page has only one.

What is found beside the first is of the field, too; what stands in the place that the recorded pages have it in, behind
a first one elsewhere, is what was meant. Both tell how the field is to be taken instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from ....sentences import say
from ...documents.elements import HEADINGS, Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import of_class
from ..answers.elements.classes import kind_of_element
from ..answers.elements.markup import children_of, text_within
from ..answers.extraction import extract, page_of
from ..answers.values import Extraction
from ..findings import Records
from ..rehearsal import RehearsalFault

_CSS = re.compile(r"(?P<own>[^,]+)::text")
_XPATH = re.compile(
    r"(?P<begin>normalize-space\()?(?P<own>//.+?)(?P<text>/text\(\)(?:\[normalize-space\(\)\])?)?(?P<end>\))?"
)
_BEHIND = re.compile(r"(//(\w+)(\[.+\])/following-sibling::\w+)\[1\]")
"""What stands right behind a label."""
_TEXT = "/text()[normalize-space()]"
_PARTS = ("main", "article")
"""Of a page, told by their tags."""
_IS_HEADING = " or ".join(f"self::{tag}" for tag in sorted(HEADINGS))
_Place = tuple[tuple[str, str], ...]
_SIGNS = re.compile(r"^\W+|\W+$")


@dataclass(frozen=True)
class OnlyFirst:
    """A field that takes the first of several on a page that nobody recorded."""

    name: str
    own: Extraction
    other: str
    """What stands beside the first, or in the place where the recorded pages have it."""
    instead: Extraction | None
    """What takes it on all pages; None: nothing is known."""


@dataclass(frozen=True)
class _Elements:
    """What finds the elements whose text a field takes."""

    each: Extraction
    all: Extraction
    """What takes the texts of all of them."""
    is_told: bool
    """Whether a class or a label tells them from others of their tag."""


def of_several(
    records: Records | None, recorded: Sequence[Answer], visited: Sequence[Answer]
) -> Iterator[RehearsalFault]:
    """That a field takes the first of several on a page that the tree came to, with what takes it instead."""
    if (found := only_first(records, recorded, visited)) is not None:
        text = say(
            "{} is the first of several that a page has, and the other ones, such as “{}”, are in no field",
            found.name,
            found.other[:60],
        )
        yield RehearsalFault(text, instead=(found.own, found.instead) if found.instead is not None else None)


def only_first(records: Records | None, recorded: Sequence[Answer], visited: Sequence[Answer]) -> OnlyFirst | None:
    """The first such field of pages about one thing; None: there is none."""
    if records is None or records.each is not None or records.within is not None:
        return None
    for name, own in records.fields:
        elements = _elements_of(own)
        found = [_found(page, elements.each) for page in recorded] if elements is not None else []
        if elements is None or not any(found) or any(len(each) > 1 for each in found):
            continue
        known = [each[0] for each in found if each]
        pages = [each for page in visited if (each := _found(page, elements.each))]
        told = _run_together(elements, known, pages) or _several(elements, [each for each in pages if len(each) > 1])
        if told is not None:
            return OnlyFirst(name, own, *told)
        if meant := next(filter(None, (_meant(each, known) for each in pages)), ""):
            return OnlyFirst(name, own, meant, _within_place(own, known, recorded, visited))
    return None


def _several(elements: _Elements, pages: Sequence[Sequence[Element]]) -> tuple[str, Extraction | None] | None:
    """What stands beside the first of several, and what takes all of them, if all that is found stands there."""
    for found in pages if elements.is_told and not _is_usual(pages) else ():
        for beside in _beside(found):
            is_all = all(_are_plain(each) and len(list(_beside(each))) == len(each) - 1 for each in pages)
            return text_within(beside), elements.all if is_all else None
    return None


def _run_together(
    elements: _Elements, known: Sequence[Element], pages: Sequence[Sequence[Element]]
) -> tuple[str, Extraction | None] | None:
    """The same of elements within the first, whose texts are taken as one, where each recorded one holds one alone."""
    tag = str(known[0][0].tag) if len(known[0]) == 1 else ""
    if elements.each.how != "xpath" or not tag or not all(_hold(each, tag) == 1 for each in known):
        return None
    several = [children_of(found[0]) for found in pages if _hold(found[0], tag) > 1]
    if not several:
        return None
    path = f"{elements.each.text}/{tag}"
    if _is_usual(several):
        return text_within(several[0][1]), Extraction("xpath", f"normalize-space({path})")
    return text_within(several[0][1]), Extraction("xpath", f"{path}{_TEXT}", all=True)


def _is_usual(several: Sequence[Sequence[Element]]) -> bool:
    """Whether the same stands beside another first one on several pages, as a button does: it is no value."""
    first = {text_within(each[0]) for each in several}
    return len(first) > 1 and len({tuple(map(text_within, each[1:])) for each in several}) == 1


def _hold(element: Element, tag: str) -> int:
    """How many elements of a tag have all that an element says, but for signs between them; 0: it says more."""
    inner = children_of(element)
    loose = "".join(map(str, element.xpath("text()")))
    return len(inner) if all(each.tag == tag for each in inner) and not any(map(str.isalnum, loose)) else 0


def _meant(found: Sequence[Element], known: Sequence[Element]) -> str:
    """What stands where the recorded pages have it, if the first stands elsewhere and says something else.

    What stands under the same kind of heading as they have it is it, whatever is around it.
    """
    places, headings = {_place(each) for each in known}, {_heading(each) for each in known} - {""}
    meant = next((each for each in found if _place(each) in places), None)
    is_right = _place(found[0]) in places or _heading(found[0]) in headings
    return text_within(meant) if meant is not None and not is_right and _differs(meant, found[0]) else ""


def _within_place(
    own: Extraction, known: Sequence[Element], recorded: Sequence[Answer], visited: Sequence[Answer]
) -> Extraction | None:
    """What takes the field within something around it, as the recorded pages have it; None if that tells too little.

    It finds on each recorded page what the field has there, and one on each other, or else nothing where that page
    has only what stands elsewhere.
    """
    for around in known[0].iterancestors():
        tag, name = kind_of_element(around)
        for told in dict.fromkeys((name, "")) if tag not in ("html", "body") else ():
            instead = _within(own, tag, told) if told or tag in _PARTS else None
            if instead is not None and _is_as_known(own, instead, known, recorded, visited):
                return instead
    return None


def _is_as_known(
    own: Extraction,
    instead: Extraction,
    known: Sequence[Element],
    recorded: Sequence[Answer],
    visited: Sequence[Answer],
) -> bool:
    before, elements = _elements_of(own), _elements_of(instead)
    if before is None or elements is None or any(extract(page, own) != extract(page, instead) for page in recorded):
        return False
    pages = [(_found(page, before.each), _found(page, elements.each)) for page in visited]
    elsewhere = {_place(had[0]) for had, _ in pages if had and _meant(had, known)}
    return all(len(now) == 1 if now else {_place(each) for each in had} <= elsewhere for had, now in pages)


def _heading(element: Element) -> str:
    """The tag of the last heading above an element; empty: none stands above it."""
    found: Any = element.xpath(f"preceding::*[{_IS_HEADING}]")
    return str(found[-1].tag) if found else ""


def _within(own: Extraction, tag: str, name: str) -> Extraction | None:
    if own.how == "css":
        return replace(own, text=f"{tag}{f'.{name}' if name else ''} {own.text}")
    told = f"[{of_class(name)}]" if name else ""
    return replace(own, text=own.text.replace("//", f"//{tag}{told}//", 1))


def _elements_of(own: Extraction) -> _Elements | None:
    """None: it takes something else than the text of the first element, or tells it by its place alone."""
    if own.all or own.coding or ":nth" in own.text:
        return None
    if own.how == "css" and (match := _CSS.fullmatch(own.text)):
        each = Extraction("css", match["own"], all=True)
        return _Elements(each, Extraction("css", own.text, all=True), any(sign in each.text for sign in ".#["))
    match = _XPATH.fullmatch(own.text) if own.how == "xpath" else None
    if match is None or bool(match["begin"]) != bool(match["end"]) or re.search(r"\[\d+\]/", match["own"]):
        return None
    path = match["own"]
    if behind := _BEHIND.fullmatch(path):
        path = f"{behind[1]}[preceding-sibling::{behind[2]}[1]{behind[3]}]"
    return _Elements(
        Extraction("xpath", path, all=True), Extraction("xpath", path + (match["text"] or _TEXT), all=True), "[" in path
    )


def _found(page: Answer, elements: Extraction) -> Sequence[Element]:
    return [each for each in page_of(page).elements(elements) if is_element(each) and text_within(each)]


def _are_plain(elements: Sequence[Element]) -> bool:
    """Whether each is one text."""
    return all(len(each) == 0 for each in elements)


def _differs(one: Element, other: Element) -> bool:
    return text_within(one) != text_within(other)


def _beside(found: Sequence[Element]) -> Iterator[Element]:
    """Those that say something else than the first, each in an entry of one list that says the same besides."""
    first = found[0]
    for other in found[1:]:
        if _is_headed(first, other):
            return
        if _differs(first, other) and _entry(first, other) == _entry(other, first):
            yield other


def _is_headed(first: Element, other: Element) -> bool:
    """Whether a heading stands between them: what follows it is another thing."""
    above: Any = first.xpath(f"preceding::*[{_IS_HEADING}] | descendant-or-self::*[{_IS_HEADING}]")
    found: Any = other.xpath(f"preceding::*[{_IS_HEADING}]")
    return first.tag not in HEADINGS and len(found) > len(above)


def _entry(element: Element, other: Element) -> _Place:
    """The elements from what holds both down to one of them, by their kinds, and what the uppermost says besides."""
    around = set(other.iterancestors())
    own = list(takewhile(lambda each: each not in around, (element, *element.iterancestors())))
    rest = text_within(own[-1]).replace(text_within(element), "", 1)
    return (*map(kind_of_element, own), ("", _SIGNS.sub("", rest)))


def _place(element: Element) -> _Place:
    """Where an element stands: the kinds of what is around it, within the body."""
    return tuple(kind_of_element(each) for each in element.iterancestors() if each.tag not in ("html", "body"))
