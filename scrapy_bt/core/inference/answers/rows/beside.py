"""Rows below a heading that says that they are not what was asked for, as “You may also like”."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from ....documents.elements import HEADINGS, Element, is_element
from ....samples.traffic import Answer
from ..extraction import page_of
from ..fields.grouprows import said_in
from ..values import Extraction

_BESIDE = re.compile(
    r"\b(?:related|recommend\w*|similar|also (?:like|bought|viewed|read|see|interest\w*)|you (?:may|might)|for you"
    r"|(?:others?|customers?) \w*\s?(?:also|bought|viewed)|(?:recently|last) (?:viewed|seen|visited)|see also|more like"
    r"|popular|trending|most (?:read|viewed|popular)|best\W?sellers?|sponsored|advertise\w*"
    r"|ähnliche\w*|empf(?:ehl|ohl)\w*|das könnte|auch (?:interess|gekauft|angesehen)\w*|zuletzt (?:an)?gesehen\w*"
    r"|beliebt\w*|similaires?|recommand\w*|populaires?|aussi (?:aimer|acheté|consulté)\w*"
    r"|relacionad[oa]s?|recomendad[oa]s?|similares|también|populares"
    r"|correlat[ie]|consigliat[ie]|simili|potrebbe\w*|vergelijkbar\w*|aanbevol\w*"
    r"|podobn\w*|polecan\w*|похож\w*|рекоменд\w*)\b"
    r"|相关|推荐|猜你喜欢|関連|おすすめ",
    re.IGNORECASE,
)
_LONGEST = 60
"""Characters of a heading that says no more than that."""
_HIGHEST = 4
"""Elements around a row, before which its heading may stand."""


def without_those_beside(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows without those below such a heading, where others are not."""
    if each.how != "css":
        return each
    pages = [page_of(answer).elements(each) for answer in answers]
    rows = [row for own in pages for row in own if is_element(row)]
    known: dict[Element, tuple[str, str] | None] = {}
    told = [_heading(row, known) for row in rows]
    left_out = {way for way in told if way is not None and _BESIDE.search(way[1]) and len(way[1]) <= _LONGEST}
    kept = {row for row, way in zip(rows, told, strict=True) if way not in left_out}
    if not left_out or not kept or any('"' in text or "\\" in text for _, text in left_out):
        return each
    without = "".join(f":not({shape.format(text)})" for shape, text in sorted(left_out))
    found = replace(each, text=each.text + without)
    return found if {row for answer in answers for row in page_of(answer).elements(found)} == kept else each


def _heading(row: Element, known: dict[Element, tuple[str, str] | None]) -> tuple[str, str] | None:
    """The nearest heading before a row or what it stands in: what selects what is below it, and what it says."""
    around: Element | None = row
    for height in range(_HIGHEST):
        if around is None or around.tag == "body":
            return None
        found = _before(around, known)
        if found is not None:
            shape, text = found
            return f"{shape} ~ *{' *' if height else ''}", text
        around = around.getparent()
    return None


def _before(element: Element, known: dict[Element, tuple[str, str] | None]) -> tuple[str, str] | None:
    """The nearest heading beside and before an element: what selects it, and what it says.

    *known*: what was found so far, since all rows of a long list ask for it.
    """
    passed, found = [element], None
    for before in element.itersiblings(etree.Element, preceding=True):
        if before.tag in HEADINGS:
            found = f'{before.tag}:contains("{{}}")', said_in(before)
            break
        inner = next(iter(before.iter(*HEADINGS)), None)
        if inner is not None and said_in(inner) == said_in(before):
            found = f':has({inner.tag}:contains("{{}}"))', said_in(inner)
            break
        if before in known:
            found = known[before]
            break
        passed.append(before)
    known.update(dict.fromkeys(passed, found))
    return found
