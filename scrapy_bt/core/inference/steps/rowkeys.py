"""Keys in attributes of rows, which scripts ask with: `<li data-key="9">`, or behind a word, `<li id="package_9">`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ...tree.literals import literal
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


def key_in_attribute(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Value | None:
    """What takes each key from an attribute of the row that says its name, in the latest page before that has all."""
    wanted = [(number, value, name) for number, (value, name) in enumerate(zip(values, names, strict=True)) if value]
    if len({value for _, value, _ in wanted}) < min(len(wanted), 2) or not all(name for _, _, name in wanted):
        return None
    for producer in steps_before(step, names, workflow):
        found = [(workflow.answer(producer, number), value, str(name)) for number, value, name in wanted]
        pages = [(page, value, name) for page, value, name in found if page is not None]
        if not pages or len(pages) < len(found):
            continue
        for tag, attribute, word in _places(*pages[0]):
            own = f"[starts-with(@{attribute}, {literal(word)})]" if word else f"[@{attribute}]"
            before, after = f"//{tag}{own}[.//text()[normalize-space()=", f"]]/@{attribute}"
            told = (text_at(page, f"{before}{literal(name)}{after}") == word + value for page, value, name in pages)
            if all(told):
                taken = Called(producer, Argument(argument), (before, after))
                return Within(taken, Extraction("re", f"^{re.escape(word)}(.+)$")) if word else taken
    return None


def _places(page: Answer, key: str, name: str) -> Iterator[tuple[str, str, str]]:
    """Tags of elements around a text with attributes that tell its key, and the word before it there, if any."""
    root = page_of(page).root
    for holder in root.iter() if is_element(root) else ():
        if is_element(holder) and " ".join((holder.text or "").split()) == name:
            yield from _around(holder, key)


def _around(holder: Element, key: str) -> Iterator[tuple[str, str, str]]:
    for _, element in zip(range(_HIGHEST), (holder, *holder.iterancestors()), strict=False):
        for attribute, told in element.attrib.items():
            if attribute.startswith("data-") and told == key:
                yield element.tag, attribute, ""
            elif attribute == "id" and (word := _word_before(told or "", key)):
                yield element.tag, attribute, word


def _word_before(text: str, key: str) -> str:
    """What stands before a key at the end of a text; empty if that is no word, or if there is nothing."""
    word = text.removesuffix(key) if key and text.endswith(key) else ""
    return word if _WORD.fullmatch(word) else ""
