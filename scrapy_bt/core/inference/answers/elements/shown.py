"""What a person sees of a page, and its main part."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from ....documents.elements import Element

SKIPPED = frozenset({"script", "style", "head", "option", "br", "hr", "svg", "path", "noscript", "template"})
_UNSEEN = frozenset({"script", "style", "head"})
_HIDING = re.compile(r"\bdisplay\s*:\s*none\b", re.IGNORECASE)
_LATER = "template"
"""What stands in it is no part of the page, until a script puts it there."""


def main_part(root: Element) -> Element:
    """The main part of a page: what all pages have stands outside of it."""
    parts = root.xpath("//main | //article | //*[@role='main'] | //*[@id='content' or @id='main']")
    return parts[0] if len(parts) == 1 or (parts and parts[0].tag != "article") else root


def shown_in(scope: Element) -> str:
    """The text that a person sees."""
    texts: list[str | None] = []
    walk = etree.iterwalk(scope, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event != "start":
            texts.append(element.tail if element is not scope else None)
        elif element.tag in _UNSEEN:
            walk.skip_subtree()
        else:
            texts.append(element.text)
    return " ".join("".join(filter(None, texts)).split())


def seen_elements(scope: Element) -> Iterator[Element]:
    """The elements that a person sees, as far as they themselves tell: a recording marks what a style hides."""
    waiting = [scope]
    while waiting:
        element = waiting.pop()
        is_hidden = element.get("hidden") is not None or _HIDING.search(element.get("style") or "") is not None
        if element.tag not in SKIPPED and not is_hidden:
            yield element
            waiting.extend(child for child in reversed(element) if isinstance(child.tag, str))


def seen_templates(scope: Element) -> list[Element]:
    """The templates of a piece of a page that says all that it says in them: a script puts each in its place."""
    found = list(scope.iter(_LATER))
    return [] if found and scope.xpath(f"//text()[normalize-space() and not(ancestor::{_LATER})]") else found


def unseen_in(scope: Element, tags: frozenset[str]) -> frozenset[str]:
    """The *tags* whose elements show nothing."""
    return tags - {_LATER} if seen_templates(scope) else tags


def own_text(element: Element) -> str:
    """The first piece of text right within it, which is what `::text` finds first."""
    texts = element.xpath("text()")
    return str(texts[0]).strip() if texts else ""
