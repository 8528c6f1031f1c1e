"""The newest entry of a list, which its first page shows above the others in another way, as blogs do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from urllib.parse import parse_qsl, urlsplit

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.classes import IDENTIFIER, stable_classes
from ..elements.rowselectors import own_selector
from ..elements.shown import SKIPPED
from ..extraction import extract_within, page_of
from ..fields.fieldnames import unused
from ..fields.rowfields import row_fields
from ..pages.addresses import joined
from ..values import Extraction, Fields

_FEWEST, _MOST = 3, 3
"""Rows below, and entries that are shown so."""
_ALIKE = 0.5
"""Of the classes in such an entry, those that rows have, too."""


def with_newest(each: Extraction, series: Sequence[Sequence[Answer]]) -> Extraction:
    """The rows, and what the first pages show of their kind above them. *series*: by recording, its pages in order.

    It leads to an address of the same kind, which no row does, and is built of the same parts. Other pages have none.
    """
    if each.how != "css":
        return each
    selectors = {_selector(each, pages) for pages in series if pages}
    named = selectors.pop() if len(selectors) == 1 else ""
    return Extraction("css", f"{each.text}, {named}") if named else each


def newest_fields(fields: Fields, rows: Sequence[Element], others: Sequence[Element]) -> Fields:
    """The fields of *rows*, and those of what is built otherwise that these do not hold."""
    apart = [other for other in others if other not in set(rows)]
    if not apart:
        return fields
    seen = {name for name, _ in fields}
    held = [{_plain(text) for _, field in fields for text in extract_within(row, field)} for row in apart]
    found = []
    for name, field in row_fields(apart):
        told = [{_plain(text) for text in extract_within(row, field)[: None if field.all else 1]} for row in apart]
        if any(own - known for own, known in zip(told, held, strict=True)):
            found.append((unused(name, seen), field))
    return (*fields, *found)


def _selector(each: Extraction, pages: Sequence[Answer]) -> str:
    """What selects the newest entries of the first page, and nothing on the others; empty if there are none."""
    selector, is_link, attribute = each.text.partition("::")
    first, *others = map(page_of, pages)
    rows = first.elements(Extraction("css", selector))
    links = list(
        _newest(
            rows,
            first.base,
            {url for page in others if is_element(page.root) for url in _addresses(page.root, page.base)},
        )
    )
    parts = [part for part, _ in links]
    if not 0 < len(parts) <= _MOST or not _is_built_alike(parts, rows):
        return ""
    for name in _names(parts[0]):
        named = Extraction("css", name)
        if first.elements(named) != parts or any(page.elements(named) for page in others):
            continue
        if not is_link:
            return name
        for own in (f"{name} {inner}" for inner in _inner(links[0][1])):
            found = [link.get("href") for link in first.elements(Extraction("css", own))]
            if set(found) == {link.get("href") for _, link in links}:
                return f"{own}::{attribute}"
    return ""


def _newest(rows: Sequence[Element], base: str, elsewhere: Collection[str]) -> Iterator[tuple[Element, Element]]:
    """Parts before the first row, and their links that lead where a row could lead and none does.

    *elsewhere*: where other pages lead.
    """
    if len(rows) < _FEWEST:
        return
    own = set(rows)
    around = {ancestor for row in rows for ancestor in row.iterancestors()}
    kinds = {_kind(url) for row in rows if (url := next(_addresses(row, base), ""))}
    told = {url for row in rows for url in _addresses(row, base)} | set(elsewhere)
    taken: set[Element] = set()
    for link in rows[0].getroottree().getroot().iter("a") if len(kinds) == 1 else ():
        if own.intersection((link, *link.iterancestors())):
            return
        url = joined(base, link.get("href") or "")
        part = next((each for each in (link, *link.iterancestors()) if each.getparent() in around), None)
        is_shown = part is not None and part.tag not in SKIPPED
        if _kind(url) in kinds and url not in told and is_shown and part not in taken:
            taken.add(part)
            yield part, link


def _inner(link: Element) -> Iterator[str]:
    """What may select a link within its part."""
    yield own_selector(link)
    parent = link.getparent()
    if parent is not None:
        yield f"{own_selector(parent)} > {own_selector(link)}"


def _addresses(scope: Element, base: str) -> Iterator[str]:
    for link in scope.iter("a"):
        if link.get("href"):
            yield joined(base, link.get("href"))


def _kind(url: str) -> tuple[str, ...]:
    """What addresses of entries have in common: the folder, how they end, and what they ask with."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rpartition("/")
    asked = sorted(key for key, _ in parse_qsl(parts.query))
    return parts.netloc, folder, name.rpartition(".")[2] if "." in name else "", *asked


def _is_built_alike(found: Sequence[Element], rows: Sequence[Element]) -> bool:
    """Whether parts have classes within that stand within the rows, too, or in what lies around each of these."""
    common = set.intersection(*(set(row.iterancestors()) for row in rows))
    scopes = (next((each for each in (row, *row.iterancestors()) if each.getparent() in common), row) for row in rows)
    known = {name for scope in scopes for name in _classes(scope)}
    own = [set(_classes(each)) for each in found]
    return all(len(each & known) >= max(_ALIKE * len(each), 1) for each in own)


def _classes(scope: Element) -> Iterator[str]:
    for element in scope.iter(etree.Element):
        yield from (f"{element.tag}.{name}" for name in stable_classes(element))


def _names(element: Element) -> Iterator[str]:
    """What may select an element, the firmest first."""
    identity = element.get("id", "")
    if IDENTIFIER.fullmatch(identity):
        yield f"#{identity}"
    yield from (f"{element.tag}.{name}" for name in stable_classes(element))
    yield str(element.tag)


def _plain(text: str) -> str:
    return " ".join(text.split())
