"""The sentences of a report beside their texts, so that who shows it can tell them in another language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from ....sentences import Placeholder, Sentence


class StoredSentence(TypedDict):
    """A pattern, and its parts, which may be sentences."""

    pattern: str
    parts: list[Any]


def stored_sentences(report: object) -> dict[str, StoredSentence]:
    """Those of a report, each by its text."""
    return {str(sentence): _store(sentence) for sentence in _sentences(report)}


def with_sentences(report: Any, known: Mapping[str, StoredSentence]) -> Any:
    """A stored report with sentences in place of those of its texts that were some."""
    if isinstance(report, dict):
        return {name: with_sentences(value, known) for name, value in report.items()}
    if isinstance(report, list):
        return [with_sentences(value, known) for value in report]
    return _restore(known[report], report) if isinstance(report, str) and report in known else report


def _sentences(value: object) -> Iterator[Sentence]:
    if isinstance(value, Sentence):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _sentences(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _sentences(each)


def _store(sentence: Sentence) -> StoredSentence:
    assert not sentence.named, "only faults of syntax have named parts"
    parts = [_store(part) if isinstance(part, Sentence) else part for part in sentence.parts]
    return {
        "pattern": sentence.pattern,
        "parts": [str(part) if isinstance(part, Placeholder) else part for part in parts],
    }


def _restore(stored: StoredSentence, text: str) -> str:
    """The sentence, if it says the text still: secrets may have been hidden in one of them alone."""
    try:
        parts = [_restore_part(part) for part in stored["parts"]]
        sentence = Sentence(stored["pattern"], *parts)
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError):  # it was changed by hand
        return text
    return sentence if sentence == text else text


def _restore_part(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    return Sentence(part["pattern"], *map(_restore_part, part["parts"]))
