"""How long steps take, and which event caused them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Event, Recording
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, workflow_of
from ..findings import Caused, Step, Weight
from ..steps.causes import cause_of, kind_of_event


class TimingSource:
    """Weighs each step by the RMS of its recorded times, and joins it with the last event before it."""

    name = "timing"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        for step in workflow.numbers():
            because = (workflow.facts[step],)
            seconds = [exchange.seconds for _, exchange in workflow.present(step) if exchange.seconds > 0]
            if seconds:
                rms = round(root_mean_square(seconds), 6)
                yield Post(Weight(step, rms), say("the RMS of {} recorded times", len(seconds)), because)
            causes = _causes(workflow, knowledge.recordings, step)
            if causes is not None:
                event = next(
                    knowledge.recordings[number].events[place]
                    for number, place in enumerate(causes)
                    if place is not None
                )
                why = say("it followed within seconds on {} in all recordings that have it", describe(event))
                yield Post(Caused(step, causes), why, because)


def root_mean_square(seconds: Sequence[float]) -> float:
    """The root of the mean of the squares (runtime.md, "Weights")."""
    return math.sqrt(sum(each * each for each in seconds) / len(seconds))


def describe(event: Event) -> str:
    """An event for people, without what was typed."""
    element = event.element
    if element is None:
        return say("the event {}", event.type)
    name = element.attributes.get("name") or element.label or element.text.strip()[:30] or element.attributes.get("id")
    return say("the event {} of <{}>{}", event.type, element.tag, f" {name}" if name else "")


def _causes(workflow: Workflow, recordings: Sequence[Recording], step: int) -> tuple[int | None, ...] | None:
    found: list[int | None] = [None] * workflow.recordings
    kinds = set()
    for number, exchange in workflow.present(step):
        place = cause_of(exchange, recordings[number].events)
        if place is None:
            return None
        event = recordings[number].events[place]
        found[number] = place
        kinds.add(_kind_of(event))
    return tuple(found) if len(kinds) == 1 else None


def _kind_of(event: Event) -> tuple[str, str]:
    """What has to be the same in all recordings; of buttons without names, as tabs are, any brings the same step."""
    element = event.element
    is_choice = element is not None and element.tag == "button" and "name" not in element.attributes
    return (event.type, "button") if is_choice else kind_of_event(event)
