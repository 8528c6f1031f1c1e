"""What pages about one thing say that no field holds: lines that differ from page to page, by their labels at best."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ....tree.literals import literal
from ..elements.called import is_called, with_blanks
from ..elements.classes import stable_classes
from ..elements.elementnames import is_plain
from ..elements.labels import LABELLED, behind_colon, ends_with_colon, with_colon
from ..elements.markup import place_among_siblings, text_within
from ..elements.neighbours import after, before
from ..elements.shown import main_part
from ..elements.wholetexts import IN_LINE, all_around
from ..extraction import extract, page_of
from ..fields.fieldnames import field_name
from ..fields.restfields import line_elements
from ..values import Extraction
from .headlines import headlines_of
from .lineplaces import BY_PLACE, called_by_class, is_steady, path_of
from .otherthings import entries_of_others
from .samefacts import LABELS, LONGEST_LABEL, same_facts

_SEVERAL = 2
"""Labels of one line."""
_KIND = re.compile(r"([^?#]*/[^\W\d_][\w-]*/)[^/?#]+/?(?:[?#]|$)")
"""An address below that of its kind, as `/tags/old-mills`."""
_NO_LABELS = ("form", "button", "nav", "ul", "ol", "table", "select")
_PROSE = ("p", "pre", "blockquote")
_ENDS = ("header", "footer")
_FRAME = ("nav", "aside", *_ENDS)
_MOST = 60
"""Fields of one page."""

_Piece = tuple[str, str, Element]
"""What a line says at one place, whether that is a text or an element, and the line or the element."""


def labelled_of(
    answers: Sequence[Answer], known: Sequence[Extraction], is_other: Callable[[Answer, str], bool] = lambda *_: False
) -> Iterator[tuple[str, Extraction]]:
    """Fields for what differs between the pages and is in none of the *known* ones; names may come again.

    *is_other*: whether a link of a page leads to another page of the same kind; a list of such is no part of what it
    is about.
    """
    roots = [root for answer in answers if is_element(root := page_of(answer).root)]
    said = [{text_within(line) for line in line_elements(root)} for root in roots]
    if len(roots) < 2 or all(texts == said[0] for texts in said) or any(map(_has_namespaces, roots)):
        return
    everywhere = set.intersection(*said)
    labels = everywhere | set.intersection(*(set(_pieces(root)) for root in roots))
    told: set[str] = set()
    for answer, root in list(zip(answers, roots, strict=False))[:3]:
        held = {" ".join(text.split()) for extraction in known for text in extract(answer, extraction)}
        others = entries_of_others(root, partial(is_other, answer))
        facts = same_facts(line_elements(main_part(root)), everywhere)
        for line in line_elements(main_part(root)):
            if len(told) == _MOST:
                return
            is_same = text_within(line) in everywhere and line not in facts
            if is_same or _is_of_frame(line) or _is_label(line) or line.tag == "dt" or not is_plain(line.tag):
                continue
            if not others.isdisjoint((line, *line.iterancestors())):
                continue
            heads = headlines_of(line, path_of(root, line)) if line.tag == "pre" else ()
            inner = [(field_name(name), path) for name, path in heads] or list(_within(roots, line, labels))
            own: set[str] = set()
            for name, path in (
                *(inner or ([] if _is_held(line, held, labels) else _ways(roots, root, line, labels))),
                *_filed(root, line),
            ):
                is_told = bool(path) and (not path.startswith(BY_PLACE) or is_steady(path, roots))
                if not is_told and line.tag not in _PROSE:
                    continue
                whole = Extraction("xpath", f"normalize-space({path})") if is_told else _of_prose(line)
                texts = extract(answer, whole)
                is_known = whole.text in told or (held | own).issuperset(texts)
                own.update(texts)
                if is_known or len(told) == _MOST:
                    continue
                told.add(whole.text)
                yield name, whole


def _has_namespaces(root: Element) -> bool:
    """Whether names of elements are of namespaces, as in feeds: paths here tell none."""
    return any("{" in element.tag for element in root.iter(etree.Element))


def _is_held(line: Element, held: Collection[str], labels: Collection[str]) -> bool:
    """Whether fields have all that a line says, as a whole or piece by piece beside labels."""
    if text_within(line) in held:
        return True
    values = [f" {value} " for value in held]
    pieces = [text for piece in line.itertext() if (text := " ".join(str(piece).split()))]
    told = [text for text in pieces if text not in labels]
    return len(told) >= _SEVERAL and all(any(f" {text} " in value for value in values) for text in told)


def _is_label(line: Element) -> bool:
    """Whether a line says what the next one is, though not on all pages."""
    text = text_within(line)
    return ends_with_colon(text) and len(text) <= LONGEST_LABEL and after(line) is not None and line.tag != "p"


def _is_of_frame(line: Element) -> bool:
    """Whether a line is of what stands around the content; the head and the foot of an article are its own."""
    frame = next(line.iterancestors(*_FRAME), None)
    return frame is not None and (frame.tag not in _ENDS or next(frame.iterancestors("article"), None) is None)


def _pieces(root: Any) -> Iterator[str]:
    """The texts of a page one by one, as they stand in its elements."""
    return (text for piece in main_part(root).itertext() if (text := " ".join(str(piece).split())))


def _ways(roots: Sequence[Any], root: Any, line: Element, everywhere: set[str]) -> Iterator[tuple[str, str]]:
    """Names and paths: of what stands behind a label within the line or before it, or else of the line as it stands.

    An empty path: nothing tells the line from others beside it.
    """
    first = next((child for child in line if isinstance(child.tag, str)), None)
    if first is not None and first.tag in LABELS and not (line.text or "").strip():
        label = text_within(first)
        is_label = ends_with_colon(label) or label in everywhere or first.tag != "span"
        if 0 < len(label) <= LONGEST_LABEL and is_label and any(map(str.isalpha, label)):
            owner = f"//{line.tag}[{first.tag}[{is_called(first, label)}]]"
            rest = [child for child in line[1:] if isinstance(child.tag, str) and text_within(child)]
            loose = [text for each in line.xpath("text()") if (text := str(each).strip())]
            is_inner = len(rest) == 1 and all(map(ends_with_colon, loose))
            if is_inner or (loose and not rest):
                value = f"*[{place_among_siblings(rest[0])}]" if is_inner else "text()[normalize-space()]"
                yield field_name(label), behind_colon(f"{owner}/{value}", "" if is_inner else loose[0])
                return
    around = all_around(line)
    previous = before(around)
    label = "" if previous is None else text_within(previous)
    tag = str(getattr(previous, "tag", ""))
    is_label = (label in everywhere or ends_with_colon(label)) and tag not in _NO_LABELS and is_plain(tag)
    if is_label and 0 < len(label) <= LONGEST_LABEL and previous is not None:
        if own := called_by_class(roots, around, label):
            yield own
            return
        path = f"//{previous.tag}[{is_called(previous, label)}]/following-sibling::{around.tag}[1]"
        # What a heading says on one page may be told in another place of the others, as what is like it.
        if ends_with_colon(label) or sum(bool(each.xpath(path)) for each in roots) * 2 > len(roots):
            yield field_name(label), path
            return
    names, path = stable_classes(line), path_of(root, line)
    name = field_name(line.get("id") or (names[0] if names else "")) or "text"
    if tags := _parts(roots, path) if path else ():
        yield from ((f"{name}_{tag}", f"{path}/{tag}") for tag in tags)
    elif path or line.tag in _PROSE:
        yield name, path


def _parts(roots: Sequence[Any], path: str) -> Collection[str]:
    """The tags of the elements that stand side by side in a line and are all it says, as an old and a new price are."""
    tags: dict[str, None] = {}
    is_parted = False
    for line in (found[0] for root in roots if (found := root.xpath(path))):
        own = [str(child.tag) for child in line if isinstance(child.tag, str) and text_within(child)]
        is_loose = any(character.isalnum() for text in line.xpath("text()") for character in str(text))
        if is_loose or len(set(own)) < len(own) or not IN_LINE.issuperset(own):
            return ()
        is_parted |= len(own) > 1
        tags |= dict.fromkeys(own)
    return tags if is_parted else ()


def _within(roots: Sequence[Any], line: Element, everywhere: set[str]) -> Iterator[tuple[str, str]]:
    """Of a line with several labels, or one that is a text, what stands behind each: a text, or an element."""
    pieces = [(text, kind, element) for text, kind, element in _places(line) if text]
    found = [number for number, (text, _, _) in enumerate(pieces) if ends_with_colon(text) and text in everywhere]
    told = ((LABELLED.fullmatch(text), kind, element) for text, kind, element in pieces)
    prefixed = [(with_colon(match), kind, element) for match, kind, element in told if match is not None]
    if _is_sentence(line, everywhere) and (inner := list(_between(roots, pieces, everywhere))):
        yield from inner
        return
    if len(found) < _SEVERAL and not (len(prefixed) >= _SEVERAL or len(prefixed) == len(pieces) == 1):
        return
    for number in found:
        text, kind, element = pieces[number]
        if number + 1 == len(pieces) or number + 1 in found:
            continue
        owner = f"//{element.tag}[{is_called(element, text)}]/following-sibling::text()[1]"
        if kind == "text":
            behind = pieces[number + 1][2]
            owner = f"//{behind.tag}[preceding-sibling::text()[1][normalize-space()={literal(text)}]]"
        yield field_name(text), owner
    for label, kind, element in prefixed:
        text = (
            f"//{line.tag}{'/text()' if kind == 'text' else f'/{element.tag}'}" if len(pieces) > 1 else f"//{line.tag}"
        )
        written = "".join(map(str, line.itertext()))
        start = f"{text}[starts-with(normalize-space({with_blanks('', written)}), {literal(label)})]"
        yield field_name(label), f"substring-after({with_blanks(start, written)}, {literal(label)})"


def _is_sentence(line: Element, everywhere: Collection[str]) -> bool:
    """Whether texts that all pages have take turns with elements, as in “Cost: <b>5.00</b>” or “by <a>Ada</a>”.

    Behind the first, a sign may part elements of two kinds, as in “by <a>Ada</a> | <time>May 5</time>”.
    """
    pieces = [piece for piece in _places(line) if piece[0]]
    texts, values = pieces[::2], pieces[1::2]
    tags = [str(element.tag) for _, _, element in values]
    parted = {place + 1 for place, pair in enumerate(pairwise(tags)) if len(set(pair)) > 1}
    return (
        bool(values)
        and all(kind == "text" and text in everywhere for text, kind, _ in texts)
        and all(any(map(str.isalpha, text)) or place in parted for place, (text, _, _) in enumerate(texts))
        and all(kind == "element" for _, kind, _ in values)
    )


def _between(roots: Sequence[Any], pieces: Sequence[_Piece], everywhere: Collection[str]) -> Iterator[tuple[str, str]]:
    """The elements that stand between the texts of a line, where it is so on all pages; named by the text before."""
    for (label, _, _), (_, _, element) in zip(pieces[::2], pieces[1::2], strict=False):
        before_it = f"preceding-sibling::text()[normalize-space()][1][normalize-space()={literal(label)}]"
        path = f"//{element.tag}[{before_it}]"
        found = [each for root in roots for each in root.xpath(path)[:1]]
        if element not in found:
            continue
        if all(_is_sentence(each.getparent(), everywhere) for each in found):
            yield field_name(label) or field_name(str(element.tag)), path


def _filed(root: Any, line: Element) -> Iterator[tuple[str, str]]:
    """What a line says by links among other texts, each to a page of its own kind, as “by Ada in Mills” does."""
    links = [link for link in line.iterdescendants("a") if text_within(link)]
    if not links or text_within(line) == " ".join(map(text_within, links)) or not (path := path_of(root, line)):
        return
    told = (_KIND.match(link.get("href") or "") for link in links)
    kinds = Counter(match[1] for match in told if match is not None)
    for kind in (kind for kind, count in kinds.items() if count == 1):
        yield field_name(kind.rstrip("/").rpartition("/")[2]), f"{path}//a[starts-with(@href, {literal(kind)})]"


def _places(line: Element) -> Iterator[_Piece]:
    """What a line says, in order: texts right within it, with the line, and elements without others in them."""
    yield _plain(line.text), "text", line
    for child in line:
        if isinstance(child.tag, str) and child.tag != "br":
            yield text_within(child), "element", child
        yield _plain(child.tail), "text", line


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())


def _of_prose(line: Element) -> Extraction:
    """All that stands in such a place: paragraphs without a name of their own are one text."""
    tags = [str(each.tag) for each in (line, *line.iterancestors()) if each.tag != "html"]
    return Extraction("css", f"{' > '.join(reversed(tags))}::text", all=True)
