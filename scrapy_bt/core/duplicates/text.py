"""Texts as they are compared: what two editions of one article differ in, and no reader sees, is taken away.

A hash of what is left tells texts that are the same. It is kept conservative, since what is the same is stored once:
numbers, signs and words all count; case, spaces, punctuation and forms of one character (Unicode's NFKC) do not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import regex
from lxml import etree, html

KEY_BYTES = 16
"""Length of a content key."""

_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
"""Scripts that put no spaces between words."""
_INVISIBLE = regex.compile(r"\p{Cf}+")
# Of punctuation only what belongs to a number stays: its point, its sign, its percent.
_PUNCTUATION = regex.compile(r"(?:(?!(?<=\p{Nd})[.,:/](?=\p{Nd}))(?!(?<!\w)-(?=\p{Nd}))(?!%)[\p{P}\p{Cc}\p{Z}])+")
_SPACE_BETWEEN = regex.compile(rf"(?<=[{_UNSPACED}]) (?=[{_UNSPACED}])")
_TOKEN = regex.compile(rf"[{_UNSPACED}]\p{{M}}*|[^\s{_UNSPACED}]+")
_UNSPACED_TOKEN = regex.compile(rf"[{_UNSPACED}]")
_MARKUP = regex.compile(r"</?[a-zA-Z][^<>]*>|<!--")
_AROUND = ("nav", "header", "footer", "aside", "form")
"""Elements whose text stands around an article, where there is other text."""
_SHINGLE, _WORD, _CHARACTER = 5, 2, 1
"""A shingle is three words or five characters of a script without spaces, or so much of both."""


def normalise(text: str) -> str:
    """What counts of a text, its words and numbers with one space between."""
    plain = unicodedata.normalize("NFKC", text_of_markup(text)).casefold()
    # Once more: folding may leave forms that NFKC has another one for.
    plain = unicodedata.normalize("NFKC", _INVISIBLE.sub("", plain))
    return str(_SPACE_BETWEEN.sub("", _PUNCTUATION.sub(" ", plain).strip()))


def text_of_markup(text: str) -> str:
    """The readable text of HTML, without menus and scripts; what has no tags is taken as it is."""
    if _MARKUP.search(text) is None:
        return text
    try:
        root = html.fromstring(f"<div>{text}</div>")
    except (etree.ParserError, ValueError):
        return text
    for element in list(root.iter("script", "style", "template", "head", "title", etree.Comment)):
        _drop(element)
    whole = " ".join(str(piece) for piece in root.itertext())
    for element in list(root.iter(*_AROUND)):
        if element.getparent() is not None:
            _drop(element)
    return " ".join(str(piece) for piece in root.itertext()).strip() or whole


def _drop(element: Any) -> None:
    """Take an element of lxml.html away, but not what follows it."""
    element.drop_tree()


def content_key(kind: str, normalised: Iterable[str]) -> bytes:
    """The key of a record of that kind: of its fields in their order, each normalised; `KEY_BYTES` long."""
    digest = blake2b(digest_size=KEY_BYTES)
    for part in (kind, *normalised):
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.digest()


def shingles(normalised: str) -> Iterator[str]:
    """Overlapping pieces of a normalised text, in order; one that is shorter than a piece has none."""
    tokens = _TOKEN.findall(normalised)
    weights = [_CHARACTER if _UNSPACED_TOKEN.match(token) else _WORD for token in tokens]
    end = weight = 0
    for start, own in enumerate(weights):
        while weight < _SHINGLE:
            if end == len(tokens):
                return
            weight += weights[end]
            end += 1
        yield " ".join(tokens[start:end])
        weight -= own
