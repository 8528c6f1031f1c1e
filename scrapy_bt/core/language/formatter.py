"""Text → the one canonical text that says the same; comments stay, and single blank lines between entries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .layout import lay_out
from .parser import parse
from .words import Word, read_words

BYTE_ORDER_MARK = "\ufeff"

_CHARACTER = re.compile(r"\\.|.")


def format_text(text: str, *, file: str = "<text>") -> str:
    """Return *text* in the canonical layout, or raise `RuleError` with its syntax faults.

    Only layout and the choice of quotes change. A byte order mark and the kind of line ends stay.
    """
    parse(text, file=file)
    formatted = lay_out(_with_canonical_quotes(read_words(text)))
    if line_end(text) == "\r\n":
        formatted = formatted.replace("\n", "\r\n")
    return BYTE_ORDER_MARK + formatted if text.startswith(BYTE_ORDER_MARK) else formatted


def line_end(text: str) -> str:
    """Return how the first line of *text* ends."""
    return "\r\n" if re.match(r"[^\n]*\r\n", text) else "\n"


def _with_canonical_quotes(words: Iterator[Word]) -> Iterator[Word]:
    for word in words:
        yield word._replace(text=_requote(word.text)) if word.text[0] in "\"'" else word


def _requote(quoted: str) -> str:
    characters: list[str] = _CHARACTER.findall(quoted[1:-1])
    has = {character[-1] for character in characters}
    mark = "'" if '"' in has and "'" not in has else '"'
    written = {mark: f"\\{mark}"}
    inner = "".join(
        written.get(character[-1], character[-1]) if character[-1] in "\"'" else character for character in characters
    )
    return f"{mark}{inner}{mark}"
