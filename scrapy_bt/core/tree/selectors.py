"""CSS selectors and XPath expressions, compiled once for all pages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Literal

from lxml import etree, html

from .localnames import with_local_names
from .translators import GenericTranslator, HTMLTranslator

_NAMESPACES = {"re": "http://exslt.org/regular-expressions", "set": "http://exslt.org/sets"}

_AROUND = re.compile(r"(?:preceding|following|ancestor)[\w-]*\s*::|(?<![\w)\].*/])\s*/")
"""What looks at more than is within an element: other axes, and paths from the root."""
_WIDE = re.compile(r"(?:preceding|following|ancestor|descendant)[\w-]*\s*::|//")
"""A step that looks at many elements for each of those before."""
_WIDE_CONDITION = re.compile(rf"\[[^\]]*(?:{_WIDE.pattern})")
_QUICK = re.compile(r"not\((?:preceding|following)-sibling::\*\)|following-sibling::\*\[1\]/self::")
"""Steps that end at the first element."""

How = Literal["css", "xpath"]
Kind = Literal["html", "xml"]


class Expression:
    """An XPath expression. A call gives what it selects of an element: nodes, or a text, a number, a truth.

    lxml keeps what libxml2 notes at each evaluation of a compiled expression as long as the expression lives, and no
    caller can empty that. So no compiled one stays of which anything is noted: not the one that failed, and none with
    functions of `set`, which are noted for being registered again.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        steps = _QUICK.sub("", text)
        self.may_take_long = len(_WIDE.findall(steps)) > 1 or _WIDE_CONDITION.search(steps) is not None
        """On a large page: its time may grow faster than the page."""
        self.looks_around = _AROUND.search(text) is not None
        """It may look at what is not within the element."""
        self.renew()

    def renew(self) -> None:
        """Compile it anew: the one before may be evaluated still, and lets nobody else in meanwhile."""
        self._compiled = self._compile()

    def __call__(self, element: Any) -> Any:
        if "set:" in self._text:
            return element.xpath(self._text, namespaces=_NAMESPACES, smart_strings=False)
        try:
            return self._compiled(element)
        except Exception:
            self.renew()
            raise

    def _compile(self) -> Any:
        used = {prefix: uri for prefix, uri in _NAMESPACES.items() if f"{prefix}:" in self._text}
        return etree.XPath(self._text, namespaces=used, smart_strings=False)


def kind_of_document(element: Any) -> Kind:
    """The kind of document that an element is of."""
    return "html" if isinstance(element, html.HtmlMixin) else "xml"


@lru_cache(4096)
def compile_selector(how: How, kind: Kind, text: str) -> Expression:
    """*kind*: of the documents in which it selects; raises what the libraries raise."""
    if how == "css":
        translator = HTMLTranslator() if kind == "html" else GenericTranslator()
        text = translator.css_to_xpath(text)
    return Expression(with_local_names(text, of_any_namespace=kind == "xml"))


def select(how: How, text: str, element: Any) -> list[Any]:
    """What a selector finds in an element; an empty text counts as nothing."""
    found = compile_selector(how, kind_of_document(element), text)(element)
    if isinstance(found, list):
        return found
    return [found] if found != "" else []
