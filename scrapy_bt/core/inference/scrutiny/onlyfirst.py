"""Fields that take the first of what a page has, as of files that were changed, where each recorded page has only one.

What is found beside the first is of the field, too; what stands in the place that the recorded pages have it in, behind
a first one elsewhere, is what was meant. Both tell how the field is to be taken instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ....sentences import say
from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import of_class
from ..answers.elements.classes import kind_of_element
from ..answers.elements.markup import children_of, text_within
from ..answers.extraction import page_of
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
        places = {_place(each) for each in known}
        if meant := next(filter(None, (_meant(each, places) for each in pages)), ""):
            return OnlyFirst(name, own, meant, _within_place(own, known, places, visited))
    return None


def _several(elements: _Elements, pages: Sequence[Sequence[Element]]) -> tuple[str, Extraction | None] | None:
    """What stands beside the first of several, and what takes all of them, if all that is found stands there."""
    for found in pages if elements.is_told else ():
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
    for found in pages:
        if _hold(found[0], tag) > 1:
            return text_within(found[0][1]), Extraction("xpath", f"{elements.each.text}/{tag}{_TEXT}", all=True)
    return None


def _hold(element: Element, tag: str) -> int:
    """How many elements of a tag have all that an element says, but for signs between them; 0: it says more."""
    inner = children_of(element)
    loose = "".join(map(str, element.xpath("text()")))
    return len(inner) if all(each.tag == tag for each in inner) and not any(map(str.isalnum, loose)) else 0


def _meant(found: Sequence[Element], places: Collection[_Place]) -> str:
    """What stands where the recorded pages have it, if the first stands elsewhere and says something else."""
    meant = next((each for each in found if _place(each) in places), None)
    is_meant = meant is not None and _place(found[0]) not in places and _differs(meant, found[0])
    return text_within(meant) if meant is not None and is_meant else ""


def _within_place(
    own: Extraction, known: Sequence[Element], places: Collection[_Place], visited: Sequence[Answer]
) -> Extraction | None:
    """What takes the field within something around it, as the recorded pages have it; None if that tells too little."""
    for around in known[0].iterancestors():
        tag, name = kind_of_element(around)
        if tag in ("html", "body") or not (name or tag in _PARTS):
            continue
        instead = _within(own, tag, name)
        elements = _elements_of(instead) if instead is not None else None
        found = [_found(page, elements.each)[:1] for page in visited] if elements is not None else []
        if instead is not None and any(found) and all(_place(each) in places for own in found for each in own):
            return instead
    return None


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
        if _differs(first, other) and _entry(first, other) == _entry(other, first):
            yield other


def _entry(element: Element, other: Element) -> _Place:
    """The elements from what holds both down to one of them, by their kinds, and what the uppermost says besides."""
    around = set(other.iterancestors())
    own = list(takewhile(lambda each: each not in around, (element, *element.iterancestors())))
    rest = text_within(own[-1]).replace(text_within(element), "", 1)
    return (*map(kind_of_element, own), ("", _SIGNS.sub("", rest)))


def _place(element: Element) -> _Place:
    """Where an element stands: the kinds of what is around it, within the body."""
    return tuple(kind_of_element(each) for each in element.iterancestors() if each.tag not in ("html", "body"))
