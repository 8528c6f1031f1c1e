"""A mistake of syntax: what it is called, what to say about it, and texts that make it."""

from __future__ import annotations

from dataclasses import dataclass

NESTED_DECLARATION = "nested-declaration"
UNCLOSED_BLOCK = "unclosed-block"
EXTRA_BRACE = "extra-brace"
MISSING_DECLARES = "missing-declares"
MISSING_EQUALS = "missing-equals"
RESERVED_WORD = "reserved-word"
UNCLOSED_STRING = "unclosed-string"


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
