"""Parameters that hold what the person typed or chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Recording, have_events
from ..answers.requests.acts import TypedField, typed_fields
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import Origin, Step, Typed, Variability
from ..origins.typedinputs import TypedInput, TypedInputs
from ..stepnames import in_recordings
from ..steps.calledinscripts import called_in_script
from ..steps.callednames import called
from ..steps.givenchoices import ChosenKey, given_either_way, labels_beside
from ..steps.listsbefore import labels_offered
from ..steps.spokennames import chosen_name, names_of, uncounted_name

_SCORE = 0.97


class InputsSource:
    """Compares each parameter with the fields that were filled before its request was sent."""

    name = "inputs"
    watches: tuple[type, ...] = (Step, Variability)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return have_events(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        inputs = TypedInputs(workflow, typed_fields(knowledge.recordings))
        for fact, found in told(knowledge, Variability):
            if found.key.where == "cookie":
                continue
            wanted = {number: value for number, value in enumerate(found.values) if value}
            if wanted and len(wanted) == sum(1 for _ in workflow.present(found.step)):
                for given in inputs.given(found.step, found.key, wanted)[:1]:
                    yield from _called(found, given, workflow, knowledge.recordings, fact) or _posts(found, given, fact)


def _called(
    found: Variability, given: TypedInput, workflow: Workflow, recordings: Sequence[Recording], because: int
) -> list[Post]:
    """What a list of choices has for the name that was chosen; empty if the value was typed, or says it itself."""
    chosen = None if given.cost else _chosen(found, given.field, workflow, recordings)
    if chosen is None:
        return []
    typed = Typed(found.step, found.key, given.field.argument, chosen.names, is_direct=False)
    facts, ways = (because, workflow.facts[chosen.step]), chosen.ways
    origins = [
        Post(Origin(found.step, found.key, value, round(_SCORE - 0.01 * place, 3)), why, facts)
        for place, (value, why) in enumerate(ways.items())
    ]
    return [Post(typed, ways[chosen.value], (because,)), *origins]


def _chosen(
    found: Variability, field: TypedField, workflow: Workflow, recordings: Sequence[Recording]
) -> ChosenKey | None:
    step, key, values, argument = found.step, found.key, found.values, field.argument
    fields = sorted(field.names)
    for says in (uncounted_name, chosen_name):
        if names := names_of(values, workflow.exchanges[step], recordings, says):
            value = called(step, key, values, names, workflow, argument, fields)
            value = value or called_in_script(step, values, names, workflow, argument)
            if value is not None:
                return ChosenKey(names, value, value.step)
    # A list may say the same of several entries, each in a part of its own, which a page tells better than an event.
    listed = labels_offered(key.name, values, workflow.exchanges[step], recordings) if any(field.texts) else ()
    ways = (
        given_either_way(step, key, values, labels_beside(values, labels), workflow, argument, fields)
        for labels in dict.fromkeys((field.texts, listed))
    )
    return next(filter(None, ways), None)


def _posts(found: Variability, given: TypedInput, because: int) -> Iterable[Post]:
    field = given.field
    count = sum(value is not None for value in found.values)
    how = f", {given.how}" if given.how else ""
    why = say("typed into the field {}{}, {}", field.called, how, in_recordings(count, len(found.values)))
    typed = Typed(
        found.step, found.key, field.argument, field.values, is_secret=field.is_secret, is_direct=not given.cost
    )
    yield Post(typed, why, (because,))
    yield Post(Origin(found.step, found.key, given.value, round(_SCORE - 0.01 * given.cost, 3)), why, (because,))
