"""Parts of a page, one shown at a time, each called by a tab or by a link within the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ....tree.literals import literal
from ....tree.translators import HTMLTranslator
from ..elements.wholetexts import xpath_of
from ..extraction import HTML, page_of
from ..values import Extraction

_NAMING = ("href", "aria-controls", "data-bs-target", "data-target")
"""Attributes of what is clicked that hold the ID of a part of the page, perhaps behind a `#`."""
_BODY = "body > "


@dataclass(frozen=True)
class Panel:
    """Where the part of a page stands that is called by a name: what stands around the name in its XPath."""

    before: str
    end: str
    how: ClassVar[Literal["json", "xpath"]] = "xpath"
    coding: ClassVar[str] = "xpath_text(name)"
    key: ClassVar[str] = "tab"

    def behind(self, rows: str) -> str:
        return f"{self.end}{rows}"

    def found_by(self, name: str, rows: str = "") -> str:
        return f"{self.before}{literal(name)}{self.behind(rows)}"

    def group(self, answer: Answer, name: str) -> Answer:
        """An answer with nothing but the panel of a name."""
        found = next(iter(page_of(answer).elements(Extraction("xpath", self.found_by(name)))), None)
        inner = "" if found is None else _inner(found)
        return replace(answer, body=f"<html><body>{inner}</body></html>".encode(), headers=HTML)

    def path_of(self, each: Extraction) -> str:
        """What finds within a panel the rows that *each* finds in the answer of `group`."""
        if each.text.startswith(_BODY):
            return f"/{HTMLTranslator().css_to_xpath(each.text.removeprefix(_BODY), prefix='')}"
        return xpath_of(each.text) or f"//{HTMLTranslator().css_to_xpath(each.text, prefix='')}"


def panel_of(answers: Sequence[Answer], names: Sequence[str]) -> Panel | None:
    """How the parts of a page are found by the names that were clicked, one on each page; None if there are none."""
    for panel in _ways():
        found = [list(_parts(answer, panel, name)) for answer, name in zip(answers, names, strict=True)]
        paths = {_place(own[0]) for own in found if own}
        if all(len(own) == 1 for own in found) and len(paths) == len(set(names)):
            return panel
    return None


def _ways() -> Iterator[Panel]:
    for attribute in _NAMING:
        named = f"//*[@{attribute}][normalize-space()="
        if attribute == "aria-controls":
            yield Panel(f"id({named}", f"]/@{attribute})")
        else:
            yield Panel(f"id(substring-after({named}", f']/@{attribute}, "#"))')
    tab = '*[@role="tab"]'
    until = f"(. | following-sibling::{tab})[normalize-space()="
    yield Panel(f'(//*[@role="tabpanel"])[count(//{tab}[{until}', "]])]")


def _parts(answer: Answer, panel: Panel, name: str) -> Iterator[Element]:
    for each in page_of(answer).elements(Extraction("xpath", panel.found_by(name))):
        if is_element(each):
            yield each


def _place(element: Element) -> str:
    return str(element.getroottree().getpath(element))


def _inner(element: Element) -> str:
    children = (etree.tostring(child, method="html", encoding="unicode") for child in element)
    return (element.text or "") + "".join(map(str, children))
