"""The rows of a page: elements or JSON objects of one outline, with the fields that they hold."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lxml import etree

from ...samples.traffic import Answer
from ..origins.extraction import page_of
from ..origins.leaves import jmespath_of
from ..origins.markup import Element, quoted, stable_classes
from ..values import Extraction

_SKIPPED = frozenset({"script", "style", "head", "option", "br", "hr", "svg", "path", "noscript", "template"})
_INLINE = frozenset({"b", "i", "em", "strong", "u", "small", "sub", "sup", "mark", "code", "br", "wbr"})
_WORD = re.compile(r"[a-z0-9]+")
_MOST_FIELDS = 30
_RESERVED = frozenset(
    {
        *("all", "and", "as", "async", "data", "each", "else", "end", "false", "from", "goroutine", "if", "item"),
        *("main", "none", "now", "or", "page", "serial", "state", "true", "visit", "while"),
    }
)
_FRAME = re.compile(
    r"^(crumbs?|breadcrumbs?|pager|pagination|nav|navbar|navigation|menu|footer|header|sidebar|headerlink)$"
)
"""Classes of what stands on every page."""
_SHOWING = frozenset({"text", "number", "date", "datetime-local", "time", "month", "url", "email", "tel", "range"})
"""Types of fields that show what they hold."""
_PLAIN_NAMES = {"a": "title", "p": "text", "span": "text", "div": "text", "li": "text", "b": "text", "td": "value"}
_LINKS = {"a": ("href", "link"), "img": ("src", "image")}


@dataclass(frozen=True)
class Rows:
    """*each* finds them; *fields* are taken within one; *weight*: how much of the page they are, 0 to 1."""

    each: Extraction
    count: int
    fields: tuple[tuple[str, Extraction], ...]
    weight: float


@lru_cache(256)
def _rows_of(answer: Answer) -> tuple[Rows, ...]:
    page = page_of(answer)
    if isinstance(page.json, (dict, list)):
        found = list(_in_json(page.json, (), 0))
    elif isinstance(page.root, etree._Element):  # noqa: SLF001 - lxml has no public name for it
        found = list(_in_markup(page.root))
    else:
        found = []
    return tuple(sorted(found, key=lambda rows: -(rows.weight * min(len(rows.fields), 6))))


def rows_of(answer: Answer | None) -> tuple[Rows, ...]:
    """The groups of rows that an answer holds, those that matter most first."""
    return () if answer is None or not answer.body else _rows_of(answer)


def single_of(answer: Answer) -> tuple[tuple[str, Extraction], ...]:
    """The fields of a page about one thing."""
    page = page_of(answer)
    if isinstance(page.json, dict):
        return tuple(_json_fields([page.json]))
    if not isinstance(page.root, etree._Element):  # noqa: SLF001 - lxml has no public name for it
        return ()
    root: Any = page.root
    scope = _scope(root)
    shown = tuple(_single_fields(root, scope))
    known = {name for name, _ in shown}
    return shown + tuple(pair for pair in _form_fields(scope) if pair[0] not in known)


def _scope(root: Element) -> Element:
    """The main part of a page: what all pages have stands outside of it."""
    parts = root.xpath("//main | //article | //*[@role='main'] | //*[@id='content' or @id='main']")
    return parts[0] if len(parts) == 1 or (parts and parts[0].tag != "article") else root


def _shown(scope: Element) -> str:
    """The text that a person sees."""
    texts = scope.xpath(".//text()[not(ancestor::script or ancestor::style or ancestor::head)]")
    return " ".join("".join(map(str, texts)).split())


def field_name(text: str) -> str:
    """A name for a field, which the language allows; empty: nothing of the text can stand in one."""
    words = _WORD.findall(re.sub(r"([a-z])([A-Z])", r"\1_\2", text).lower())
    name = "_".join(words[:4])
    if not name:
        return ""
    if not name[0].isalpha():
        name = f"field_{name}"
    return f"{name}_value" if name in _RESERVED else name


# JSON


def _in_json(data: Any, steps: tuple[str | int, ...], depth: int) -> Iterator[Rows]:
    if depth > 6:
        return
    if isinstance(data, dict):
        for name, inner in data.items():
            yield from _in_json(inner, (*steps, name), depth + 1)
    elif isinstance(data, list) and data and all(isinstance(entry, dict) for entry in data):
        path = jmespath_of(steps)
        fields = tuple(_json_fields(data))
        if fields and not any(isinstance(step, int) for step in steps):
            weight = len(data) * len(fields) / (1 + len(data) * len(fields)) - 0.05 * depth
            yield Rows(Extraction("json", path), len(data), fields, weight)


def _json_fields(rows: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Extraction]]:
    seen: set[str] = set()
    for path in dict.fromkeys(path for row in rows for path in _scalar_paths(row, ())):
        name = field_name("_".join(path[-2:] if len(path) > 1 else path))
        if name and name not in seen and len(seen) < _MOST_FIELDS:
            seen.add(name)
            yield name, Extraction("json", jmespath_of(path))


def _scalar_paths(data: dict[str, Any], steps: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for name, inner in data.items():
        if isinstance(inner, dict):
            if len(steps) < 2:
                yield from _scalar_paths(inner, (*steps, name))
        elif not isinstance(inner, list) or all(isinstance(entry, (str, int, float)) for entry in inner):
            yield (*steps, name)


# HTML


def _in_markup(root: Element) -> Iterator[Rows]:
    total = len(_shown(_scope(root))) or 1
    for css, elements in _groups(root).items():
        fields = tuple(_row_fields(elements))
        share = sum(len(_text(element)) for element in elements) / total
        if fields:
            # A class says what rows are; their place says only where they stand.
            worth = 1.0 if ">" not in css else 0.85
            yield Rows(Extraction("css", css), len(elements), fields, min(share, 1.0) * worth)


def _groups(root: Element) -> dict[str, list[Element]]:
    groups: dict[str, list[Element]] = {}
    by_class: dict[str, list[Element]] = defaultdict(list)
    for element in root.iter(etree.Element):
        if element.tag in _SKIPPED or element.tag in _INLINE or element.tag in ("html", "body"):
            continue
        for name in stable_classes(element)[:2]:
            by_class[f"{element.tag}.{name}"].append(element)
        children = Counter(child.tag for child in element if isinstance(child.tag, str))
        for tag in ("li", "tr", "article", "div", "dl", "dt", "section"):
            if children[tag] >= 3 and tag not in _SKIPPED:
                holder = _holder(element)
                if holder:
                    own = [child for child in element if child.tag == tag and _is_row(child)]
                    if len(own) >= 2:
                        groups[f"{holder} > {tag}" if tag != "tr" else f"{holder} > tr:has(td)"] = own
    alike = {css: own for css, own in by_class.items() if len(own) >= 2 and not _are_nested(own)}
    # A class that all rows of a table have says less than the table.
    tables = [set(own) for own in groups.values() if own[0].tag == "tr"]
    groups |= {css: own for css, own in alike.items() if set(own) not in tables}
    return {css: own for css, own in groups.items() if not any(_is_around(own, other) for other in groups.values())}


def _is_around(rows: Sequence[Element], others: Sequence[Element]) -> bool:
    """Whether all of the others, which are more, stand in one of the rows: then this is the main part of the page."""
    if len(others) <= len(rows):
        return False
    own = set(rows)
    around = {next((ancestor for ancestor in other.iterancestors() if ancestor in own), None) for other in others}
    return len(around) == 1 and None not in around


def _is_row(element: Element) -> bool:
    """Whether an element is one of many: no heading of a table, no name with its value, no term with its meaning."""
    if element.tag == "dt":
        return element.find(".//a") is not None
    cells = [child.tag for child in element if child.tag in ("td", "th")]
    return element.tag != "tr" or ("td" in cells and cells != ["th", "td"])


def _holder(element: Element) -> str:
    current, path = element, ""
    while current is not None and current.tag != "html":
        identity = current.get("id")
        names = stable_classes(current)
        own = f"#{identity}" if identity and re.fullmatch(r"[A-Za-z][\w-]*", identity) else ""
        own = own or (f"{current.tag}.{names[0]}" if names else "")
        path = (own or str(current.tag)) + (f" > {path}" if path else "")
        if own or current.tag in ("main", "body"):
            return path
        current = current.getparent()
    return path


def _are_nested(elements: Sequence[Element]) -> bool:
    own = set(elements)
    return any(ancestor in own for element in elements for ancestor in element.iterancestors())


def _row_fields(rows: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """Fields that at least half of the rows have, and whose values are not all the same."""
    found: dict[str, list[list[str]]] = defaultdict(list)
    names: dict[str, str] = {}
    for row in rows:
        own: dict[str, list[str]] = defaultdict(list)
        for css, name, text in _pieces(row):
            own[css].append(text)
            names.setdefault(css, name)
        for css, texts in own.items():
            found[css].append(texts)
    seen: set[str] = set()
    for css, values in found.items():
        texts = [text for own in values for text in own]
        if len(values) * 2 < len(rows) or (len(rows) > 2 and len(set(texts)) == 1):
            continue
        name = field_name(names[css])
        if not name or len(seen) >= _MOST_FIELDS:
            continue
        while name in seen:
            stem, digits = re.fullmatch(r"(.*?)(\d*)", name).groups()  # type: ignore[union-attr]  # it fits any text
            name = f"{stem}{int(digits or 1) + 1}"
        seen.add(name)
        yield name, Extraction("css", css, all=max(map(len, values)) > 1)


def _pieces(row: Element) -> Iterator[tuple[str, str, str]]:
    """The texts and links within a row: selector, name, value."""
    cells = row.tag == "tr"
    if not len(row) and (text := _text(row)):
        yield f"{_own(row)}::text", _label(row) or "text", text
    for element in row.iter(etree.Element):
        if element is row or element.tag in _SKIPPED:
            continue
        css = _within(row, element)
        if cells and element.tag == "td" and not stable_classes(element):
            css = f"td:nth-child({row.index(element) + 1})" if element.getparent() is row else css
        text = _own_text(element)
        if text:
            name = _label(element) or (_heading(row, element) if cells else "") or _around(row, element)
            yield f"{css}::text", name, text
        attribute, name = _LINKS.get(str(element.tag), ("", ""))
        value = element.get(attribute) if attribute else None
        if value and not value.startswith(("javascript:", "#", "data:")):
            label = _label(element)
            holder = _label(element.getparent()) if not label and element.getparent() is not row else label
            yield f"{css}::attr({attribute})", f"{holder}_{name}" if holder else name, value


def _around(row: Element, element: Element) -> str:
    """What an element without a name of its own is called: as what it stands in, or else as its tag."""
    parent = element.getparent()
    return (_label(parent) if parent is not row and element.tag in (*_INLINE, "a", "span") else "") or _PLAIN_NAMES.get(
        str(element.tag), str(element.tag)
    )


def _within(row: Element, element: Element) -> str:
    own = _own(element)
    parent = element.getparent()
    if "." in own or "[" in own or parent is row or parent is None:
        return own
    return f"{_own(parent)} {own}"


def _own(element: Element) -> str:
    itemprop = element.get("itemprop")
    if itemprop:
        return f'[itemprop="{itemprop}"]'
    names = stable_classes(element)
    return f"{element.tag}.{names[0]}" if names else str(element.tag)


def _label(element: Element | None) -> str:
    if element is None:
        return ""
    for text in (element.get("itemprop"), *(stable_classes(element)[:1])):
        if text:
            return str(text)
    return "title" if element.tag in ("h1", "h2", "h3", "h4") else ""


def _heading(row: Element, element: Element) -> str:
    cell = element
    while cell is not None and cell.getparent() is not row:
        cell = cell.getparent()
    table = row.getparent()
    while table is not None and table.tag != "table":
        table = table.getparent()
    if cell is None or table is None:
        return ""
    heads = table.xpath(".//tr[th][1]/th")
    place = row.index(cell)
    return _text(heads[place]) if place < len(heads) else ""


def _single_fields(root: Element, scope: Element) -> Iterator[tuple[str, Extraction]]:
    seen: set[str] = set()
    counts = Counter(name for element in root.iter(etree.Element) for name in stable_classes(element))
    for element in scope.iter(etree.Element):
        if element.tag in _SKIPPED or element.tag in ("a", "button", "label", "input", "nav", "form", "th", "dt"):
            continue
        if any(map(_FRAME.match, (element.get("class") or "").split())):
            continue
        for name, extraction in _single_field(element, counts):
            if name and name not in seen and len(seen) < _MOST_FIELDS:
                seen.add(name)
                yield name, extraction


def _form_fields(scope: Element) -> Iterator[tuple[str, Extraction]]:
    """What the fields of a form that is sent hold: a page to change something shows it there."""
    seen: set[str] = set()
    for element in scope.xpath(".//form[translate(@method, 'POST', 'post') = 'post']//*[@name]"):
        tag, name = str(element.tag), field_name(element.get("name") or "")
        kind = (element.get("type") or "text").lower()
        if not name or name in seen or len(seen) >= _MOST_FIELDS or (tag == "input" and kind not in _SHOWING):
            continue
        own = f"{tag}[name={quoted(element.get('name'))}]"
        found = {
            "input": f"{own}::attr(value)" if element.get("value") else "",
            "textarea": f"{own}::text" if (element.text or "").strip() else "",
            "select": f"{own} option[selected]::text" if element.xpath(".//option[@selected]") else "",
        }.get(tag)
        if found:
            seen.add(name)
            yield name, Extraction("css", found)


def _own_text(element: Element) -> str:
    """The first piece of text right within it, which is what `::text` finds first."""
    texts = element.xpath("text()")
    return str(texts[0]).strip() if texts else ""


def _single_field(element: Element, counts: Counter[str]) -> Iterator[tuple[str, Extraction]]:
    if not _own_text(element):
        # A container of paragraphs is one field, with all of their texts.
        names = [name for name in stable_classes(element) if counts[name] == 1]
        paragraphs = [child for child in element if child.tag == "p"]
        if names and paragraphs and not any(stable_classes(child) for child in paragraphs):
            yield field_name(names[0]), Extraction("css", f"{element.tag}.{names[0]} p::text", all=True)
        return
    if itemprop := element.get("itemprop"):
        yield field_name(itemprop), Extraction("css", f'[itemprop="{itemprop}"]::text')
        return
    for name in stable_classes(element):
        if counts[name] == 1:
            yield field_name(name), Extraction("css", f"{element.tag}.{name}::text")
            return
    before = element.getprevious()
    if element.tag in ("td", "dd") and before is not None and before.tag in ("th", "dt") and (label := _text(before)):
        quoted = f'"{label}"' if '"' not in label else f"'{label}'"
        path = f"//{before.tag}[normalize-space()={quoted}]/following-sibling::{element.tag}[1]/text()"
        yield field_name(label), Extraction("xpath", path)
        return
    if element.tag in ("h1", "h2", "h3"):
        yield "title", Extraction("css", f"{element.tag}::text")


def _text(element: Element) -> str:
    return " ".join(str(element.xpath("string()")).split())
