"""Selectors for an element of a page, from firm ones (names, ids) to weak ones (its place in the document)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urljoin

from lxml import etree, html

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..extraction import page_of
from ..values import Extraction
from .called import is_called
from .classes import IDENTIFIER, is_volatile, stable_classes
from .elementnames import path_of, ways_in_xml
from .neighbours import before, behind_unlinked

_FIELDS = frozenset({"input", "select", "textarea", "button"})
_LABELS = {"td": "th", "dd": "dt"}
_ANCESTORS = 4
_PRESSED = ("a", "button")
_LABEL = 30
"""Letters of a text or label that says what happens when it is pressed."""
_TITLES = frozenset({"title", "h1"})
SHOWING = frozenset({"text", "number", "date", "datetime-local", "time", "month", "url", "email", "tel", "range"})
"""Types of fields of forms whose value is there to be read."""
_MARKS = ("aria-current", "aria-selected")
"""Attributes that tell the current one of several."""
_EMPHASES = ("b", "strong", "em", "span", "mark")
"""Elements that the current one of several stands in, where the others are links."""
LAST = "[last()]"
"""In a selector: of what repeats, it takes the last."""
_ROWS = 3
"""How many have to stand beside each other to be rows."""


@dataclass(frozen=True)
class Selector:
    """*firmness*: how likely it is to hold when the page changes, 0 to 1."""

    extraction: Extraction
    firmness: float


@dataclass(frozen=True)
class Found:
    """Where a value is in a page: an attribute of an element, or (attribute empty) its text."""

    element: Element
    attribute: str
    text: str
    """All of the attribute or text, of which the value may be a part."""


@dataclass
class Markup:
    """Attributes and texts of a page by their values."""

    exact: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))
    longer: list[Found] = field(default_factory=list)
    """Those of which a value may be a part."""
    scripts: list[Element] = field(default_factory=list)

    def find(self, value: str) -> list[Found]:
        """Where the value is, or else is a part."""
        if found := self.exact.get(value):
            return found
        return [each for each in self.longer if value in each.text]


@dataclass(frozen=True)
class Form:
    """Where a form is sent; *fields*: the names that it holds."""

    action: str
    method: str
    fields: frozenset[str]


@lru_cache(512)
def markup_of(answer: Answer) -> Markup:
    """The attributes and texts of a page; empty where it is no HTML or XML."""
    markup = Markup()
    root = page_of(answer).root
    if not is_element(root):
        return markup
    for element in root.iter(etree.Element):
        for attribute, text in element.attrib.items():
            if text and attribute not in ("class", "style"):
                _add(markup, Found(element, str(attribute), str(text)))
        if element.tag == "script":
            markup.scripts.append(element)
        elif element.tag != "style":
            _add(markup, Found(element, "", element.text or ""))
    return markup


def _add(markup: Markup, found: Found) -> None:
    text = found.text.strip()
    if text:
        markup.exact[text].append(found)
        if len(text) > 5:
            markup.longer.append(found)


def form_of(element: Element, base: str) -> Form | None:
    """The form that an element belongs to."""
    form = element
    while form is not None and form.tag != "form":
        form = form.getparent()
    if form is None:
        return None
    names = frozenset(str(name) for name in form.xpath(".//*/@name"))
    action = (form.get("action") or "").strip()
    try:
        address = urljoin(base, action) if action else base
    except ValueError:
        address = action
    return Form(address, (form.get("method") or "get").upper(), names)


def selectors_for(found: Found) -> Iterator[Selector]:
    """Selectors that may give the attribute or text, the firm ones first; each has to be tried on the page."""
    suffix = f"::attr({found.attribute})" if found.attribute else "::text"
    seen = set()
    if not isinstance(found.element, html.HtmlElement):
        for how, text, firmness in ways_in_xml(found.element, suffix):
            yield Selector(Extraction(how, text), firmness)
        yield Selector(Extraction("css", path_of(found.element) + suffix), 0.2)
        return
    for css, firmness in _css_of(found.element, found.attribute):
        if css not in seen:
            seen.add(css)
            yield Selector(Extraction("css", css + suffix), firmness)
    end = f"@{found.attribute}" if found.attribute else "text()"
    for xpath, firmness in _xpaths_of(found.element):
        yield Selector(Extraction("xpath", f"{xpath}/{end}"), firmness)
    if found.attribute and _is_of_last_row(found.element):
        yield Selector(Extraction("xpath", f"(//{found.element.tag}[@{found.attribute}]){LAST}/{end}"), 0.3)
    yield Selector(Extraction("css", path_of(found.element) + suffix), 0.2)


def _css_of(element: Element, attribute: str) -> Iterator[tuple[str, float]]:
    tag = str(element.tag)
    own = list(_own_css(element, attribute))
    yield from own
    bare = own[0][0] if own and own[0][1] > 0.9 else ""
    for depth, ancestor in enumerate(element.iterancestors(), 1):
        if depth > _ANCESTORS and ancestor.tag != "form":
            continue
        for css, firmness in _holder_css(ancestor):
            loss = 0.02 * min(depth, 6)
            if bare:
                yield f"{css} {bare}", 0.95 - loss / 2
            for name in stable_classes(element)[:2]:
                yield f"{css} {tag}.{name}", min(firmness, 0.76) - loss
            yield f"{css} {tag}", min(firmness, 0.7) - loss
    yield from _behind(element, tag)
    parent = element.getparent()
    if tag == "a" and parent is not None and len(parent) == 1:
        yield from ((css, firmness - 0.01) for css, firmness in _behind(parent, f"{parent.tag} > {tag}"))
        yield from behind_unlinked(parent, f"{parent.tag} > {tag}")
    if tag in _TITLES:
        yield tag, 0.6
    elif attribute:
        yield f"{tag}[{attribute}]", 0.4


def _behind(element: Element, path: str) -> Iterator[tuple[str, float]]:
    """By what stands before the element, as the number of this page before that of the next."""
    previous, tag = before(element), str(element.tag)
    if previous is None:
        return
    own_classes = set((element.get("class") or "").split())
    # Where others beside it have classes, it is the one without, or without one of these: not `show all`.
    others = dict.fromkeys(name for other in element.getparent().findall(tag) for name in stable_classes(other))
    classes = [name for name in others if name not in own_classes]
    marks = stable_classes(previous)
    for name in sorted(marks, key=lambda name: name in own_classes)[:1]:
        behind = f"{previous.tag}.{name} + {path}"
        is_bare = bool(classes) and not own_classes and path == tag
        yield f"{behind}:not([class])" if is_bare else behind, 0.62
        if is_bare:
            yield behind, 0.61
        for other in classes[:3] if path == tag else ():
            yield f"{behind}:not(.{other})", 0.6
    for mark in _MARKS:
        if previous.get(mark):
            yield f"{previous.tag}[{mark}] + {path}", 0.62
        elif previous.find(f".//*[@{mark}]") is not None:
            yield f"{previous.tag}:has([{mark}]) + {path}", 0.61
    if previous.tag in _EMPHASES and previous.tag != tag:
        yield f"{previous.tag} + {path}", 0.55


def _own_css(element: Element, attribute: str) -> Iterator[tuple[str, float]]:
    tag = str(element.tag)
    name = element.get("name")
    if name and attribute != "name" and (tag in _FIELDS or tag == "meta"):
        yield f"{tag}[name={quoted(name)}]", 0.96
    for key in ("property", "itemprop", "http-equiv"):
        if (text := element.get(key)) and attribute != key:
            yield f"{tag}[{key}={quoted(text)}]", 0.93
    identity = element.get("id")
    if identity and attribute != "id" and not is_volatile(identity):
        yield (f"#{identity}" if IDENTIFIER.fullmatch(identity) else f"[id={quoted(identity)}]"), 0.9
    if (rel := element.get("rel")) and attribute != "rel":
        yield f"{tag}[rel={quoted(rel)}]", 0.88
    if attribute.startswith("data-"):
        yield f"{tag}[{attribute}]", 0.85
    if tag in _PRESSED:
        yield from _pressed_css(element, attribute)
    classes = stable_classes(element)
    for class_ in classes[:3]:
        yield f"{tag}.{class_}", 0.78
    if len(classes) > 1:
        yield f"{tag}." + ".".join(classes[:3]), 0.77
    if name and attribute != "name" and tag not in _FIELDS and tag != "meta":
        yield f"{tag}[name={quoted(name)}]", 0.8


def _pressed_css(element: Element, attribute: str) -> Iterator[tuple[str, float]]:
    """By what a link or a button says of itself, or shows as a picture."""
    tag = str(element.tag)
    for key in ("aria-label", "title"):
        text = (element.get(key) or "").strip()
        if attribute != key and 0 < len(text) <= _LABEL and not any(map(str.isdigit, text)):
            yield f"{tag}[{key}={quoted(text)}]", 0.75
    for picture in element.iter("i", "span", "svg", "img"):
        if picture.tag == "img" and (text := (picture.get("alt") or "").strip()):
            yield f"{tag}:has(img[alt={quoted(text)}])", 0.7
        for name in stable_classes(picture)[-2:]:
            yield f"{tag}:has({picture.tag}.{name})", 0.64


def _holder_css(ancestor: Element) -> Iterator[tuple[str, float]]:
    identity, tag = ancestor.get("id"), str(ancestor.tag)
    if identity and not is_volatile(identity):
        yield (f"#{identity}" if IDENTIFIER.fullmatch(identity) else f"[id={quoted(identity)}]"), 0.8
    if tag == "form":
        if action := ancestor.get("action"):
            yield f"form[action={quoted(action)}]", 0.8
        if (method := ancestor.get("method")) and method.lower() == "post":
            yield f"form[method={quoted(method)}]", 0.7
    for name in stable_classes(ancestor)[:2]:
        yield f"{tag}.{name}", 0.74


def _xpaths_of(element: Element) -> Iterator[tuple[str, float]]:
    tag = str(element.tag)
    label, previous = _LABELS.get(tag), before(element)
    if label and previous is not None and previous.tag == label and (text := text_within(previous)):
        yield f"//{label}[{is_called(previous, text)}]/following-sibling::{tag}[1]", 0.72
    if tag in _PRESSED and (text := text_within(element)) and len(text) <= _LABEL and not any(map(str.isdigit, text)):
        yield f"//{tag}[{is_called(element, text)}]", 0.66


def _is_of_last_row(element: Element) -> bool:
    """Whether it is the last of several of its kind, or stands in the last of them."""
    for each in (element, *element.iterancestors()):
        rows = [] if (parent := each.getparent()) is None else parent.findall(each.tag)
        if len(rows) >= _ROWS:
            return rows[-1] is each
    return False


def quoted(text: str) -> str:
    """A value in a CSS attribute selector: bare where that is allowed."""
    if IDENTIFIER.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")
    return f'"{escaped}"'


def place_among_siblings(element: Element) -> int:
    """Its place among the elements beside it, from 1, as CSS and XPath count: a comment is none of them."""
    return 1 + sum(1 for _ in element.itersiblings(etree.Element, preceding=True))


def children_of(element: Element) -> list[Element]:
    """The elements right within it, without comments."""
    return list(element.iterchildren(etree.Element))


def text_within(element: Element) -> str:
    """All of its text, with single blanks."""
    return " ".join(str(element.xpath("string()")).split())
