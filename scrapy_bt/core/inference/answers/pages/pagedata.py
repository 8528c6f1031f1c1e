"""Data within pages: JSON in an element or an attribute that says most of what a page says, as APIs are browsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lxml import etree

from ....documents.data import read_page_json
from ....documents.elements import Element
from ....documents.json import read_json_at
from ....tree.literals import of_class
from ..elements.classes import IDENTIFIER, stable_classes
from ..elements.elementnames import tag_in_path
from ..values import Extraction

_SHOWN, _HIDDEN = ("pre", "textarea", "code"), ("script",)
_LEAST = 0.5
"""Of the letters that a page shows, those of values that the data shows, or that are nowhere else."""
_SHORTEST = 100
"""Letters of data that a page may be made of."""
_KIND = re.compile(r"[\w.+/-]+json")
_ASSIGNED = re.compile(r"\s*(?:(?:var|let|const)\s+)?([\w.$]+)\s*=\s*([{\[].+?)\s*;?\s*", re.DOTALL)
"""A script that keeps data for others."""
_FURTHER = re.compile(r"\s*(?:(?:var|let|const)\s+)?([\w.$]+)\s*=\s*(?=[{\[])")
"""One that does so, and more."""
_NEXT = re.compile(r"\s*;?\s*[^\s\d;]{1,20}")
"""How the next statement of a script begins."""


@dataclass(frozen=True)
class PageData:
    """*taken*: how it is taken out of its page; *is_shown*: it stands among what is seen."""

    taken: Extraction
    value: Any
    is_shown: bool


def data_within(root: Element, shown: Sequence[str]) -> PageData | None:
    """The data of a page that says hardly anything else; None if the page says it itself. *shown*: the texts of it."""
    whole, told = sum(map(len, shown)), " ".join(shown)
    for path, text, is_shown in _texts(root):
        taken, value = _taken(path, text)
        values = [each for each in _values(value) if is_shown or each not in told]
        if isinstance(value, (dict, list)) and sum(map(len, values)) >= _LEAST * max(whole - len(text) * is_shown, 1):
            return PageData(taken, value, is_shown)
    return None


def _texts(root: Element) -> Iterator[tuple[str, str, bool]]:
    """Paths to texts that may be data, the texts, and whether they are seen."""
    for element in root.iter(etree.Element):
        texts = {f"/@{name}": text for name, text in element.items() if text.lstrip()[:1] in ("{", "[")}
        if element.tag in (*_SHOWN, *_HIDDEN):
            texts[""] = "".join(map(str, element.itertext()))
        for place, text in texts.items():
            if len(text) >= _SHORTEST:
                path = _path(root, element)
                yield path and path + place, text, not place and element.tag in _SHOWN


def _path(root: Element, element: Element) -> str:
    """What finds the element first: by its ID, its type, a class, its tag, or what is around it; empty if none does."""
    own = _named(element)
    around = (path for each in element.iterancestors() for path in _named(each)[:-1])
    paths = chain(own, (f"{outer}{inner}" for outer in around for inner in own))
    return next((path for path in paths if next(iter(root.xpath(path)), None) is element), "")


def _named(element: Element) -> list[str]:
    """What may find an element, the firmest first, its tag alone last."""
    identity, kind = element.get("id", ""), element.get("type", "")
    tag = tag_in_path(element)
    names = [f'@id="{identity}"'] if IDENTIFIER.fullmatch(identity) else []
    names += [f'@type="{kind}"'] if _KIND.fullmatch(kind) else []
    names += map(of_class, stable_classes(element))
    return [*(f"//{tag}[{name}]" for name in names), f"//{tag}"]


def _taken(path: str, text: str) -> tuple[Extraction, Any]:
    """How data is taken out of a text, behind what stands before it, and the data; None if it is none."""
    if (named := _ASSIGNED.fullmatch(text)) is not None:
        pattern = rf"(?s){re.escape(named[1])}\s*=\s*([{{\[].+?)\s*;?\s*</script"
        if (value := _read(named[2])) is not None:
            return Extraction("re", pattern), value
    if (named := _FURTHER.match(text)) is not None and (behind := _behind(text, named.end())) is not None:
        value, further = behind
        return Extraction("re", rf"(?s){re.escape(named[1])}\s*=\s*([{{\[].+?[}}\]]){further}"), value
    start = re.search(r"[{\[]", text)
    opening, rest = (start[0], text[start.start() :]) if start is not None else ("", "")
    if not path:
        return Extraction("xpath", ""), None
    whole = f"string({path})"
    cut = f'concat("{opening}", substring-after({whole}, "{opening}"))'
    return Extraction("xpath", whole if text.lstrip()[:1] == opening else cut), _read(rest)


def _behind(text: str, at: int) -> tuple[Any, str] | None:
    """The data at a place of a script, and what finds the statement behind it; None if there is no such data."""
    try:
        _, end = read_json_at(text, at)
    except ValueError:
        return None
    further = _NEXT.match(text, end)
    is_first = further is not None and text.find(further[0], at) == end
    return (_read(text[at:end]), rf"\s*{re.escape(further[0].strip())}") if further is not None and is_first else None


def _read(text: str) -> Any:
    try:
        return read_page_json(text)
    except ValueError:
        return None


def _values(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, (dict, list)):
            waiting += inner.values() if isinstance(inner, dict) else inner
        elif inner not in (None, "", True, False):
            yield str(inner)
