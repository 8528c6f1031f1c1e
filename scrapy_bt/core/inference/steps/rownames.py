"""Which row of a page a link was followed from that says nothing of it, as an icon or “View”: the row has a name.

Or which link that is a row itself, and says more than its name: how many there are, and since when.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import literal
from ..answers.elements.classes import stable_classes
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.values import Argument, Called, Extraction
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from ..origins.splitting import shared_beginning

_ROWS = ("tr", "li", "article", "section", "div", "dl")
_LONGEST = 80
"""Letters of a name."""
_OF_PART = (("//a[.//*[normalize-space()=", "]]/@href"), ("//a[.//text()[normalize-space()=", "]]/@href"))
"""What stands around a name in the XPath of the address of a link that has it as a part."""
_NUMBERS = re.compile(r"\d+")
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
        for before, after in _OF_PART if are_rows else _ways(found):
            names = [each.names[0] for each in found]
            given = zip(pages, names, wanted, strict=True)
            if len(set(names)) > 1 and all(
                _address(page, f"{before}{literal(name)}{after}") == urls[number] for page, name, number in given
            ):
                by_recording = dict(zip(wanted, names, strict=True))
                return Called(producer, Argument(argument), (before, after)), tuple(
                    by_recording.get(number) for number in range(len(urls))
                )
        return None
    return None


def _chosen(page: Answer, url: str) -> Iterator[_Chosen]:
    root, base = page_of(page).root, page_of(page).base
    for link in root.iter("a") if is_element(root) else ():
        href = link.get("href")
        if not href or whole(joined(base, href)) != url:
            continue
        for row in link.iterancestors(*_ROWS):
            beside = [other for other in _alike(row) if other.find(".//a[@href]") is not None]
            if not beside:
                continue
            others = {text for other in beside for text in _texts(other)} | {text_within(link)}
            names = tuple(text for text in _texts(row) if text not in others and any(map(str.isalpha, text)))
            if names:
                yield _Chosen(link, row, names)
            break


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
    own = f"[contains(concat(' ', normalize-space(@class), ' '), ' {classes[0]} ')]" if classes else ""
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
