"""Headings of a page about one thing, and what stands in them beside its title: a menu, a note, a badge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....documents.elements import Element
from ..elements.classes import stable_classes
from ..elements.markup import text_within
from ..elements.shown import own_text
from ..elements.wholetexts import IN_LINE, take_whole, text_behind, xpath_of
from ..values import Extraction

HEADINGS = frozenset({"h1", "h2", "h3"})


def badges_in(heading: Element, css: str) -> Iterator[Extraction]:
    """What takes the texts that stand behind the title of a heading, each in an element of its own; *css*: finds it.

    Such as a state: `<h1>Order 12 <span class="label">Paid</span></h1>`.
    """
    path = xpath_of(css)
    children = [child for child in heading if isinstance(child.tag, str)]
    if path is None or heading.tag not in HEADINGS or any(child.tag not in IN_LINE for child in children):
        return
    for tag in dict.fromkeys(str(child.tag) for child in children if child.tag != "a" and text_within(child)):
        yield take_whole(f"{path}/{tag}")


def before_note(heading: Element) -> str:
    """The path of a heading, or of the link that is all of it, whose last part is a note in small letters, if any.

    Such a note is no part of what a thing is called, and other pages may have none.
    """
    holder, path = heading, f"//{heading.tag}"
    if len(heading) == 1 and heading[0].tag == "a" and not own_text(heading):
        holder, path = heading[0], f"{path}/a"
    if [child.tag for child in holder] != ["small"] or not own_text(holder) or not text_within(holder[0]):
        return ""
    is_first = heading.xpath(f"{path}/text()[normalize-space()]")[0].getparent() is holder
    return path if is_first else f"{path}[small]"


def is_way(heading: Element) -> bool:
    """Whether it is the way to a page: links to what it is a part of, and one to itself, with signs between them."""
    own = "".join(map(str, heading.xpath("text()"))).strip()
    is_parted = bool(own) and not any(map(str.isalnum, own))
    return heading.tag in HEADINGS and is_parted and sum(bool(text_within(link)) for link in heading.xpath("a")) > 1


def behind_menu(element: Element, counts: Counter[str]) -> str:
    """What selects a heading whose own words stand behind parts of no line, such as a menu; empty if it is no such."""
    if element.tag not in HEADINGS or all(child.tag in IN_LINE for child in element) or not text_behind(element):
        return ""
    own = next((name for name in stable_classes(element) if counts[name] == 1), "")
    return f"{element.tag}.{own}" if own else placed(element, counts)


def placed(element: Element, counts: Counter[str]) -> str:
    """What selects a heading that has no class of its own, before others of its kind; empty if nothing does."""
    tag = str(element.tag)
    if next(element.getroottree().iter(tag)) is element:
        return tag
    for around in element.iterancestors():
        own = next((name for name in stable_classes(around) if counts[name] == 1), "")
        if own and next(around.iter(tag)) is element:
            return f"{around.tag}.{own} {tag}"
    return ""
