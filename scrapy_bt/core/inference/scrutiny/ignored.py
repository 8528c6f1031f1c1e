"""What the person gave that a tree does not take, and what it takes that is only of the day or session of recording."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ....sentences import say
from ...samples.traffic import Recording
from ..answers.requests.acts import TypedField, typed_fields
from ..answers.requests.names import looks_made
from ..answers.values import Constant
from ..origins.days import is_of_day
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..steps.spokennames import without_count


def not_taken(planner: Planner, recordings: Sequence[Recording], inputs: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """The fields into which something else was typed each time, of which the tree knows nothing.

    *inputs*: of each recording, what the tree is given. What a login alone was sent may be unneeded, as it is.
    """
    at_logins = {typed.argument for (step, _), typed in planner.typed_places().items() if planner.is_login(step)}
    by_field: dict[str, list[TypedField]] = defaultdict(list)
    for field in typed_fields(recordings):
        if not field.is_secret and field.argument not in at_logins and len(set(filter(None, field.values))) > 1:
            by_field[field.called].append(field)
    for called, fields in by_field.items():
        if not any(_is_taken(field, inputs) for field in fields):
            shown = " and ".join(f"“{text[:40]}”" for text in fields[-1].values if text)
            yield say("what was typed or chosen for {}, {}, changes nothing of what the tree asks for", called, shown)


def _is_taken(field: TypedField, inputs: Sequence[Mapping[str, str]]) -> bool:
    """Whether its values are given, or what the chosen ones are called, also without how many there are of them."""
    counted = tuple(text and without_count(text) for text in field.texts)
    return any(
        all(
            any(text.strip().casefold() in given.casefold() for given in own.values())
            for text, own in zip(texts, inputs, strict=True)
            if text
        )
        for texts in filter(any, (field.values, field.texts, counted))
    )


def passing(planner: Planner, draft: Draft, *, has_events: bool) -> Iterator[str]:
    """What is sent as it was recorded although it tells the day, and what has to be given although nobody typed it."""
    for step in draft.steps:
        started = planner.first(step).started
        for place in planner.places(step):
            value = None if place in draft.dropped else planner.value(place, draft)
            if isinstance(value, Constant) and started and is_of_day(value.text, started):
                yield say("{} of {} is the day of the recording, “{}”", place[1], planner.name(step), value.text[:40])
    typed = {each.argument for each in planner.typed_places().values()}
    given = planner.plan(draft, for_replay=False).arguments
    for name in sorted(set(given) - typed) if has_events else ():
        if looks_made(given[name].rpartition(" ")[2]):
            yield say(
                "nobody typed the argument {}, which looks as if a program made it: another run may need another", name
            )
