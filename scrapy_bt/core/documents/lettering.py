"""Words of names in any script, as the language has them in names."""

from __future__ import annotations

import re
from unicodedata import category, normalize

_ON_LATIN = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_PART = re.compile(r"[^\w\s-]+")
_LONGEST = 20
"""Letters of a word that is no ASCII: Chinese and others part no words."""
COLONS = ":\uff1a\ufe55\ufe30\u1366"
"""The colon, as wide as a letter, small, for lines from top to bottom, and the one of Ethiopic."""
EASTERN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
"""Letters of which two make a word, in Chinese, Japanese and Korean; for a pattern, within brackets."""


def words_in(text: str) -> list[str]:
    """The words of a text in small letters, `cafeBar` as two: Latin letters without their marks, others as they are.

    Of scripts whose vowels stand beside the letters, the letters alone: no name may have such signs.
    """
    bare = _without_marks(text)
    # A small letter may be told by several signs (`ΐ`), which are one again only once they are put together.
    small = normalize("NFC", _BETWEEN.sub("_", bare).casefold())
    words = _WORD.findall("".join(sign for sign in small if not category(sign).startswith("M")))
    return [word if word.isascii() else word[:_LONGEST] for word in words]


def slug(text: str) -> str:
    """The text as addresses have names: in small letters, hyphens for blanks, no other signs, Latin without marks."""
    return re.sub(r"[-\s]+", "-", _NO_PART.sub("", _without_marks(text).lower())).strip("-_")


def _without_marks(text: str) -> str:
    return normalize("NFC", _ON_LATIN.sub("", normalize("NFKD", text)))
