"""What takes the number or key of what was chosen by its name, also where it is sent with something around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ...samples.parameters import Key
from ...samples.traffic import Exchange, Recording, have_events
from ..answers.values import Constant, Joined, Value, steps_of
from ..blackboard.workflow import Workflow
from ..origins.spellings import around, spelling
from ..origins.splitting import by_affixes
from .calledinscripts import called_in_script, typed_names
from .callednames import called
from .chosenentries import entry_names
from .givenchoices import ChosenKey, given_either_way, labels_beside, labels_of
from .linkkeys import key_in_link, key_in_row
from .listsbefore import labels_offered, was_left
from .offeredchoices import acts_for
from .rowkeys import key_in_attribute
from .slugkeys import key_beside_name
from .spokennames import (
    Names,
    label_name,
    names_of,
    offered_name,
    opened_name,
    uncounted_name,
    without_count,
)

_SIGN = re.compile(r"[^\w\s-]")
"""What stands in keys of programs, and in no name."""


def chosen_key(
    step: int,
    key: Key,
    values: Names,
    workflow: Workflow,
    recordings: Sequence[Recording],
    argument_of: Callable[[Names], str],
) -> ChosenKey | None:
    """The first way in which data or links before have all keys by their names; None if there is none, or no choice."""
    if was_left(key.name, values, workflow.exchanges[step], recordings):
        return None
    is_named = False
    for before, own, after in _cuts(values):
        for names in filter(None, _names(step, own, workflow, recordings)):
            is_named = is_named or own == values
            if (key_of := _key_of(step, key, own, names, workflow, argument_of(names))) is not None:
                return ChosenKey(names, _between(before, key_of, after), min(steps_of(key_of)))
        if (of_row := key_in_row(step, own, workflow, recordings, argument_of)) is not None:
            names, key_of = of_row
            return ChosenKey(names, _between(before, key_of, after), min(steps_of(key_of)))
    # Nobody tells which link was chosen: its address may.
    beside = None if is_named else key_beside_name(step, key, values, workflow, argument_of)
    if beside is not None:
        return ChosenKey(*beside, min(steps_of(beside[1])))
    return _offered_key(step, key, values, workflow, recordings, argument_of)


def _offered_key(
    step: int,
    key: Key,
    values: Names,
    workflow: Workflow,
    recordings: Sequence[Recording],
    argument_of: Callable[[Names], str],
) -> ChosenKey | None:
    """What takes the keys from what is offered by labels, or by names that they hold."""
    asked = workflow.exchanges[step]
    listed = labels_beside(values, labels_offered(key.name, values, asked, recordings))
    labels = dict.fromkeys((labels_of(values, asked, recordings, acts_for) or listed, listed))
    found_by = (given_either_way(step, key, values, own, workflow, argument_of(values)) for own in labels)
    if (either := next(filter(None, found_by), None)) is not None:
        # Without events, nobody tells whether what is offered was chosen, or was typed.
        return either if have_events(recordings) else either.or_given
    names = _held_names(values, asked, recordings)
    held = _key_of(step, key, values, names, workflow, argument_of(names)) if names else None
    return ChosenKey(names, held, min(steps_of(held))) if held is not None else None


def _key_of(step: int, key: Key, values: Names, names: Names, workflow: Workflow, argument: str) -> Value | None:
    """What takes the keys of these names from data, scripts or links before."""
    found: Value | None = called(step, key, values, names, workflow, argument)
    found = found or called_in_script(step, values, names, workflow, argument)
    found = found or key_in_link(step, values, names, workflow, argument)
    return found or key_in_attribute(step, values, names, workflow, argument)


def _held_names(values: Names, asked: Sequence[Exchange | None], recordings: Sequence[Recording]) -> Names:
    """What keys that nobody types are called, and say themselves: `api::boat.boat` for “Boat”; empty if nothing is.

    Where a key is made of the name, as by small letters, no page has to be asked for it.
    """
    says = opened_name if have_events(recordings) else offered_name
    names = names_of(values, asked, recordings, says, acts_for)
    are_keys = all(value is None or _SIGN.search(value) for value in values)
    is_made = around(values, names) is not None or spelling(values, names) is not None if names else True
    return () if is_made or not are_keys else names


def _between(before: str, key_of: Value, after: str) -> Value:
    parts: tuple[Value, ...] = (Constant(before), key_of, Constant(after))
    return Joined(tuple(part for part in parts if part != Constant(""))) if before or after else key_of


def _names(step: int, values: Names, workflow: Workflow, recordings: Sequence[Recording]) -> Iterator[Names]:
    asked = workflow.exchanges[step]
    yield (uncounted := names_of(values, asked, recordings, uncounted_name, acts_for))
    if (plain := names_of(values, asked, recordings, acts=acts_for)) != uncounted:
        yield plain
    yield names_of(values, asked, recordings, label_name, acts_for)
    entries = entry_names(step, values, workflow, recordings)
    # Where a key says itself what was read, as `kind~lamp~` of “lamp (23)”, that is what was given.
    if not any(without_count(name) in (value or "") for name, value in zip(entries, values, strict=False) if name):
        yield entries
    yield from typed_names(values, recordings)


def _cuts(values: Names) -> Iterator[tuple[str, Names, str]]:
    """The values as they are, and what differs in them, with what stands around it."""
    yield "", values, ""
    wanted = {number: value for number, value in enumerate(values) if value}
    pieces = by_affixes(wanted) if len(set(wanted.values())) > 1 else []
    place = next((place for place, piece in enumerate(pieces) if len(set(piece.values())) > 1), None)
    if place is not None:
        around = [next(iter(piece.values())) for piece in pieces]
        own = tuple(pieces[place].get(number) for number in range(len(values)))
        yield "".join(around[:place]), own, "".join(around[place + 1 :])
