"""Parameters that hold what the person typed or chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Recording, have_events
from ..answers.requests.acts import typed_fields
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import Origin, Step, Typed, Variability
from ..origins.derivation import Derivation
from ..origins.typedinputs import TypedInput
from ..stepnames import StepName, in_recordings
from ..steps.calledinscripts import called_in_script
from ..steps.callednames import called, names_of

_SCORE = 0.97


class InputsSource:
    """Compares each parameter with the fields that were filled before its request was sent."""

    name = "inputs"
    watches: tuple[type, ...] = (Step, Variability)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return have_events(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        derivation = Derivation(workflow, typed_fields(knowledge.recordings))
        for fact, found in told(knowledge, Variability):
            if found.key.where == "cookie":
                continue
            wanted = {number: value for number, value in enumerate(found.values) if value}
            if wanted and len(wanted) == sum(1 for _ in derivation.workflow.present(found.step)):
                for given in derivation.given(found.step, found.key, wanted)[:1]:
                    yield from _called(found, given, workflow, knowledge.recordings, fact) or _posts(found, given, fact)


def _called(
    found: Variability, given: TypedInput, workflow: Workflow, recordings: Sequence[Recording], because: int
) -> list[Post]:
    """What a list of choices has for the name that was chosen; empty if the value was typed, or says it itself."""
    names = () if given.cost else names_of(found.values, workflow.exchanges[found.step], recordings)
    argument = given.field.argument
    value = called(found.step, found.key, found.values, names, workflow, argument) if names else None
    value = value or (called_in_script(found.step, found.values, names, workflow, argument) if names else None)
    if value is None:
        return []
    why = say("what {} has for the name that was chosen for {}", StepName(value.step), given.field.called)
    typed = Typed(found.step, found.key, argument, names, is_direct=False)
    return [
        Post(typed, why, (because,)),
        Post(Origin(found.step, found.key, value, _SCORE), why, (because, workflow.facts[value.step])),
    ]


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
