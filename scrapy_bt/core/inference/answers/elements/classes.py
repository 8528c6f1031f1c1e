"""Classes and IDs of elements: which are made by a machine, which say how something looks, which what it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

IDENTIFIER = re.compile(r"-?[A-Za-z_][\w-]*")
_LONGEST_NAME = 100
"""Characters of a class or id that a person has written."""
_VOLATILE = re.compile(
    r"\d{3}|(?=.*\d)[0-9a-f]{6}|[A-Z0-9]{8}|^(?:css|sc)-[A-Za-z0-9]{5,}$|^[a-z]{1,3}-(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{5,}$"
    r"|__(?=\w*[A-Z\d_])\w{5,}$|:"
)
_ELEMENT = re.compile(r"[A-Za-z][\w-]*?__([a-z][a-z\d]*(?:-[a-z\d]+)*)(?:--[\w-]+)?")
"""`block__element--modifier`: the element says what it is."""
_PARTS = re.compile(
    r"(?:card|table|list|item|media|column|cell|badge|label|link|btn|button|row|col)[-_]"
    r"(?!(?:\d|[a-z]{1,2}\b|auto|body|header|footer|head|foot|img|image|images|text|top|bottom|left|right|start|end|group"
    r"|inline|inner|outer|item|items|list|link|links|row|rows|col|cols|column|columns|cell|cells|wrapper|container"
    r"|content|contents|primary|secondary|success|danger|warning|info|light|dark|default|active|disabled|unstyled"
    r"|striped|bordered|borderless|hover|responsive|condensed|flush|horizontal|vertical|deck|overlay|block|small|large"
    r"|sm|md|lg|xl|xs|pill|outline|clearfix|odd|even|first|last|view|grid|style)(?:[-_]|$))[a-z]{3,}"
)
"""`card-title`, `list-price`: where a part of a page stands, and what it is."""
_UTILITY = re.compile(
    r"(?:sr|col|row|text|txt|bg|btn|button|float|pull|font|fw|fs|fst|border|rounded|flex|grid|align|justify|order|gap|space"
    r"|[mp][trblxyse]?|[wh]|d|min|max|inline|block|hidden|visually|visible|small|large|muted|clearfix|container|wrapper"
    r"|inner|outer|leading|tracking|truncate|overflow|shadow|position|top|bottom|left|right|first|last|odd|even|active"
    r"|screen[-_]reader|offscreen|hide|ellipsis|uppercase|bold|italic|mono|monospace|icon|fa|fas|far|bi|glyphicon|badge|label|even|no|nowrap|link|js|u|is|has|card|table|list|item|media|column|cell)"
    r"(?:[-_].*)?"
)
"""Classes that say how something looks, not what it is."""


def stable_classes(element: Any) -> Sequence[str]:
    """Its classes, without those that look made by a machine or say its text; those that say what it is come first."""
    names, ends = _read(element.get("class") or "")
    if not ends:
        return names
    letters = _letters_of(element, max(len(end) for _, end in ends))
    said = {name for name, end in ends if end == letters}
    return [name for name in names if name not in said] if said else names


@lru_cache(65536)
def _read(classes: str) -> tuple[Sequence[str], Sequence[tuple[str, str]]]:
    """What an attribute has of stable classes, in order, and what those add that begin as one beside them.

    A text that is all of that is said by the class, as by `badge-lent` beside `badge`, where “Lent” is said.
    """
    names = [name for name in classes.split() if IDENTIFIER.fullmatch(name) and not is_volatile(name)]
    beside = frozenset(names)
    ends = ((name, _letters(_end(name, beside))) for name in names)
    return sorted(names, key=says_looks), [(name, end) for name, end in ends if end]


def _end(name: str, beside: Collection[str]) -> str:
    ends = (name[place:] for place, letter in enumerate(name) if letter in "-_" and name[:place] in beside)
    return next(ends, "")


def _letters_of(element: Any, most: int) -> str:
    """What an element says, as letters and digits; no more is read than tells that these are more than *most*."""
    said = ""
    for text in element.itertext():
        said += _letters(text)
        if len(said) > most:
            break
    return said


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def kind_of_element(element: Any) -> tuple[str, str]:
    """Its tag, and the first of its stable classes, if it has any."""
    return str(element.tag), next(iter(stable_classes(element)), "")


def says_looks(name: str) -> bool:
    """Whether a class says how something looks, as those of grids and of spaces do."""
    own = (_element_of(name) or name).lower()
    return bool(_UTILITY.fullmatch(own)) and _PARTS.match(own) is None


def word_of(name: str) -> str:
    """What a class says that something is: of `card__price--old` the price."""
    return _element_of(name) or name


def _element_of(name: str) -> str:
    found = _ELEMENT.fullmatch(name)
    return found[1] if found else ""


def is_volatile(name: str) -> bool:
    """Whether a class or id looks made by a machine."""
    return len(name) > _LONGEST_NAME or bool(_VOLATILE.search(name))
