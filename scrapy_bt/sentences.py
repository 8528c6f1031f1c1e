"""Sentences that know their pattern and its parts, so that they can be told in another language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self


class Placeholder:
    """A part whose text is known where the sentence is shown."""


Part = str | int | float | Placeholder
LookUp = Callable[[str], str]
"""The pattern in another language, or itself."""


class Sentence(str):
    """English as a text, for whoever asks no further: its *pattern*, with `{}` for *parts*, `{name}` for *named*."""

    __slots__ = ("named", "parts", "pattern")
    pattern: str
    parts: tuple[Part, ...]
    named: Mapping[str, Part]

    def __new__(cls, pattern: str, *parts: object, **named: object) -> Self:
        kept, by_name = tuple(map(_keep, parts)), {name: _keep(part) for name, part in named.items()}
        sentence = super().__new__(cls, pattern.format(*kept, **by_name) if kept or by_name else pattern)
        sentence.pattern, sentence.parts, sentence.named = pattern, kept, by_name
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[Part, ...], dict[str, Part]]:
        return (self.pattern, *self.parts), dict(self.named)


say = Sentence
"""`say("there is no {}", name)`: a sentence that somebody is shown."""


def join(sentences: Iterable[object], between: str = "; ") -> Sentence:
    """Several as one; each is still told in another language by itself."""
    kept = tuple(sentences)
    return Sentence(between.replace("{", "{{").replace("}", "}}").join("{}" for _ in kept), *kept)


def fill(sentence: Sentence, text_of: Callable[[Placeholder], str]) -> Sentence:
    """The sentence with texts in place of its placeholders."""

    def filled(part: Part) -> Part:
        if isinstance(part, Placeholder):
            return text_of(part)
        return fill(part, text_of) if isinstance(part, Sentence) else part

    named = {name: filled(part) for name, part in sentence.named.items()}
    return Sentence(sentence.pattern, *map(filled, sentence.parts), **named)


def spoken(error: BaseException) -> str:
    """What an error says, as the sentence that it was raised with."""
    told = error.args[0] if len(error.args) == 1 else None
    return told if isinstance(told, Sentence) else str(error)


def tell(text: object, look_up: LookUp) -> str:
    """A sentence by the pattern that *look_up* gives for its own; anything else as it is."""
    if not isinstance(text, Sentence) or not text.pattern:
        return str(text)
    pattern = look_up(text.pattern)
    if not text.parts and not text.named:
        return pattern
    named = {name: _tell_part(part, look_up) for name, part in text.named.items()}
    return pattern.format(*(_tell_part(part, look_up) for part in text.parts), **named)


def _keep(part: object) -> Part:
    if isinstance(part, BaseException):
        return spoken(part)
    return part if isinstance(part, (str, int, float, Placeholder)) else str(part)


def _tell_part(part: Part, look_up: LookUp) -> Part:
    return tell(part, look_up) if isinstance(part, Sentence) else part


def counted(number: int, noun: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
