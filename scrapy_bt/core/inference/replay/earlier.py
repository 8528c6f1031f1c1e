"""What an earlier inference of the same recordings has proven, taken over as far as nothing else is wished for now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ...samples.parameters import Key
from ..answers.requests.shapes import describe_request
from ..goal import Earlier, PathOptions
from .differences import Difference
from .drafts import Draft, StepKey
from .options import name_of, wished_origins
from .planning import Planner
from .replays import Replay


def replay_of(stored: Mapping[str, Any]) -> Replay:
    """A replay as reports keep it."""
    other = msgspec.convert(stored["difference"], Difference) if "difference" in stored else None
    told = stored["right"], stored["reason"], stored["requests"], stored["seconds"]
    return Replay(stored["number"], stored["purpose"], *told, difference=other)


def draft_of(earlier: Earlier, planner: Planner, target: int) -> Draft | None:
    """The path that was proven; none where the recordings are others, or another page is the target."""
    steps = tuple(earlier.steps)
    known = {step: describe_request(planner.first(step).sent) for step in planner.steps}
    if not steps or steps[-1] != target or any(known.get(step) != request for step, request in earlier.steps.items()):
        return None
    places = [place for step in steps for place in planner.places(step)]
    draft = Draft(steps, frozenset(place for place in places if name_of(place) in earlier.dropped))
    options = PathOptions(origins=earlier.origins)
    for place, value in wished_origins(options, {place: planner.options(place) for place in places})[0].items():
        if value != planner.value(place, draft):
            draft = draft.choosing(place, value)
    return draft


def touched(planner: Planner, before: Draft, after: Draft) -> frozenset[int]:
    """The steps of a path of which something is other than before: their own parameters, or what they give."""
    gone, added = before.own - after.own, after.own - before.own
    changed: set[tuple[int, Key]] = {
        *(before.dropped ^ after.dropped),
        *(place for place, _ in before.choices ^ after.choices),
    }
    served = {need for step in gone for need in planner.closure(step).steps}
    fed = {step for step in after.steps[:-1] if planner.feeds(step, before) != planner.feeds(step, after)}
    return frozenset(after.own & {*added, *served, *fed, *(step for step, _ in changed)})


def decided(
    known: Mapping[str, tuple[int, ...]], steps: tuple[int, ...], places: list[StepKey]
) -> tuple[dict[int, tuple[int, ...]], dict[StepKey, tuple[int, ...]]]:
    """The steps and parameters that something was decided on, with its replays."""
    named = {name_of(step): step for step in steps}, {name_of(place): place for place in places}
    own = {named[0][name]: numbers for name, numbers in known.items() if name in named[0]}
    return own, {named[1][name]: numbers for name, numbers in known.items() if name in named[1]}
