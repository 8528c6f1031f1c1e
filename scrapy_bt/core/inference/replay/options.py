"""What the person keeps on a path, and what is to be left out of it: the steps and parameters that are meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...samples.parameters import Key
from ...samples.requestparts import IN_HEADERS
from ..answers.values import Constant, Value
from ..finding_words import tell_value
from ..goal import PathOptions
from ..stepnames import number_of
from .drafts import Draft, StepKey


def name_of(thing: int | StepKey) -> str:
    """A step, or a parameter of one, as the person names it."""
    return str(number_of(thing)) if isinstance(thing, int) else f"{number_of(thing[0])} {thing[1]}"


def with_options(draft: Draft, options: PathOptions, known: Iterable[int], places: Iterable[StepKey]) -> Draft:
    """The draft with what is kept, and without what is to be left out; the target stays.

    *known*: all steps that were recorded; *places*: all parameters of steps that may be on the path.
    """
    target = draft.steps[-1]
    added = [step for step in known if step < target and name_of(step) in options.keep]
    gone = [step for step in draft.steps[:-1] if name_of(step) in options.drop]
    places = tuple(places)
    kept = (place for place in places if name_of(place) in options.keep)
    dropped = (place for place in places if name_of(place) in options.drop)
    steps = draft.with_steps(added).without_steps(gone)
    return steps.with_parameters(kept).without_parameters(dropped)


def unknown_names(options: PathOptions, known: Iterable[int | StepKey]) -> list[str]:
    """Those that name nothing of what there is."""
    return sorted((options.keep | options.drop) - set(map(name_of, known)))


def origin_name(key: Key, value: Value) -> str:
    """A value as the person names it; what headers and cookies always hold may be a secret."""
    return "a constant" if isinstance(value, Constant) and key.where in IN_HEADERS else str(tell_value(value))


def wished_origins(
    options: PathOptions, values: Mapping[StepKey, Sequence[Value]]
) -> tuple[dict[StepKey, Value], list[str]]:
    """By parameter, the value that the person chose of those that it can have; and the options that name none."""
    named = {
        f"{name_of(place)}={origin_name(place[1], each)}": (place, each) for place in values for each in values[place]
    }
    found = dict(named[wish] for wish in options.origins if wish in named)
    return found, sorted(options.origins - named.keys())
