"""What a page shows that tells of more, wherever that leads: a link, a button, an entry of JSON, a header."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ...documents.elements import Element, is_element
from ...documents.onward import NAMES_ONWARD, SAYS_ALL, SAYS_ONWARD
from ...samples.traffic import Answer, all_headers
from ..answers.extraction import page_of

_MOST_WORDS = 4
"""Of a control that leads on; longer ones are titles of something."""
_SEVERAL = 2
"""Names of what comes next, from which it is none of the series."""
_NAMES = re.compile(rf"{NAMES_ONWARD.pattern}|cursor|continu|token|scroll", re.IGNORECASE)
_ENDS = re.compile(r"(?:^|_|is_?)(?:last|end|final|complete)", re.IGNORECASE)
_NEXT = re.compile(r"""rel\s*=\s*["']?[^"';,]*\bnext\b""", re.IGNORECASE)


def unseen_sign(page: Answer, ends: Sequence[Answer]) -> str:
    """What a page shows that tells of more, and none of these last pages does; empty if there is nothing.

    What leads on from several of them, each time by another name, is the next of something else, as a chapter is.
    """
    known = set[str]().union(*map(signs_of_more, ends))
    names = Counter(filter(None, map(_named_onward, known)))
    told = {name for name, count in names.items() if count >= _SEVERAL}
    own = signs_of_more(page)
    return next((own[sign] for sign in own if sign not in known and _named_onward(sign) not in told), "")


def _named_onward(sign: str) -> str:
    """A sign up to the word that says onward, if a name goes on behind it; empty if none does."""
    found = SAYS_ONWARD.search(sign)
    return sign[: found.end()] if found and sign[found.end() :].strip() else ""


def signs_of_more(page: Answer) -> dict[str, str]:
    """The signs of more on a page, by what is the same on other pages."""
    found = dict(_in_headers(page))
    data, root = page_of(page).json, page_of(page).root
    if data is not None:
        found |= _in_data(data)
    elif is_element(root):
        found |= _in_markup(root)
    return found


def _in_headers(page: Answer) -> Iterator[tuple[str, str]]:
    for value in all_headers(page.headers, "link"):
        if _NEXT.search(value):
            yield "header Link", "a header Link with rel=next"


def _in_data(data: object) -> Iterator[tuple[str, str]]:
    """Entries that lists do not hold: what says where to go on, or that this is not the end."""
    waiting = [("", data)]
    while waiting:
        place, value = waiting.pop()
        for name, inner in value.items() if isinstance(value, dict) else ():
            own = f"{place}.{name}".lstrip(".")
            if isinstance(inner, dict):
                waiting.append((own, inner))
            elif (inner is False and _ENDS.search(name)) or (
                _NAMES.search(name) and inner not in (None, False, "", 0) and not isinstance(inner, list)
            ):
                yield own, f"{own}: {str(inner)[:40]}"


def _in_markup(root: Element) -> Iterator[tuple[str, str]]:
    for element in root.iter("a", "button", "input"):
        is_off = element.get("disabled") is not None or "disabled" in element.get("class", "")
        if not is_off and element.get("aria-disabled") != "true" and element.get("type") != "hidden":
            shown = said_by(element)
            if len(shown.split()) <= _MOST_WORDS and (SAYS_ONWARD.search(shown) or SAYS_ALL.search(shown)):
                yield re.sub(r"\d+", "#", f"{element.tag} {shown.casefold()}"), f"“{shown[:40]}”"


def said_by(control: Element) -> str:
    """What a link or a button says: its text, or that of its picture, or else its title."""
    pictures = (picture.get("alt") or "" for picture in control.iter("img", "input"))
    own = [control.get("value") or ""] if control.get("type") in ("submit", "button") else []
    titles = (control.get("title") or "", control.get("aria-label") or "")
    words = ("".join(map(str, control.itertext())), "".join(pictures), *own, *titles)
    return next(filter(None, (" ".join(told.split()) for told in words)), "")
