"""What a list calls the pages that were opened from it: a person saw it, also where these do not say it again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from ...samples.traffic import Answer, Exchange
from ..answers.elements.markup import text_within
from ..answers.extraction import AnswerPage
from ..answers.pages.addresses import joined
from ..answers.pages.contents import content_of
from ..origins.links import whole

_LETTERS = 4
"""Of a text or a value that tells which one is meant."""


def called_in_list_alone(
    seen: Sequence[Sequence[tuple[Exchange, AnswerPage]]], pages: Sequence[tuple[Answer, Collection[str]]]
) -> str:
    """The text of the link to the first page of the target, if no page says what the link to it says; else empty.

    *seen*: of each recording, all that came. *pages*: of the target, each with what its record holds.
    Each has a name of its own, which is more than a number.
    """
    known: dict[str, str] = {}
    for own in seen:
        for url, text in _links(page for _, page in own):
            known[url] = max(known.get(url, ""), text, key=len)
    texts = [known.get(whole(page.url), "") for page, _ in pages]
    letters = {"".join(filter(str.isalpha, text)) for text in texts}
    if len(pages) < 2 or len(letters) < len(texts) or min(map(len, letters)) < _LETTERS:
        return ""
    is_said = any(_says(text, page, held) for text, (page, held) in zip(texts, pages, strict=True))
    return "" if is_said else texts[0]


def _says(text: str, page: Answer, held: Collection[str]) -> bool:
    """Whether a page says a text, or its record a part of it that tells something."""
    words = text.casefold()
    is_held = any(len(value) >= _LETTERS and value.casefold() in words for value in held)
    return is_held or words in " ".join(content_of(page).texts).casefold()


def _links(pages: Iterable[AnswerPage]) -> Iterator[tuple[str, str]]:
    """The addresses that pages lead to, with what their links say."""
    for page in pages:
        root: Any = page.root
        for link in root.iter("a") if page.json is None and hasattr(root, "iter") else ():
            if (href := link.get("href")) and not href.startswith("#") and (text := text_within(link)):
                yield whole(joined(page.base, href)), text
