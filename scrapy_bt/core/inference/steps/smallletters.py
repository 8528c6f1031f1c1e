"""Whether a word is one of a list that is written in small letters throughout: in others it is none of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...samples.traffic import Answer, Exchange, Recording
from ..answers.data.groups import told_lists
from ..answers.pages.forms import has_shown_field
from .choicelists import choices_in
from .listsbefore import answers_before

_FEWEST = 3
"""Words of a list."""


def are_of_small_letters(
    name: str,
    values: Sequence[str | None],
    exchanges: Sequence[Exchange | None],
    recordings: Sequence[Recording],
) -> bool:
    """Whether each value of that *name* stands in such a list, which was answered before its request.

    No if there is none, or if a form of a page has a field for it: what is written there is sent as it is.
    """
    told = list(zip(values, exchanges, recordings, strict=True))
    return any(values) and all(
        exchange is not None and _is_small(value) and _is_of_list(name, value, exchange, recording)
        for value, exchange, recording in told
        if value
    )


def _is_of_list(name: str, value: str, exchange: Exchange, recording: Recording) -> bool:
    answers = [answer for _, answer in answers_before(exchange, recording)]
    if any(has_shown_field(answer, exchange.sent, name) for answer in answers):
        return False
    found = next((own for answer in answers for own in _lists(answer) if value in own), frozenset[str]())
    return len(found) >= _FEWEST and all(map(_is_small, found))


def _is_small(text: str) -> bool:
    return any(map(str.isalpha, text)) and text == text.lower()


def _lists(answer: Answer) -> Iterator[frozenset[str]]:
    """The words of each list of choices, those that are sent with those that are shown, and of each field of data."""
    choices = [choice for choice in choices_in(answer) if choice.value]
    for field in dict.fromkeys((choice.form, choice.fields) for choice in choices):
        own = [choice for choice in choices if (choice.form, choice.fields) == field]
        yield frozenset(text for choice in own for text in (choice.value, choice.label))
    for _, entries in told_lists(answer):
        for key in dict.fromkeys(key for entry in entries for key in entry):
            yield frozenset(text for entry in entries if isinstance(text := entry.get(key), str))
