"""Arguments that are numbers or keys of a site, where a person chose by name: the tree does not look them up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...samples.traffic import Event, Exchange, Recording
from ..answers.names import looks_made
from ..replay.drafts import Draft
from ..replay.planning import Planner
from ..steps.causes import cause_of


def chosen_by_name(planner: Planner, draft: Draft, recordings: Sequence[Recording]) -> Iterator[str]:
    """The arguments that the person chose by another name in each recording, which tells their values by itself."""
    given = planner.plan(draft, for_replay=False).arguments
    told: set[str] = set()
    for (step, _), typed in planner.typed_places().items():
        if typed.argument not in given or typed.argument in told or step not in draft.steps:
            continue
        names = [
            _name(value, planner.recorded(step, number), recordings[number].events)
            for number, value in enumerate(typed.values)
            if value
        ]
        if len(set(names)) > 1 and all(names):
            told.add(typed.argument)
            shown = " and ".join(f"“{name[:40]}”" for name in names[:2])
            yield (
                f"the argument {typed.argument} is a number or a key of the site, which was chosen by name, {shown}: "
                "the tree does not look up what belongs to another name"
            )


def _name(value: str, exchange: Exchange | None, events: Sequence[Event]) -> str:
    """What the person called a value that says nothing by itself; empty: it says something, or was typed."""
    if any(map(str.isalpha, value)) and not looks_made(value):
        return ""
    for event in events:
        if event.element is not None and event.element.tag == "select" and event.value == value:
            return _other(event.element.text, value)
    place = cause_of(exchange, events) if exchange is not None else None
    act = events[place] if place is not None else None
    if act is None or act.type != "click" or act.element is None or act.element.tag != "a":
        return ""
    return _other(act.element.text, value)


def _other(text: str, value: str) -> str:
    name = " ".join(text.split())
    return name if any(map(str.isalpha, name)) and value not in name else ""
