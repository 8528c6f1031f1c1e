"""The language of a text: by its script where that says it, else by its most frequent words."""

from __future__ import annotations

import regex

_SAMPLE = 2_000
"""Characters that are looked at."""
_SCRIPTS = (
    ("ja", regex.compile(r"[\p{Hiragana}\p{Katakana}]"), 0.05),
    ("ko", regex.compile(r"\p{Hangul}"), 0.2),
    ("zh", regex.compile(r"\p{Han}"), 0.15),
    ("ru", regex.compile(r"\p{Cyrillic}"), 0.4),
    ("el", regex.compile(r"\p{Greek}"), 0.4),
    ("ar", regex.compile(r"\p{Arabic}"), 0.4),
    ("he", regex.compile(r"\p{Hebrew}"), 0.4),
    ("th", regex.compile(r"\p{Thai}"), 0.4),
)
"""The share of a text's letters from which on it is of a language; in this order, as Japanese has Han, too."""
_WORDS = {
    "en": "the of and to in is that for with are this be as not from",
    "de": "der die und das ist nicht mit den von ein eine auf für dem sich",
    "fr": "le les des est dans une pour que qui pas sur du au avec et",
    "es": "el los las que es una para con por del se como pero más y",
    "pt": "o os as que é uma para com por do da não em dos ao",
    "it": "il gli che è una per con di del della non sono nel più e",
    "nl": "de het een van en is niet met voor dat op zijn aan te ook",
}
_FEWEST = 2
_LETTER = regex.compile(r"\p{L}")
_WORD = regex.compile(r"\p{L}+")


def language_of(text: str) -> str:
    """Its code of two letters, as ISO 639 has it; empty if nobody can tell."""
    sample = text[:_SAMPLE]
    letters = len(_LETTER.findall(sample))
    if not letters:
        return ""
    for language, script, share in _SCRIPTS:
        if len(script.findall(sample)) >= share * letters:
            return language
    found = [word.lower() for word in _WORD.findall(sample)]
    counts = {language: sum(word in common for word in found) for language, common in _SETS.items()}
    best, second = sorted(counts, key=counts.__getitem__, reverse=True)[:2]
    return best if counts[best] >= _FEWEST and counts[best] > counts[second] else ""


_SETS = {language: frozenset(line.split()) for language, line in _WORDS.items()}
