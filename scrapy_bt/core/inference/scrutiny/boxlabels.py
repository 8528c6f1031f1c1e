"""Keys that only the ID of a box has, as `color-3`: a person chose by its label, where nothing tells of acts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.traffic import Answer, Exchange, Recording, have_events
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..steps.spokennames import Names, is_said

_WORD = re.compile(r"[^\W\d_]{2,}")


def boxed_name(key: Key, values: Names, asked: Sequence[Exchange | None], recordings: Sequence[Recording]) -> str:
    """What the label of a box calls one of the values, where each has a box whose ID is a word of the key and it.

    *asked*: the requests that send the values, by recording. Where events were recorded, they tell what was chosen; a
    box that holds the value itself is one of a list of choices. Empty without one.
    """
    if have_events(recordings) or len({value for value in values if value}) < 2:
        return ""
    names = []
    for value, exchange, recording in zip(values, asked, recordings, strict=True):
        if value and exchange is not None:
            answers = (each.answer for each in recording.exchanges if each.index < exchange.index)
            labels = (label for answer in answers if answer is not None for label in _labels(answer, key, value))
            names.append(next((label for label in labels if not is_said(value, label)), ""))
    return names[0] if all(names) and len(set(names)) > 1 else ""


def _labels(answer: Answer, key: Key, value: str) -> Iterator[str]:
    """The labels of a page for boxes whose ID alone is called like the key, and has the value at its end."""
    words = "|".join(_WORD.findall(key.name))
    root = page_of(answer).root
    if not words or kind_of(answer) != "html" or not is_element(root):
        return
    own = re.compile(rf"(?:.*[\W_])?(?:{words})s?[\W_]*{re.escape(value)}", re.IGNORECASE)
    boxes = {box.get("id", ""): box for box in root.iter("input") if box.get("value") != value}
    for label in root.iter("label"):
        marks = [label.get("for", ""), *(box.get("id", "") for box in label.iter("input"))]
        if any(mark in boxes and own.fullmatch(mark) for mark in marks):
            yield text_within(label)
