"""Arguments that are numbers or keys of a site, where a person chose by name: the tree does not look them up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....sentences import say
from ...samples.traffic import Recording
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..steps.callednames import chosen_name


def chosen_by_name(planner: Planner, draft: Draft, recordings: Sequence[Recording]) -> Iterator[str]:
    """The arguments that the person chose by another name in each recording, which tells their values by itself."""
    given = planner.plan(draft, for_replay=False).arguments
    told: set[str] = set()
    for (step, _), typed in planner.typed_places().items():
        if typed.argument not in given or typed.argument in told or step not in draft.steps:
            continue
        names = [
            chosen_name(value, planner.recorded(step, number), recordings[number].events)
            for number, value in enumerate(typed.values)
            if value
        ]
        if len(set(names)) > 1 and all(names):
            told.add(typed.argument)
            yield say(
                "the argument {} is a number or a key of the site, which was chosen by its name, such as “{}”: the "
                "tree does not look up what belongs to another name",
                typed.argument,
                names[0][:40],
            )
