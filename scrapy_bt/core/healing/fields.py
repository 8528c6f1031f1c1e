"""A field whose selector is to be healed: its selector and where it was on the old page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from lxml import etree
from parsel import Selector
from parsel.csstranslator import HTMLTranslator

from ..documents.elements import Element
from ..documents.scripts import JSON_VALUE, offer_json_value
from .pages import Candidate, Page, squeeze
from .patching.pieces import is_xpath
from .unions import split_union

offer_json_value()
_TRANSLATOR = HTMLTranslator()
_EMPTY = Selector(text="<html></html>")
_LITERAL = re.compile(r"\"[^\"]*\"|'[^']*'")
_PREDICATE = re.compile(r"\[[^\[\]]*\]")
_TEXT_AT_END = re.compile(r"(?:\btext\(\)|@[\w*:.-]+)[\s)]*$")
_FUNCTION = re.compile(r"(?:concat|re:replace|string|substring(?:-before|-after)?|translate|normalize-space)\(")
_VARIABLE = re.compile(r"\$\s*[^\W\d]")
_DEEP = r"(?:/|/?descendant(?:-or-self)?::(?:\*|node\(\))/)"
_END = re.compile(
    rf"(?P<path>.*?)(?:/(?P<sub>{_DEEP})?@(?P<attribute>[\w:.-]+)|(?P<own>/text\(\))"
    rf"|(?P<inside>/{_DEEP}text\(\)|/descendant(?:-or-self)?::text\(\)))",
    re.DOTALL,
)
_CALL = re.compile(
    r"(?P<left>(?:normalize-space|string|translate|substring-(?:before|after)|re:replace)\()(?P<inner>.+?)"
    r"""(?P<right>(?:\s*,\s*(?:"[^"]*"|'[^']*'))*\))""",
    re.DOTALL,
)
"""A function whose first argument is a path, and the others literals."""
_WHOLE = ("normalize-space(", ")")
_NAME = re.compile(r"[.#][A-Za-z_][\w-]*")
_STEP = re.compile(rf"(^|\s*>\s*|\s+)([A-Za-z][\w]*)?((?:{_NAME.pattern})*)")
_READ = re.compile(r"(?P<steps>[\w\s>.#-]+)(?:(?P<own>::text)|::attr\((?P<attribute>[\w-]+)\))?")
"""CSS selectors of tags, classes and ids alone."""


@dataclass(frozen=True, slots=True)
class FieldReading:
    """A selector taken apart: the XPath of elements, and what is read of them; by default the elements themselves."""

    path: str
    attribute: str = ""
    own_text: bool = False
    """Only text that stands in the element itself, as `::text` takes."""
    all_text: bool = False
    """All texts in the element, one by one, as ` ::text` and `//text()` take."""
    around: tuple[str, str] = ("", "")
    """Functions around the text of the first element, as `string(…)`: what stands before its path, and behind."""

    @property
    def is_of_elements(self) -> bool:
        """Whether elements are taken as they are."""
        return not (self.attribute or self.own_text or self.all_text or self.around[0])

    def reads(self, element: Element) -> bool:
        """Whether there is anything to read of an element."""
        if self.attribute:
            return element.get(self.attribute) is not None
        texts = (element.text, *(child.tail for child in element)) if self.own_text else element.itertext()
        return any(text and not text.isspace() for text in texts)

    def write(self, selector: str) -> str:
        """The same reading with another selector of elements."""
        if self.around[0]:
            path = selector if is_xpath(selector) else path_of(selector)
            return replace(self, around=("", "")).write(path).join(self.around)
        if self.is_of_elements:
            return selector
        if is_xpath(selector):
            return f"{selector}/@{self.attribute}" if self.attribute else f"{selector}{'/' * (2 - self.own_text)}text()"
        return f"{selector}::attr({self.attribute})" if self.attribute else f"{selector}{' ' * self.all_text}::text"


@lru_cache(1_000)
def reading_of(selector: str) -> FieldReading | None:
    """Take a CSS selector or an XPath apart; None where it is neither."""
    path = selector.strip()
    if path.startswith(f"{JSON_VALUE}("):
        return FieldReading(path, around=_WHOLE)
    call = _CALL.fullmatch(path)
    if call is not None:
        inner = reading_of(call["inner"])
        left, right = ("", "") if inner is None else inner.around
        return None if inner is None else replace(inner, around=(call["left"] + left, right + call["right"]))
    if not is_xpath(path):
        try:
            path = _TRANSLATOR.css_to_xpath(path)
        except Exception:  # noqa: BLE001 - cssselect raises errors of many kinds for what is no CSS
            return None
    found = _END.fullmatch(path)
    if found is None:
        return FieldReading(path, around=_WHOLE if _gives_text(path) else ("", ""))
    elements = found["path"] or "."
    if found["sub"]:
        elements = f"{elements}/descendant-or-self::*"
    is_inside = found["inside"] is not None
    return FieldReading(elements, found["attribute"] or "", own_text=found["own"] is not None, all_text=is_inside)


def _gives_text(path: str) -> bool:
    """Whether an XPath that is not understood gives texts, as `//p/text()[2]`, `(//a/@href)[1]` and `concat(…)` do."""
    path, count = _LITERAL.sub("", path), 1
    while count:
        path, count = _PREDICATE.subn("", path)
    return _TEXT_AT_END.search(path) is not None or _FUNCTION.match(path) is not None


def runs_alone(selector: str, page: Page | None = None) -> bool:
    """Whether a CSS selector or an XPath can be run without what its call was given, as variables or namespaces.

    *page*: one on which it found something, since functions are looked for when they are called.
    """
    if not is_xpath(selector):
        return True
    scope = _EMPTY if page is None else Selector(root=page.root, type="html")
    try:
        scope.xpath(f"//{selector}" if selector.startswith(".") else selector)
    except ValueError:
        return False
    return not _VARIABLE.search(_LITERAL.sub("", selector))


def path_of(selector: str) -> str:
    """The XPath of a CSS selector, as a person would write it where that is simple; raises what cssselect raises."""
    found = _READ.fullmatch(selector)
    steps = _STEP.findall(found["steps"]) if found is not None else []
    is_plain = found is not None and "".join(map("".join, steps)) == found["steps"]
    if found is None or not is_plain or not all(tag or names for _, tag, names in steps):
        return _TRANSLATOR.css_to_xpath(selector, prefix="//")
    path = ""
    for way, tag, names in steps:
        tests = (f'has-class("{name[1:]}")' if name[0] == "." else f'@id="{name[1:]}"' for name in _NAME.findall(names))
        path += f"{'/' if '>' in way else '//'}{tag or '*'}" + "".join(f"[{test}]" for test in tests)
    return path + (f"/@{found['attribute']}" if found["attribute"] else "/text()" if found["own"] else "")


def run_selector(page: Page, selector: str) -> list[Element]:
    """The elements that a selector reads, in order; empty where it is not valid."""
    reading = reading_of(selector)
    return [] if reading is None else run_path(page, reading.path)


def run_path(page: Page, path: str) -> list[Element]:
    """The elements that an XPath finds."""
    parts = split_union(path)
    if len(parts) == 1:
        return _run(page, path)
    numbers = page.outline.numbers
    found = dict.fromkeys(element for part in parts for element in _run(page, part))
    return sorted(found, key=lambda element: numbers.get(element, len(numbers)))


def _run(page: Page, path: str) -> list[Element]:
    try:
        found = page.root.xpath(path) if not path.startswith("/") else page.tree.xpath(path)
    except (etree.XPathError, ValueError):
        return []
    return [each for each in found if etree.iselement(each)] if isinstance(found, list) else []


def find_old(page: Page, selector: str, values: Sequence[str] = ()) -> Candidate | None:
    """The candidate that a field was; by its value where the selector finds none, or another."""
    elements = run_selector(page, selector)
    found = [candidate for element in elements[:50] if (candidate := page.candidate_of(element)) is not None]
    wanted = squeeze(values[0]).casefold() if values else ""
    if wanted:
        for candidate in found:
            if candidate.text.casefold() == wanted:
                return candidate
    if found:
        return found[0]
    return page.by_text.get(wanted, [None])[0] if wanted else None
