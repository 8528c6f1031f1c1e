"""The fields of a page about one thing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.secretnames import is_token_name
from ....samples.traffic import Answer
from ..data.calls import are_calls
from ..data.leaves import jmespath_of
from ..data.solelists import KeyPath, sole_list, within, without
from ..elements.called import is_called
from ..elements.classes import says_looks, stable_classes, word_of
from ..elements.markup import SHOWING, quoted, text_within
from ..elements.neighbours import before
from ..elements.shown import SKIPPED, main_part, own_text, unseen_in
from ..elements.wholetexts import IN_LINE, is_cut, take_behind, take_whole, whole_text, xpath_of
from ..extraction import page_of
from ..fields.fieldnames import field_name, unused
from ..fields.jsonfields import json_fields
from ..fields.rowfields import MOST_FIELDS
from ..values import Extraction, Fields
from .headings import HEADINGS, badges_in, before_note, behind_menu, is_way, placed
from .linkedlines import ending_links, is_led, relation_of

_FRAME = re.compile(
    r"^(crumbs?|breadcrumbs?|pager|pagination|nav|navbar|navigation|menu|footer|header|sidebar|headerlink)$"
)
"""Classes of what stands on every page."""
_UNSEEN = frozenset({"noscript", "template"})
"""What a browser with scripts shows nothing of."""
_UNREAD = ("script", "style", "noscript", "template", "select")
"""What is no part of a text."""
_LISTS = ("dl", "table")
"""What has labels of its own."""
_PARTS = re.compile(r"[\[\].:-]+")
"""What parts the name of a field in a form."""
_PLAIN = "text"
"""What a text is called that only has a class for its looks."""


def singles_of(answers: Sequence[Answer]) -> Iterator[tuple[str, Extraction]]:
    """The fields of pages about one thing of a kind, one page after another."""
    data = [page_of(answer).json for answer in answers]
    if (place := sole_list(data)) is not None:
        yield from _of_sole_list(answers, place)
    elif all(isinstance(told, dict) for told in data):
        yield from json_fields(data)
    elif are_calls(data):
        yield from _fields_of_calls(data)
    else:
        furniture = _headings_of_all(answers)
        yield from chain.from_iterable(single_of(answer, furniture) for answer in answers)


def _of_sole_list(answers: Sequence[Answer], place: KeyPath) -> Iterator[tuple[str, Extraction]]:
    """The fields of the one thing in the list there, and what is said around it of each thing, in other words."""
    pages = [page_of(answer) for answer in answers]
    known: set[str] = set()
    for name, extraction in json_fields([within(page.json, place) for page in pages]):
        text = f"{jmespath_of((*place, 0))}.{extraction.text}"
        yield unused(name, known), Extraction("json", text, all=extraction.all)
    for name, extraction in json_fields([without(page.json, place) for page in pages]):
        # What all say alike, as how many there are, tells of none.
        if any(page.extract(extraction) != pages[0].extract(extraction) for page in pages):
            yield unused(name, known), extraction


def _fields_of_calls(data: Sequence[Sequence[Any]]) -> Iterator[tuple[str, Extraction]]:
    known: set[str] = set()
    for place, told in enumerate(zip(*data, strict=True)):
        for name, extraction in json_fields(told):
            yield unused(name, known), Extraction("json", f"[{place}] | {extraction.text}", all=extraction.all)


def _headings_of_all(answers: Sequence[Answer]) -> frozenset[str]:
    """The headings that all pages have, where each has others, too: these say what it is about."""
    roots = [page_of(answer).root for answer in answers]
    told = [{text_within(each) for each in root.iter(*HEADINGS)} if is_element(root) else set[str]() for root in roots]
    common = frozenset(set.intersection(*told)) if len(told) > 1 else frozenset[str]()
    return common if all(own - common for own in told) else frozenset()


def single_of(answer: Answer, furniture: frozenset[str] = frozenset()) -> Fields:
    """The fields of a page about one thing; *furniture*: headings that say nothing of it."""
    page = page_of(answer)
    if isinstance(page.json, dict):
        return tuple(json_fields([page.json]))
    if not is_element(page.root):
        return ()
    root: Any = page.root
    scope = main_part(root)
    shown = tuple(_single_fields(root, scope, furniture))
    known = {name for name, _ in shown}
    told = (*_form_fields(scope), *_told_of_things(scope))
    return shown + tuple((unused(name, known), extraction) for name, extraction in told)


def _single_fields(root: Element, scope: Element, furniture: frozenset[str]) -> Iterator[tuple[str, Extraction]]:
    seen: set[str] = set()
    counts = Counter(name for element in root.iter(etree.Element) for name in stable_classes(element))
    unseen = {each for tag in unseen_in(scope, _UNSEEN) for own in scope.iter(tag) for each in own.iter()}
    for element in scope.iter(etree.Element):
        if (
            element in unseen
            or element.tag in SKIPPED
            or element.tag in ("a", "button", "label", "input", "nav", "form", "th", "dt")
        ):
            continue
        if element.tag == "footer" and next(element.iterancestors("article", "main"), None) is None:
            continue
        if any(map(_FRAME.match, (element.get("class") or "").split())):
            continue
        if element.tag in HEADINGS and text_within(element) in furniture:
            continue
        for name, extraction in _single_field(element, counts):
            if name and (name not in seen or name == _PLAIN) and len(seen) < MOST_FIELDS:
                yield unused(name, seen), extraction


def _told_of_things(scope: Element) -> Iterator[tuple[str, Extraction]]:
    """What a page says of a thing for programs alone, in elements that nobody sees."""
    for element in scope.xpath(".//meta[@itemprop and @content]"):
        name = element.get("itemprop") or ""
        if field_name(name) and element.get("content").strip():
            yield field_name(name), Extraction("css", f"meta[itemprop={quoted(name)}]::attr(content)")


def _form_fields(scope: Element) -> Iterator[tuple[str, Extraction]]:
    """What the fields of a form that is sent hold: a page to change something shows it there."""
    seen: set[str] = set()
    forms = (form for form in scope.iter("form") if _changes_something(form))
    elements = [each for form in forms for each in form.xpath(".//*[@name]")]
    names = _names_of_fields(dict.fromkeys(each.get("name") for each in elements))
    for element in elements:
        tag, name = str(element.tag), names[element.get("name")]
        kind = (element.get("type") or "text").lower()
        if not name or name in seen or len(seen) >= MOST_FIELDS or (tag == "input" and kind not in SHOWING):
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


def _names_of_fields(written: Iterable[str]) -> dict[str, str]:
    """What fields are called by their names in a form; of long ones that begin alike by the last part: `a[0][b][c]`."""
    names = {each: field_name(each) for each in written}
    counts = Counter(names.values())
    parts = {each: field_name(_PARTS.split(each.rstrip("]"))[-1]) for each in names}
    return {each: parts[each] if counts[name] > 1 and parts[each] else name for each, name in names.items()}


def _changes_something(form: Element) -> bool:
    """Whether it is sent by POST, or with a token by a script, so that it says neither how nor where."""
    method = form.get("method")
    if method is not None or form.get("action") is not None:
        return (method or "").lower() == "post"
    return any(map(is_token_name, form.xpath(".//input[@type = 'hidden']/@name")))


def _marked(element: Element, counts: Counter[str]) -> str:
    """What selects a heading, or what says what it is, all of whose text stands in a link; empty if it is none such."""
    itemprop, names = element.get("itemprop"), [name for name in stable_classes(element) if counts[name] == 1]
    is_marked = element.tag in HEADINGS or bool(itemprop)
    if not is_marked or not text_within(element) or any(each.tag not in IN_LINE for each in element.iterdescendants()):
        return ""
    if names or itemprop:
        return f"{element.tag}.{names[0]}" if names else f'[itemprop="{itemprop}"]'
    return str(element.tag) if len(list(element.getroottree().iter(element.tag))) == 1 else ""


def _single_field(element: Element, counts: Counter[str]) -> Iterator[tuple[str, Extraction]]:
    telling = [name for name, count in counts.items() if count == 1]
    previous = before(element) if element.tag in ("td", "dd") else None
    label = text_within(previous) if previous is not None and previous.tag in ("th", "dt") else ""
    if css := behind_menu(element, counts):
        yield "title", take_behind(xpath_of(css) or css)
        return
    if is_way(element) and (css := _marked(element, counts) or placed(element, counts)):
        path = xpath_of(css) or css
        yield "title", take_whole(f"{path}/a[last()]")
        yield from (("subtitle", badge) for badge in badges_in(element, css))
        return
    if element.tag in HEADINGS and (path := before_note(element)):
        yield "title", take_behind(path)
        yield "subtitle", take_whole(f"{path}/small")
        return
    if not own_text(element) and not (label and text_within(element)) and not is_led(element):
        yield from _of_pieces(element, counts, telling)
        return
    if itemprop := element.get("itemprop"):
        yield field_name(itemprop), whole_text(element, f'[itemprop="{itemprop}"]', within=False, telling=telling)
        return
    if called := next((name for name in stable_classes(element) if counts[name] == 1), ""):
        yield from _called(element, called, telling)
        return
    if label and previous is not None:
        path = f"//{previous.tag}[{is_called(previous, label)}]/following-sibling::{element.tag}[1]"
        yield from ((field_name(label), each) for each in _labelled(element, path, telling))
        return
    if element.tag in HEADINGS and (css := placed(element, counts)):
        whole = whole_text(element, css, within=False, telling=telling)
        yield "title", whole
        yield from (("subtitle", badge) for badge in badges_in(element, css) if whole.how == "css")


def _labelled(element: Element, path: str, telling: Sequence[str]) -> Iterator[Extraction]:
    """What takes the text of an element behind a label, without what nobody reads and lists of further labels in it."""
    inner = {str(each.tag) for each in element.iterdescendants(*_UNREAD, *_LISTS)}
    if not inner:
        is_plain = own_text(element) and not is_cut(element, telling)
        text = f"{path}/text()" if is_plain else path
        is_bare = is_plain and not len(element) and element.text == own_text(element)
        yield Extraction("xpath", text if is_bare else f"normalize-space({text})")
        return
    conditions = ["normalize-space()", *(f"not(ancestor::{tag})" for tag in _UNREAD if tag in inner)]
    if not inner.isdisjoint(_LISTS):
        conditions.append(f"count(ancestor::dl | ancestor::table) = {sum(1 for _ in element.iterancestors(*_LISTS))}")
    pieces = f"//text()[{' and '.join(conditions)}]"
    texts = element.xpath(f".{pieces}")
    if len(texts) == 1:
        yield Extraction("xpath", f"normalize-space({path}{pieces})")
    elif texts:
        yield Extraction("xpath", f"{path}{pieces}", all=True)


def _of_pieces(element: Element, counts: Counter[str], telling: Sequence[str]) -> Iterator[tuple[str, Extraction]]:
    """What an element says whose text stands in others: paragraphs are one field with all of their texts."""
    names = [name for name in stable_classes(element) if counts[name] == 1]
    paragraphs = [child for child in element if child.tag == "p"]
    is_page = next(element.iter("h1"), None) is not None
    if names and paragraphs and not is_page and not any(stable_classes(child) for child in paragraphs):
        css = f"{element.tag}.{names[0]}"
        if next(element.iterdescendants("script", "style", "form"), None) is not None:
            pieces = f"{xpath_of(css)}/p//text()[normalize-space()]"
            yield field_name(word_of(names[0])), Extraction("xpath", pieces, all=True)
        elif any(is_cut(each, telling) for each in paragraphs):
            path = xpath_of(f"{css} > p" if len(paragraphs) == 1 else css)
            yield field_name(word_of(names[0])), Extraction("xpath", f"normalize-space({path})")
        else:
            yield field_name(word_of(names[0])), Extraction("css", f"{css} p::text", all=True)
    elif css := _marked(element, counts):
        name = "title" if element.tag in HEADINGS else field_name(element.get("itemprop") or "")
        yield name, take_whole(xpath_of(css) or css)


def _called(element: Element, name: str, telling: Sequence[str]) -> Iterator[tuple[str, Extraction]]:
    """What an element says by a class *name* that nothing else on the page has."""
    whole = whole_text(element, f"{element.tag}.{name}", within=False, telling=telling)
    plain = "" if says_looks(name) else field_name(word_of(name))
    is_title = element.tag == "h1" and whole.how == "xpath"
    yield "title" if is_title or (element.tag in HEADINGS and not plain) else plain or _PLAIN, whole
    if whole.how == "css":
        yield from (("subtitle", badge) for badge in badges_in(element, f"{element.tag}.{name}"))
    elif is_led(element):
        yield "name", Extraction("css", f"{element.tag}.{name} > a::text")
    elif ending := ending_links(element):
        label, links = ending
        css = f"{element.tag}.{name} a::text"
        yield relation_of(links) or field_name(label) or _PLAIN, Extraction("css", css, all=len(links) > 1)
