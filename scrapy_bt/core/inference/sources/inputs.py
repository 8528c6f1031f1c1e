"""Parameters that hold what the person typed or chose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.traffic import Recording
from ..answers.acts import typed_fields
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import told, workflow_of
from ..findings import Origin, Step, Typed, Variability
from ..origins.derivation import Derivation, Given

_SCORE = 0.97
_PLACES = ("path", "query", "form", "multipart", "json", "body", "header")


class InputsSource:
    """Compares each parameter with the fields that were filled before its request was sent."""

    name = "inputs"
    watches: tuple[type, ...] = (Step, Variability)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return any(recording.events for recording in recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        derivation = Derivation(workflow_of(knowledge), typed_fields(knowledge.recordings))
        for fact, found in told(knowledge, Variability):
            if found.key.where not in _PLACES:
                continue
            wanted = {number: value for number, value in enumerate(found.values) if value}
            if wanted and len(wanted) == sum(1 for _ in derivation.workflow.present(found.step)):
                for given in derivation.given(found.step, found.key, wanted)[:1]:
                    yield from _posts(found, given, fact)


def _posts(found: Variability, given: Given, because: int) -> Iterable[Post]:
    field = given.field
    count = sum(value is not None for value in found.values)
    how = f", {given.how}" if given.how else ""
    why = say("typed into the field {}{}, in {} of {} recordings", field.called, how, count, len(found.values))
    typed = Typed(
        found.step, found.key, field.argument, field.values, is_secret=field.is_secret, is_direct=not given.cost
    )
    yield Post(typed, why, (because,))
    yield Post(Origin(found.step, found.key, given.value, round(_SCORE - 0.01 * given.cost, 3)), why, (because,))
