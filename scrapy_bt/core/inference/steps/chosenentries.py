"""What an entry of data is called that a person chose by its row, and of which another click asked for more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...samples.traffic import Answer, Exchange, Recording
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..blackboard.workflow import Workflow
from .callednames import Names

_Place = tuple[str, str, str]
"""The path of a list, the field that holds a name, and the one that holds the key."""


def entry_names(step: int, values: Names, workflow: Workflow, recordings: Sequence[Recording]) -> Names:
    """By recording, what the entry was called in data before whose key was sent; empty if no click says it.

    The name stands in what was clicked before, in each recording another one.
    """
    asked = workflow.exchanges[step]
    wanted = [number for number, value in enumerate(values) if value]
    said = {number: _said_before(asked[number], recordings[number]) for number in wanted}
    if len(wanted) < 2 or not all(said.values()):
        return ()
    others = {number: set[str]().union(*(said[other] for other in wanted if other != number)) for number in wanted}
    for producer in reversed([number for number in workflow.numbers() if number < step]):
        found = [
            _named(workflow.answer(producer, number), values[number] or "", said[number] - others[number])
            for number in wanted
        ]
        if shared := sorted(set.intersection(*map(set, found))):
            names = dict(zip(wanted, (own[shared[0]] for own in found), strict=True))
            return tuple(names.get(number) for number in range(len(values)))
    return ()


def _said_before(exchange: Exchange | None, recording: Recording) -> set[str]:
    """The texts that were clicked before a request."""
    clicks = [each for each in recording.events if each.type == "click" and exchange and each.at <= exchange.started]
    texts = [text for click in clicks for text in (click.element.text if click.element else "", *click.around)]
    return {" ".join(text.split()) for text in texts if any(map(str.isalpha, text))}


def _named(answer: Answer | None, key: str, said: set[str]) -> Mapping[_Place, str]:
    """Where data has the key, in an object with a text that was said: that text."""
    return dict(_places(answer, key, said)) if answer is not None and said else {}


def _places(answer: Answer, key: str, said: set[str]) -> Iterator[tuple[_Place, str]]:
    for path, told in told_lists(answer):
        for held in dict.fromkeys(name for own in told for name, value in own.items() if to_text(value) == key):
            alike = [own for own in told if to_text(own.get(held)) == key]
            for name, value in alike[0].items() if len(alike) == 1 and len(told) > 1 else ():
                if name != held and isinstance(value, str) and value in said:
                    yield (path, name, held), value
