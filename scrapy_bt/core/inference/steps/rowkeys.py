"""Keys in attributes of rows, which scripts ask with: `<li data-key="9">`, or behind a word, `<li id="package_9">`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import literal, of_class
from ..answers.elements.classes import stable_classes
from ..answers.extraction import page_of
from ..answers.values import Argument, Called, Extraction, Value, Within
from ..blackboard.workflow import Workflow
from .callednames import text_at
from .sayings import steps_before
from .spokennames import Names

_HIGHEST = 6
"""Elements around a name of which one may be its row."""
_WORD = re.compile(r"[A-Za-z][\w:.-]*[^\W\d]|[A-Za-z][\w:.-]*[_:.-]")
"""What may stand before a key."""
_NUMBER = r"\d+"


def keys_behind_words(answer: Answer, texts: Sequence[str]) -> Iterator[Extraction]:
    """What finds these numbers, among others, behind a word in the `id` of elements of a page; the outermost first."""
    root = page_of(answer).root
    if not is_element(root) or not all(re.fullmatch(_NUMBER, text) for text in texts):
        return
    own = (each.get("id") or "" for each in root.iter() if is_element(each))
    words = dict.fromkeys(word for text in own if (word := _word_before(text, texts[0])))
    for word in words:
        yield Extraction("re", rf"""\sid=["']?{re.escape(word)}({_NUMBER})\b""", all=True)


@dataclass(frozen=True)
class _Place:
    """Where rows have their names and keys."""

    rows: str
    """The XPath of the rows."""
    name: str
    """The XPath, within a row, of the text that is its name."""
    attribute: str
    word: str
    """What stands before the key in the attribute."""

    @property
    def pieces(self) -> tuple[str, str]:
        """What stands around a name in the XPath of the attribute of its row."""
        return f"{self.rows}[{self.name}[normalize-space()=", f"]]/@{self.attribute}"

    @property
    def alone(self) -> tuple[str, str, str]:
        """The same, which finds nothing for a name that rows of several keys have."""
        before, after = self.pieces
        return before, f"]][not(@{self.attribute} != {before}", f"{after})]/@{self.attribute}"

    def is_right(self, told: Iterable[tuple[Answer, str, str]]) -> bool:
        """Whether each page has the key for the name."""
        return all(text_at(page, literal(name).join(self.pieces)) == self.word + key for page, key, name in told)

    def is_sole(self, pages: Iterable[Answer]) -> bool:
        """Whether no name belongs to several keys."""
        for page in pages:
            keys: dict[str, str | None] = {}
            found: Any = page_of(page).root.xpath(self.rows)
            for row in found:
                names = {" ".join(str(text).split()) for text in row.xpath(self.name)}
                if any(keys.setdefault(name, row.get(self.attribute)) != row.get(self.attribute) for name in names):
                    return False
        return True


def key_in_attribute(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Value | None:
    """What takes each key from an attribute of the row that is called so, in the latest page before that has all."""
    wanted = [(number, value, name) for number, (value, name) in enumerate(zip(values, names, strict=True)) if value]
    if len({value for _, value, _ in wanted}) < min(len(wanted), 2) or not all(name for _, _, name in wanted):
        return None
    for producer in steps_before(step, names, workflow):
        found = [(workflow.answer(producer, number), value, str(name)) for number, value, name in wanted]
        pages = [(page, value, name) for page, value, name in found if page is not None]
        if not pages or len(pages) < len(found):
            continue
        if right := [place for place in _places(*pages[0]) if place.is_right(pages)]:
            own = {page for page, _, _ in pages}
            sole = next((place for place in right if place.is_sole(own)), None)
            pieces = sole.pieces if sole is not None else right[0].alone
            word = (sole or right[0]).word
            taken = Called(producer, Argument(argument), pieces, is_alone=sole is None)
            return Within(taken, Extraction("re", f"^{re.escape(word)}(.+)$")) if word else taken
    return None


def _places(page: Answer, key: str, name: str) -> Iterator[_Place]:
    """Where a name stands in a row with its key: anywhere on the page, and within what is around the row."""
    root = page_of(page).root
    holders = [each for each in root.iter() if is_element(each)] if is_element(root) else []
    found = [
        place for holder in holders if " ".join((holder.text or "").split()) == name for place in _around(holder, key)
    ]
    yield from (place for _, place in found)
    for row, place in found:
        yield from (replace(place, rows=f"{path}{place.rows}") for path in _lists(row))


def _around(holder: Element, key: str) -> Iterator[tuple[Element, _Place]]:
    """The rows around a name with an attribute that tells the key, also behind a word."""
    path = "text()"
    for _, row in zip(range(_HIGHEST), (holder, *holder.iterancestors()), strict=False):
        for attribute, told in row.attrib.items():
            word = _word_before(told or "", key) if attribute == "id" else ""
            if word or (attribute.startswith("data-") and told == key):
                begun = f"[starts-with(@{attribute}, {literal(word)})]" if word else f"[@{attribute}]"
                if word and key.isdecimal():
                    begun += f"[number(substring-after(@{attribute}, {literal(word)})) >= 0]"
                yield row, _Place(f"//{row.tag}{begun}", path, attribute, word)
        path = f"{_step_to(row)}/{path}"


def _step_to(element: Element) -> str:
    """The XPath of an element within the one around it: by its class, or as one of those with its tag."""
    classes = stable_classes(element)
    before = sum(1 for _ in element.itersiblings(element.tag, preceding=True))
    return f"{element.tag}[{of_class(classes[0])}]" if classes else f"{element.tag}[{before + 1}]"


def _lists(row: Element) -> Iterator[str]:
    """The XPaths of what is around a row, the nearest first."""
    for around in row.iterancestors():
        if classes := stable_classes(around):
            yield f"//{around.tag}[{of_class(classes[0])}]"
        elif identity := around.get("id"):
            yield f"//{around.tag}[@id={literal(identity)}]"


def _word_before(text: str, key: str) -> str:
    """What stands before a key at the end of a text; empty if that is no word, or if there is nothing."""
    word = text.removesuffix(key) if key and text.endswith(key) else ""
    return word if _WORD.fullmatch(word) else ""
