"""Which row of a page a link was followed from that says nothing of it, as an icon or “View”: the row has a name.

Or which link that is a row itself, and says more than its name: how many there are, and since when.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import literal, of_class
from ..answers.elements.classes import stable_classes
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.values import Argument, Called, Extraction
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from ..origins.splitting import shared_beginning
from .solenames import Way, sole_way

_ROWS = ("tr", "li", "article", "section", "div", "dl")
_LONGEST = 80
"""Letters of a name."""
_OF_PART = (("//a[.//*[normalize-space()=", "]]/@href"), ("//a[.//text()[normalize-space()=", "]]/@href"))
"""What stands around a name in the XPath of the address of a link that has it as a part."""
_NUMBERS = re.compile(r"\d+")
_Said = dict[tuple[Element, str, tuple[str, ...]], Counter[str]]
"""How many rows with links say each text, of those that are built alike within one element."""
_LAST_WORD = re.compile(r"[^/?&=]*$")


@dataclass(frozen=True)
class _Chosen:
    """A link that was followed, and the row that it stands in."""

    link: Element
    row: Element
    names: tuple[str, ...]
    """What that row says and none beside it."""

    @property
    def says(self) -> str:
        """All that the link says."""
        return text_within(self.link)

    @property
    def is_row(self) -> bool:
        """Whether it has several parts, the first of which is the name."""
        parts = _texts(self.link)
        return len(parts) > 1 and parts[0] == self.names[0]

    @property
    def counts(self) -> bool:
        """Whether it says how many there are of what is named before it: its address has no such number."""
        is_other = not set(_NUMBERS.findall(self.says)) <= set(_NUMBERS.findall(self.link.get("href", "")))
        before = takewhile(lambda text: text != self.says, _texts(self.row))
        return is_other and not any(map(str.isalpha, self.says)) and self.names[0] in before


def row_called(
    step: int, urls: Sequence[str | None], workflow: Workflow, argument: str
) -> tuple[Called, tuple[str | None, ...]] | None:
    """What takes each address from the row that has a name, in the latest page before, and the names by recording.

    None: links that say something but a count, or but their rows, led there, or rows without names.
    """
    wanted = [number for number, url in enumerate(urls) if url]
    for producer in reversed([number for number in workflow.numbers() if number < step]):
        answers = [workflow.answer(producer, number) for number in wanted]
        pages = [answer for answer in answers if answer is not None]
        if len(pages) < len(answers):
            continue
        chosen = [next(_chosen(page, str(urls[number])), None) for page, number in zip(pages, wanted, strict=True)]
        found = [each for each in chosen if each is not None]
        if not found:
            continue
        are_other = len({each.says for each in found}) > 1
        are_rows = are_other and all(each.is_row for each in found)
        if len(found) < len(pages) or (are_other and not are_rows and not all(each.counts for each in found)):
            return None
        names = dict(zip(wanted, (each.names[0] for each in found), strict=True))
        told = [(page, names[number], urls[number]) for page, number in zip(pages, wanted, strict=True)]
        if way := _way_of_rows(_OF_PART if are_rows else _ways(found), told):
            called = Called(producer, Argument(argument), way, is_alone=len(way) > 2)
            return called, tuple(names.get(number) for number in range(len(urls)))
        return None
    return None


def _way_of_rows(ways: Iterable[Way], told: Sequence[tuple[Answer, str, str | None]]) -> Way:
    """How the chosen rows are found; *told*: the page, the name and the address of each; empty: they are not."""

    def is_right(way: Way) -> bool:
        return all(_address(page, literal(name).join(way)) == url for page, name, url in told)

    names = {name for _, name, _ in told}
    chosen = [(page, name) for page, name, _ in told]
    return sole_way(ways, is_right, chosen, partial(_names_of, {})) if len(names) > 1 else ()


def _chosen(page: Answer, url: str) -> Iterator[_Chosen]:
    root, base = page_of(page).root, page_of(page).base
    for link in root.iter("a") if is_element(root) else ():
        href = link.get("href")
        row = _row_of(link) if href and whole(joined(base, href)) == url else None
        if row is not None and (names := _names_in(row, link, {})):
            yield _Chosen(link, row, names)


def _names_of(said: _Said, link: Element) -> tuple[str, ...]:
    """What the row of a link is called; *said*: what is known already of other rows of the page."""
    row = _row_of(link)
    return _names_in(row, link, said)[:1] if row is not None else ()


def _row_of(link: Element) -> Element | None:
    """The row that a link stands in: others beside it have links, too."""
    rows = link.iterancestors(*_ROWS)
    return next((row for row in rows if any(other.find(".//a[@href]") is not None for other in _alike(row))), None)


def _names_in(row: Element, link: Element, said: _Said) -> tuple[str, ...]:
    """What a row says that none beside it with a link does, nor the link."""
    around = row.getparent()
    if around is None:
        return ()
    kind = around, str(row.tag), tuple(stable_classes(row))
    if kind not in said:
        rows = (each for each in (row, *_alike(row)) if each.find(".//a[@href]") is not None)
        said[kind] = Counter(text for each in rows for text in set(_texts(each)))
    own = text_within(link)
    return tuple(text for text in _texts(row) if said[kind][text] == 1 and text != own and any(map(str.isalpha, text)))


def _alike(row: Element) -> Iterator[Element]:
    """The elements beside a row that are built as it is."""
    classes = stable_classes(row)
    around = row.getparent()
    for other in around.iterchildren(row.tag) if around is not None else ():
        if other is not row and stable_classes(other) == classes:
            yield other


def _texts(element: Element) -> list[str]:
    texts = (" ".join(str(text).split()) for text in element.itertext())
    return [text for text in texts if 0 < len(text) <= _LONGEST]


def _ways(found: Sequence[_Chosen]) -> Iterator[tuple[str, str]]:
    """What stands around a name in the XPath of the address of a link in its row."""
    row = found[0].row
    classes = stable_classes(row)
    own = f"[{of_class(classes[0])}]" if classes else ""
    if row.tag in ("div", "section") and not own:
        return
    before, after = f"//{row.tag}{own}[.//text()[normalize-space()=", "]]//a"
    text = found[0].says
    by_text = f"{after}[normalize-space()={literal(text)}]/@href"
    if is_word := any(map(str.isalpha, text)):
        yield before, by_text
    hrefs = [each.link.get("href", "") for each in found]
    tail = hrefs[0][len(hrefs[0]) - shared_beginning([each[::-1] for each in hrefs]) :]
    if any(map(str.isalpha, tail)):
        yield before, f"{after}[substring(@href, string-length(@href) - {len(tail) - 1})={literal(tail)}]/@href"
    head = _LAST_WORD.sub("", hrefs[0][: shared_beginning(hrefs)])
    if not all(str(href).startswith(head) for each in found for href in each.row.xpath(".//a/@href")):
        yield before, f"{after}[starts-with(@href, {literal(head)})]/@href"
    yield before, f"{after}/@href"
    if text and not is_word:  # a count, which is another one in other rows
        yield before, by_text


def _address(answer: Answer, path: str) -> str:
    found = next(iter(page_of(answer).extract(Extraction("xpath", path))), "")
    return whole(joined(page_of(answer).base, found)) if found else ""
