"""Rows without the one that leads back up, as `..` before the files of a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl, urljoin, urlsplit

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.markup import text_within
from ..extraction import page_of
from ..values import Extraction

_FEWEST = 2
"""Rows beside it that lead elsewhere."""


def without_ways_up(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows but for one of a page whose only links lead to what this page is in; others do not.

    It is told by the text or the address that it has on all pages, and no other row has.
    """
    if each.how != "css":
        return each
    up: list[Element] = []
    others: list[Element] = []
    for answer in answers:
        rows = [row for row in page_of(answer).elements(each) if is_element(row)]
        own = [row for row in rows if _leads_up(row, answer)]
        if len(own) > 1 or (own and len(rows) - len(own) < _FEWEST):
            return each
        up += own
        others += [row for row in rows if row not in own]
    told = _told(up, others) if up else ""
    left_out = told.removeprefix("a") if up and up[0].tag == "a" else f":has({told})"
    return Extraction("css", f"{each.text}:not({left_out})") if told else each


def leads_up(url: str, page: str) -> bool:
    """Whether an address is that of a folder that a page's is in: of its path, or of a path that its query names."""
    mine, others = urlsplit(page), urlsplit(url)
    if mine.netloc != others.netloc:
        return False
    if mine.path != others.path:
        return others.query in ("", mine.query) and _is_in(mine.path, others.path)
    asked, further = dict(parse_qsl(mine.query)), dict(parse_qsl(others.query))
    changed = [name for name in asked.keys() | further.keys() if asked.get(name) != further.get(name)]
    return len(changed) == 1 and _is_in(asked.get(changed[0], ""), further.get(changed[0], ""))


def _is_in(path: str, folder: str) -> bool:
    inner, outer = path.strip("/").split("/"), [part for part in folder.strip("/").split("/") if part]
    return bool(inner[0]) and len(outer) < len(inner) and inner[: len(outer)] == outer


def _leads_up(row: Element, answer: Answer) -> bool:
    urls = list(_links(row, page_of(answer).base))
    return bool(urls) and all(leads_up(url, answer.url) for url in urls)


def _links(row: Element, base: str) -> Iterator[str]:
    for link in row.iter("a"):
        if address := (link.get("href") or "").strip():
            try:
                yield urljoin(base, address).partition("#")[0]
            except ValueError:
                continue


def _told(up: Sequence[Element], others: Sequence[Element]) -> str:
    """What finds the links of rows that lead up, and none of the others; empty if nothing does."""
    addresses = {link.get("href") for row in up for link in row.iter("a")}
    relative = next(iter(addresses)) if len(addresses) == 1 else None
    if relative is not None and ".." in relative and '"' not in relative:
        return f'a[href="{relative}"]'
    texts = {text_within(link) for row in up for link in row.iter("a")}
    shown = texts.pop() if len(texts) == 1 else ""
    is_telling = shown and not any(shown in text_within(row) for row in others)
    return f"a:contains({json.dumps(shown, ensure_ascii=False)})" if is_telling else ""
