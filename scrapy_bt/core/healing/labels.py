"""Labels in front of values: `<dt>Weight</dt><dd>12 kg</dd>`, `<td>`, `<b>Weight:</b> <i>`, `Weight: <b>`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ..documents.elements import Element
from .pages import Candidate, Page, seen_text, squeeze

_LONGEST = 40
_LEVELS = 3
"""How many elements around a value may have its label before them."""
_END = " :：.…=-–—*"
_LABELLED: WeakKeyDictionary[Page, Mapping[str, list[Candidate]]] = WeakKeyDictionary()
_MADE_FOR_IT = frozenset({"th", "dt", "label"})


@dataclass(frozen=True, slots=True)
class Label:
    """The label before a value; *is_plain*: it stands in an element made for labels, or ends with a colon."""

    text: str
    """In small letters, without the signs at its end."""
    is_plain: bool


def label_of(element: Element, *, own_text: bool = False) -> Label | None:
    """The label before an element; None where there is none.

    *own_text*: what is read is the element's own text, so that the label may be an element within it.
    """
    if own_text and not squeeze(element.text or ""):
        inner = next((child for child in element if squeeze(child.tail or "")), None)
        if inner is not None:
            return _label_in(inner)
    at = element
    for _ in range(_LEVELS):
        before, parent = at.getprevious(), at.getparent()
        if before is not None:
            text = squeeze(before.tail or "")
            return _label(text) if text else _label_in(before)
        if parent is None or parent.tag in ("body", "html"):
            return None
        if text := squeeze(parent.text or ""):
            return _label(text)
        at = parent
    return None


def behind(label: Label, page: Page) -> list[Candidate]:
    """The candidates behind a label, with those inside them; empty where the label stands at several places."""
    found = _by_label(page).get(label.text, [])
    if not found:
        return []
    first = found[0]
    end = first.start + len(first.text)
    return found if all(first.start <= one.start <= end for one in found) and _holds(first, found) else []


def text_behind(label: Label, candidates: Iterable[Candidate]) -> tuple[str, Label] | None:
    """The XPath of the text right behind a label's element, `<b>Weight:</b> 12 kg`, with the label as it stands there.

    None unless it stands there once.
    """
    found = [one for one in candidates if squeeze(one.outer.tail or "") and said(one.text) == label.text]
    now = _label_in(found[0].outer) if len(found) == 1 and '"' not in found[0].text else None
    if now is None:
        return None
    one = found[0]
    path = f'//{one.outer.tag}[normalize-space()="{one.text}"]/following-sibling::text()[normalize-space()][1]'
    return path, now


def _by_label(page: Page) -> Mapping[str, list[Candidate]]:
    """Candidates by the texts of their labels, outer ones before inner ones; worked out once for a page."""
    known = _LABELLED.get(page)
    if known is None:
        found: dict[str, list[Candidate]] = defaultdict(list)
        for one in page.candidates:
            label = label_of(one.outer)
            if label is not None:
                found[label.text].append(one)
        known = _LABELLED[page] = found
    return known


def _holds(outer: Candidate, others: Iterable[Candidate]) -> bool:
    return all(one is outer or outer.inner in one.outer.iterancestors() for one in others)


def _label_in(element: Element) -> Label | None:
    if not isinstance(element.tag, str):
        return None
    return _label(seen_text(element, most=_LONGEST + 2), made_for_it=element.tag in _MADE_FOR_IT)


def _label(text: str, *, made_for_it: bool = False) -> Label | None:
    small = said(text)
    if not 1 < len(small) <= _LONGEST or any(map(str.isdigit, small)) or not any(map(str.isalpha, small)):
        return None
    return Label(small, is_plain=made_for_it or text.endswith((":", "：")))


def said(text: str) -> str:
    """A text in small letters, without the signs at its end."""
    return text.rstrip(_END).casefold()
