"""What the latest list of choices before a request tells of what it sends: what that is called, and who chose it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ...samples.traffic import Answer, Exchange, Recording
from .choicelists import choices_of, is_kept

_MOST = 100
"""Answers before a request that are looked at: what is chosen was offered not long ago."""


def answers_before(exchange: Exchange, recording: Recording) -> list[tuple[Exchange, Answer]]:
    """The answers before a request, the latest first."""
    before = (each for each in reversed(recording.exchanges) if each.index < exchange.index and each.answer is not None)
    return [(each, each.answer) for each in islice(before, _MOST) if each.answer is not None]


def was_left(
    name: str, values: Sequence[str | None], exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]
) -> bool:
    """Whether each of several recordings sends the same, which its page has chosen by itself in a field of the name.

    No if events were recorded, which tell it better; and one recording alone says no more than that.
    """
    told = zip(values, exchanges, recordings, strict=True)
    sent = [(value, exchange, own) for value, exchange, own in told if value and exchange is not None]
    is_same = len(recordings) > 1 and len({value for value, _, _ in sent}) == 1
    return is_same and all(_is_left(name, *each) for each in sent)


def labels_offered(
    name: str, values: Sequence[str | None], exchanges: Sequence[Exchange | None], recordings: Sequence[Recording]
) -> tuple[str | None, ...]:
    """By recording, what the latest list of choices with that field calls a value that it had not chosen by itself.

    A list that a script draws in place of the page's own tells nothing of it in events. Empty if all send the same.
    """
    if len(recordings) > 1 and len(set(filter(None, values))) < 2:
        return ()
    told = zip(values, exchanges, recordings, strict=True)
    labels = [_label_of(name, value, sent, own) if value else None for value, sent, own in told]
    return tuple(labels) if any(labels) else ()


def _label_of(name: str, value: str, exchange: Exchange | None, recording: Recording) -> str | None:
    if exchange is None:
        return None
    lists = (choices_of(answer, (name,), exchange.sent) for _, answer in answers_before(exchange, recording))
    offered = next(filter(None, lists), [])
    own = {each.label for each in offered if each.value == value and not each.is_preset}
    # Two forms may have fields of one name: what they call the value, or what has that label, is not told then.
    is_told = len(own) == 1 and len({each.value for each in offered if each.label in own}) == 1
    return own.pop() if is_told else None


def _is_left(name: str, value: str, exchange: Exchange, recording: Recording) -> bool:
    if recording.events:
        return False
    offers = (is_kept(answer, name, value, exchange.sent) for _, answer in answers_before(exchange, recording))
    return next((kept for kept in offers if kept is not None), False)
