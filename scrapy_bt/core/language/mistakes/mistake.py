"""A mistake of syntax: what it is called, what to say about it, and texts that make it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....sentences import Sentence, say

NESTED_DECLARATION = "nested-declaration"
UNCLOSED_BLOCK = "unclosed-block"
EXTRA_BRACE = "extra-brace"
MISSING_DECLARES = "missing-declares"
MISSING_EQUALS = "missing-equals"
RESERVED_WORD = "reserved-word"
UNCLOSED_STRING = "unclosed-string"
UNKNOWN_KIND = "unknown-kind-of-node"

_LONGEST_WORD = 40


@dataclass(frozen=True)
class Mistake:
    """*message* and *advice* are patterns.

    `{met}` and `{last}` stand for what was met and the word before it, in backticks, or in words where there is none;
    `{word}` and `{before}` for the same as they are written.
    """

    code: str
    message: str
    advice: str
    by_word: tuple[str, ...]
    """Examples that show it by the state of the parser and the kind of word that it met."""
    by_state: tuple[str, ...] = ()
    """Examples that show it by the state of the parser alone, whatever the word."""

    @property
    def examples(self) -> tuple[str, ...]:
        return (*self.by_word, *self.by_state)

    def filled(self, word: str = "", before: str = "", *, is_end: bool = False) -> Mistake:
        """With its texts as they are told where a word was met behind another, or the end of the text."""
        word, before = shorten(word), shorten(before)
        met = say("the end") if is_end else f"`{word}`"
        last = f"`{before}`" if before else say("this")

        def fill(pattern: str) -> str:
            if isinstance(pattern, Sentence):
                return pattern
            return say(pattern, word=word, before=before, met=met, last=last)

        return replace(self, message=fill(self.message), advice=fill(self.advice))


def shorten(word: str) -> str:
    """A word as it is told, without what cannot be seen."""
    word = word if word.isprintable() else ascii(word)
    return word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}…"
