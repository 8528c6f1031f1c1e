"""Whose failures are foreseen: those of trees that are called only where a failure is."""

from __future__ import annotations

from . import operations as op
from .extractions import Planned
from .routines import StepList


def foresee_called(code: StepList) -> None:
    """What a tree does that is called only where its failure is foreseen is foreseen as well."""
    owners = {step.id: step.path.split("/", 1)[0] for step in code.operations}
    calls = [step for step in code.operations if isinstance(step, op.Enter)]
    changed = True
    while changed:
        changed = False
        planned: dict[str, Planned] = {}
        for call in calls:
            planned[call.routine] = min(planned.get(call.routine, Planned.CHOICE), call.planned)
        for step in code.operations:
            if isinstance(step, (op.Enter, op.Extract, op.EmitRecords)):
                foreseen = planned.get(owners[step.id], Planned.NOT)
                if foreseen > step.planned:
                    step.planned, changed = foreseen, True
