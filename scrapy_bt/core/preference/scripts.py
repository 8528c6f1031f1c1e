"""Scripts and words: where a name may begin and end in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import add

import regex

_SCRIPTS = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
"""Those that put no spaces between words."""
_UNSPACED = regex.compile(_SCRIPTS)
_NEAR_UNSPACED = re.compile("[\u0e00-\u1fff\u2e80-\U0010ffff]")
"""All of them, and some others; much faster than `_UNSPACED`."""
_RUN = regex.compile(rf"({_SCRIPTS}+)|([[\p{{L}}\p{{N}}]--{_SCRIPTS}]+)", regex.V1)
_WORD = re.compile(r"[^\W_]+")
"""Words in scripts with spaces, and runs that have others in them; much faster than `_RUN`."""
_MARKED = regex.compile(r"[\p{L}\p{N}\p{M}]+")
"""Words with the vowels and other marks that many scripts write beside their letters."""
_OTHERS = re.compile(r"[^\x00-\x7f]")
_SPACES = bytes(byte if byte > 127 or chr(byte).isalnum() else 32 for byte in range(256))
"""Makes spaces of what is no letter or digit of ASCII; some times as fast as `_WORD`, which is for the rest."""

_GROWS = "\u0130"
"""The one letter that has two characters in lower case."""


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
    return _GROWS.join(map(str.lower, text.split(_GROWS)))


def fold_all(texts: Sequence[str]) -> list[str]:
    """Each text folded; much faster than one text where few have other letters than ASCII."""
    lower = [*map(str.lower, texts)]
    return lower if sum(map(len, lower)) == sum(map(len, texts)) else [*map(fold, texts)]


def whole_words(text: str) -> list[str]:
    """The words of a text with their marks; of a script without spaces whatever stands together."""
    return _MARKED.findall(text)


def words(text: str) -> list[str]:
    """The words of a folded text; of a script without spaces each pair of neighbours."""
    for mark in () if text.isascii() else set(_OTHERS.findall(text)):
        if not mark.isalnum():
            text = text.replace(mark, " ")
    runs = text.encode("utf-8", "replace").translate(_SPACES).decode().split()
    if text.isascii():
        return runs
    found: list[str] = []
    for run in runs:
        if run.isascii():
            found.append(run)
        else:
            found += _words_of(run)
    return found


def encoded_words(text: str) -> list[bytes]:
    """The words of a text in UTF-8; faster, since most words are never decoded."""
    runs = text.encode("utf-8", "replace").translate(_SPACES).split()
    if text.isascii():
        return runs
    found: list[bytes] = []
    for run in runs:
        if run.isascii():
            found.append(run)
        else:
            found += [word.encode() for word in _words_of(run.decode())]
    return found


def _words_of(run: str) -> Iterator[str]:
    """Those of a piece of text without spaces."""
    for word in _WORD.findall(run):
        if word.isascii() or _NEAR_UNSPACED.search(word) is None or _UNSPACED.search(word) is None:
            yield word
            continue
        for unspaced, spaced in _RUN.findall(word):
            if spaced:
                yield spaced
            else:
                yield from map(add, unspaced, unspaced[1:])
