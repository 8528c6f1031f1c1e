"""What an entry of data is called that a person chose by its row, and of which another click asked for more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from ...samples.traffic import Answer, Event, Exchange, Recording
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..blackboard.workflow import Workflow
from .spokennames import Names

_Place = tuple[str, str, str]
"""The path of a list, the field that holds a name, and the one that holds the key."""
_Says = Callable[[str], bool]


def entry_names(step: int, values: Names, workflow: Workflow, recordings: Sequence[Recording]) -> Names:
    """By recording, what the entry was called in data before whose key was sent; empty if no click says it.

    The name stands in what was clicked before, in each recording another one, or in a row that has the key.
    """
    asked = workflow.exchanges[step]
    wanted = {number: value for number, value in enumerate(values) if value}
    rows = {number: _row_text(value, asked[number], recordings[number]) for number, value in wanted.items()}
    if len(set(rows.values())) > 1 and all(rows.values()):
        says: dict[int, _Says] = {number: partial(_is_within, text) for number, text in rows.items()}
        if names := _names(step, wanted, workflow, says):
            return tuple(map(names.get, range(len(values))))
    said = {number: _said_before(asked[number], recordings[number]) for number in wanted}
    if len(wanted) < 2 or not all(said.values()):
        return ()
    others = {number: set[str]().union(*(said[other] for other in wanted if other != number)) for number in wanted}
    names = _names(step, wanted, workflow, {number: (said[number] - others[number]).__contains__ for number in wanted})
    return tuple(map(names.get, range(len(values)))) if names else ()


def _names(step: int, keys: Mapping[int, str], workflow: Workflow, says: Mapping[int, _Says]) -> Mapping[int, str]:
    """By recording, what the latest data before call what has its key, if they say so at one place in all."""
    for producer in reversed([number for number in workflow.numbers() if number < step]):
        found = [dict(_places(workflow.answer(producer, number), key, says[number])) for number, key in keys.items()]
        if shared := sorted(set.intersection(*map(set, found))):
            return dict(zip(keys, (own[shared[0]] for own in found), strict=True))
    return {}


def _row_text(key: str, exchange: Exchange | None, recording: Recording) -> str:
    """What the last element says that was clicked before a request and has a key in an attribute."""
    elements = (each.element for each in reversed(_clicks_before(exchange, recording)))
    return next((each.text for each in elements if each is not None and key in each.attributes.values()), "")


def _said_before(exchange: Exchange | None, recording: Recording) -> set[str]:
    """The texts that were clicked before a request."""
    clicks = _clicks_before(exchange, recording)
    texts = [text for click in clicks for text in (click.element.text if click.element else "", *click.around)]
    return {" ".join(text.split()) for text in texts if any(map(str.isalpha, text))}


def _clicks_before(exchange: Exchange | None, recording: Recording) -> list[Event]:
    return [each for each in recording.events if each.type == "click" and exchange and each.at <= exchange.started]


def _is_within(row: str, text: str) -> bool:
    return text in row and any(map(str.isalpha, text))


def _places(answer: Answer | None, key: str, says: _Says) -> Iterator[tuple[_Place, str]]:
    """Where data has the key, in an object with a text of its own that is said: that text."""
    for path, told in told_lists(answer) if answer is not None else ():
        for held in dict.fromkeys(name for own in told for name, value in own.items() if to_text(value) == key):
            alike = [own for own in told if to_text(own.get(held)) == key]
            for name, value in alike[0].items() if len(alike) == 1 and len(told) > 1 else ():
                is_said = name != held and isinstance(value, str) and says(value)
                if is_said and sum(own.get(name) == value for own in told) == 1:
                    yield (path, name, held), value
