"""How the page of a search that found nothing is told from pages with records."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from lxml import etree

from ..documents.elements import Element, is_element
from ..samples.traffic import Answer
from .answers.elements.markup import Found, selectors_for
from .answers.elements.shown import main_part
from .answers.extraction import page_of
from .answers.pages.contents import content_of
from .answers.pages.innerpages import inner_page
from .answers.values import Extraction
from .findings import Records

_FIRM = 0.7
"""How firm a selector is from which it may tell a page on which nothing was found."""
_FEW_TEXTS = 3
"""A page on which nothing was found says so, and what may be done: what has more of its own holds something."""
GONE = (404, 410)
"""Status of an answer that says that there is no such page."""
_NUMBER = re.compile(r"\d+")
_UNTOLD = ("script", "style", "title")


def sign_of_nothing(
    page: Answer, others: Sequence[Answer], records: Records, words: Collection[str]
) -> Extraction | None:
    """An extraction that finds something on a page of a search that found nothing, and nothing on pages with records.

    *words*: what was searched for.
    """
    page = inner_page(page, records.within)
    others = [inner_page(each, records.within) for each in others]
    data, root = page_of(page).json, page_of(page).root
    if data is not None:
        return _empty_list(page, records)
    if not is_element(root):
        return None
    for element, text in _own_texts(root, others, words):
        if element.tag in _UNTOLD or text != (element.text or "").strip():
            continue
        for selector in selectors_for(Found(element, "", text)):
            takes = selector.extraction
            is_own = selector.firmness >= _FIRM and takes.how == "css"
            if is_own and page_of(page).extract(takes) and not any(page_of(each).extract(takes) for each in others):
                return takes
    return None


def says_little(page: Answer, others: Sequence[Answer], words: Collection[str]) -> bool:
    """Whether a page has next to nothing that *others* lack: few texts, and no link with one."""
    root = page_of(page).root
    told = _own_texts(root, others, words) if is_element(root) else ()
    own = [element for element, _ in told if element.tag not in _UNTOLD]
    return len(own) <= _FEW_TEXTS and not any(element.tag == "a" for element in own)


def says_the_same(page: Answer, other: Answer, words: Collection[str], other_words: Collection[str]) -> bool:
    """Whether a page says nothing that another one does not, but for numbers and what was searched for on each.

    Data, and a page without a text, have to be alike: what the other one says beside may be what was found.
    """
    own, others = _said(page, words), _said(other, other_words)
    return own <= others if own and page_of(page).json is None else own == others


def _said(page: Answer, words: Collection[str]) -> frozenset[str]:
    found = set()
    for text in map(str.casefold, content_of(page).texts):
        for word in sorted(map(str.casefold, words), key=len, reverse=True):
            text = text.replace(word, "*")  # noqa: PLW2901 - the same text, told for all words
        found.add(_NUMBER.sub("#", text))
    return frozenset(found)


def _own_texts(root: Element, others: Sequence[Answer], words: Collection[str]) -> Iterator[tuple[Element, str]]:
    """What the main part of a page says that *others* do not, without the *words*, each with what it stands in."""
    said = {text.strip() for each in others for text in page_of(each).extract(Extraction("xpath", "//text()"))}
    for element in main_part(root).iter(etree.Element):
        for text in filter(None, map(str.strip, (element.text or "", *(child.tail or "" for child in element)))):
            if text not in said and not any(word in text for word in words):
                yield element, text


def _empty_list(page: Answer, records: Records) -> Extraction | None:
    """Of data: the list itself, if it is there and empty."""
    each = records.each
    if each is None or each.how != "json":
        return None
    head, brackets, _ = each.text.rpartition("[]")
    place = (head if brackets else each.text) or "@"
    sign = Extraction("json", f"type({place}) == 'array' && 'none' || `null`")
    return sign if page_of(page).extract(sign) else None
