"""Scripts and words: where a name may begin and end in a text."""

from __future__ import annotations

import regex

_SCRIPTS = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
"""Those that put no spaces between words."""
_UNSPACED = regex.compile(_SCRIPTS)
_WORD = regex.compile(rf"{_SCRIPTS}|[[\p{{L}}\p{{N}}]--{_SCRIPTS}]+", regex.V1)


def is_border(text: str, at: int) -> bool:
    """Whether a word may begin or end before the character *at*."""
    if not 0 < at < len(text):
        return True
    before, after = text[at - 1], text[at]
    if not (before.isalnum() and after.isalnum()):
        return True
    if before.isascii() and after.isascii():
        return False
    return _UNSPACED.match(before) is not None or _UNSPACED.match(after) is not None


def fold(text: str) -> str:
    """The text in lower case, each character still at its place."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def words(text: str) -> list[str]:
    """The words of a folded text; of a script without spaces each pair of neighbours."""
    found: list[str] = []
    previous, end = "", -1
    for match in _WORD.finditer(text):
        word = match.group()
        if _UNSPACED.match(word) is None:
            found.append(word)
            previous = ""
            continue
        if previous and end == match.start():
            found.append(previous + word)
        previous, end = word, match.end()
    return found
