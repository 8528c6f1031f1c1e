"""What a person read and chose, where it is sent with something around it: `tag:lamp`, `lamp ` for the link “lamp”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...samples.traffic import Recording
from ..answers.values import Argument, Constant, Joined, Value
from ..blackboard.workflow import Workflow
from ..findings import Variability
from .causes import cause_of

Texts = tuple[str | None, ...]
"""By recording."""
_CHOSEN = frozenset({"click", "dblclick"})


@dataclass(frozen=True)
class Chosen:
    """The texts that were chosen, and what stands around them in each recording."""

    texts: Texts
    before: str = ""
    after: str = ""

    def value(self, name: str, *, is_secret: bool = False) -> Value:
        """The whole value, made of an argument."""
        argument = Argument(name, is_secret)
        parts = (Constant(self.before), argument, Constant(self.after))
        return Joined(tuple(part for part in parts if part != Constant(""))) if self.is_within else argument

    @property
    def is_within(self) -> bool:
        return bool(self.before or self.after)


def chosen_in(found: Variability, workflow: Workflow, recordings: Sequence[Recording]) -> Chosen:
    """What was clicked before the request was sent, or the value without blanks around it; else the value itself."""
    clicked = tuple(_clicked(found.step, number, workflow, recordings) for number in range(len(found.values)))
    for texts in (clicked, tuple(value and value.strip() for value in found.values)):
        around = set(_around(found.values, texts))
        if len(around) == 1 and len(set(filter(None, texts))) > 1:
            before, after = around.pop()
            return Chosen(texts, before, after)
    return Chosen(found.values)


def _clicked(step: int, recording: int, workflow: Workflow, recordings: Sequence[Recording]) -> str | None:
    exchange, events = workflow.exchanges[step][recording], recordings[recording].events
    place = cause_of(exchange, events) if exchange is not None else None
    event = events[place] if place is not None else None
    if event is None or event.type not in _CHOSEN or event.element is None:
        return None
    return " ".join(event.element.text.split()) or None


def _around(values: Texts, texts: Texts) -> Iterator[tuple[str, str]]:
    """What stands before and after each text in its value; one that is not just once in it has several."""
    for value, text in zip(values, texts, strict=True):
        if value is None and text is None:
            continue
        before, found, after = (value or "").partition(text or "\0")
        yield from [(before, after)] if found else [("", ""), ("\0", "")]
