"""The text of an element as a reader sees it: whole, where elements within a line would cut it."""

from __future__ import annotations

import re
from collections.abc import Collection

from lxml import etree

from ....documents.elements import Element
from ....tree.literals import literal, of_class
from ..values import Extraction
from .classes import stable_classes
from .markup import text_within
from .neighbours import before, text_before

IN_LINE = frozenset(
    {
        *("a", "abbr", "b", "bdi", "br", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "mark", "q"),
        *("s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    }
)
"""Elements that stand within a line of text."""
_NUMBER = r"[-+−]?\d[\d.,'’\u00a0\u202f]*"
MONEY = r"(?:[$€£¥￥₹₽₩₺₪฿₫₴﷼元円원]|(?:EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|INR|CAD|AUD|BRL)\b)"
"""A currency, as it stands beside an amount."""
_UNIT = r"(?:%|°[CF]?|[kmµ]?g|lbs?|oz|[kcm]?m[²³]?|[mc]?l|[kmgt]?i?b|[kM]?Wh?|[kMG]?Hz|px)"
_AMOUNT = re.compile(rf"{MONEY}\s*{_NUMBER}|{_NUMBER}\s*(?:{MONEY}|{_UNIT})", re.IGNORECASE)
_LONGEST_AMOUNT = 40
_COMPOUND = re.compile(r'([a-z][\w-]*)?((?:\.[\w-]+|#[\w-]+|\[itemprop="[^"]*"\])*)')
_CELL = re.compile(r"t[dh]:nth-child\((\d+)\) ?")
"""A selector's first part that tells a cell by its place."""
PLAIN = ":not([class])"
"""Behind a tag in a selector: those without a class, where others of the tag have one."""
_MARK = re.compile(r'\.([\w-]+)|#([\w-]+)|\[itemprop="([^"]*)"\]')


def is_cut(element: Element, telling: Collection[str] = ()) -> bool:
    """Whether `::text` would give only pieces of what a reader sees as one text.

    *telling*: classes by which something is a value of its own, however it stands within a line.
    """
    inner = [child for child in element if isinstance(child.tag, str) and not _is_permalink(child)]
    if is_amount(element):
        return True
    if not inner or any(each.tag not in IN_LINE for each in element.iterdescendants(etree.Element)):
        return False
    if any(not set(stable_classes(each)).isdisjoint(telling) for each in element.iterdescendants(etree.Element)):
        return False
    own = [text for text in element.xpath("text()") if str(text).strip()]
    others = any("".join(map(str, child.itertext())).strip() for child in inner)
    return bool(own) and (others or len(own) > 1)


def _is_permalink(element: Element) -> bool:
    """Whether it is the sign beside a heading that leads to the heading itself: no part of what that says."""
    return (element.get("href") or "").startswith("#") and not any(map(str.isalnum, "".join(element.itertext())))


def is_amount(element: Element) -> bool:
    """Whether elements within a line together say a number with a sign of a currency or a unit, as a reader sees it."""
    if not len(element) or any(each.tag not in IN_LINE for each in element.iterdescendants(etree.Element)):
        return False
    text = text_within(element)
    return len(text) <= _LONGEST_AMOUNT and _AMOUNT.fullmatch(text) is not None


def whole_text(element: Element, css: str, *, within: bool, telling: Collection[str] = ()) -> Extraction:
    """What takes the text of an element that *css* finds; *within*: in a row, not in the whole page."""
    path = xpath_of(css) if is_cut(element, telling) else None
    if path is None:
        return Extraction("css", f"{css}::text")
    return take_lines(element, f"{'.' if within else ''}{path}")


def is_glued(element: Element) -> bool:
    """Whether lines of its text have nothing between them but a `<br>`, so that they would be one word."""
    return any(_before(br)[-1:].strip() and (br.tail or "")[:1].strip() for br in element.iter("br"))


def _before(element: Element) -> str:
    """The text right before an element, within the same one."""
    previous, text = before(element), text_before(element)
    return text if text or previous is None else "".join(map(str, previous.itertext()))


def take_lines(element: Element, path: str) -> Extraction:
    """What takes all of its text as one, or line by line where nothing but a `<br>` is between them."""
    return (
        Extraction("xpath", f"{path}//text()[normalize-space()]", all=True) if is_glued(element) else take_whole(path)
    )


def take_whole(path: str) -> Extraction:
    """What takes all of an element's text; *path*: the element's."""
    return Extraction("xpath", f"normalize-space({path})")


def text_behind(element: Element) -> str:
    """The words right within an element behind its first child, if none stand before that; empty if there are none."""
    texts = (" ".join(str(text).split()) for text in element.xpath("text()"))
    first = next(filter(None, texts), "")
    return first if any(map(str.isalnum, first)) else ""


def take_behind(path: str) -> Extraction:
    """What takes the words that `text_behind` tells; *path*: the element's."""
    return Extraction("xpath", f"normalize-space({path}/text()[normalize-space()])")


def xpath_of(css: str) -> str | None:
    """A selector of tags, classes or none, IDs and `itemprop` in XPath, from anywhere below; None if it has others."""
    path = ""
    for place, part in enumerate(re.split(r"\s*(>|\s)\s*", css)):
        if place % 2:
            path += "/" if part == ">" else "//"
            continue
        found = _COMPOUND.fullmatch(part.removesuffix(PLAIN))
        if found is None or not part:
            return None
        path += (found[1] or "*") + "".join(_condition(*mark) for mark in _MARK.findall(found[2]))
        path += "[not(@class)]" if part.endswith(PLAIN) else ""
    return f"//{path}"


def path_in_row(css: str) -> str | None:
    """Where *css* finds an element, in XPath from the row; None if XPath cannot say it so."""
    cell = _CELL.match(css)
    rest = css[cell.end() :] if cell is not None else css
    path = xpath_of(rest) if rest else ""
    return None if path is None else f"*[{cell[1]}]{path}" if cell is not None else f".{path}"


def _condition(name: str, identity: str, itemprop: str) -> str:
    if name:
        return f"[{of_class(name)}]"
    return f"[@id={literal(identity)}]" if identity else f"[@itemprop={literal(itemprop)}]"


def all_around(line: Element) -> Element:
    """The outermost element that says no more than the line, up to one that something stands before."""
    while before(line) is None and (parent := line.getparent()) is not None:
        if parent.tag in ("body", "form", "li", "td") or text_within(parent) != text_within(line):
            break
        line = parent
    return line
