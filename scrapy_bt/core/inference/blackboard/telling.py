"""Facts, values and steps in words, without what is secret."""

from __future__ import annotations

from ...samples.traffic import Sent
from ..answers.names import looks_made
from ..answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    Taken,
    Value,
    Within,
)
from ..findings import (
    Break,
    Caused,
    Contended,
    EventClass,
    Finding,
    ListOf,
    Loop,
    NeedsPerson,
    Noise,
    Origin,
    ParameterNeed,
    Records,
    SessionCookie,
    Shareable,
    Step,
    StepNeed,
    Target,
    Typed,
    Unsteady,
    Variability,
    Weight,
)
from ..plans.planrun import describe

LONGEST = 60
"""Characters of a constant that are shown."""


def tell_step(step: int, sent: Sent | None) -> str:
    """A step by its number, with its request where that is known."""
    return f"step {step}" if sent is None else describe(step, sent)


def tell_extraction(extraction: Extraction) -> str:
    """As it stands in a `.bt` file, nearly."""
    return f"{extraction.how} `{extraction.text}`"


def tell_value(value: Value) -> str:  # noqa: PLR0911 - a line for each kind
    """Where a value comes from; constants that look like keys are not shown."""
    match value:
        case Constant(text=text):
            if looks_made(text):
                return f"a constant of {len(text)} characters"
            return f"“{text if len(text) <= LONGEST else text[:LONGEST] + '…'}”"
        case Argument(name=name, is_secret=is_secret):
            return f"the {'secret ' if is_secret else ''}argument {name}"
        case Taken(step=step, extraction=extraction):
            return f"{tell_extraction(extraction)} of step {step}"
        case Now(unit=unit):
            return f"the time ({unit})"
        case Random(alphabet=alphabet, length=length):
            return f"something random ({alphabet}, {length})"
        case Each(step=step):
            return f"each of what step {step} lists"
        case Joined(parts=parts):
            return " + ".join(tell_value(part) for part in parts)
        case Coded(value=inner, coding=coding):
            return f"{coding} of {tell_value(inner)}"
        case Decoded(value=inner, coding=coding):
            return f"{tell_value(inner)}, {coding} undone"
        case Within(value=inner, extraction=extraction):
            return f"{tell_extraction(extraction)} within {tell_value(inner)}"


def step_of(finding: Finding) -> int | None:
    """The step that a finding is about; none: it is about a request, or an act."""
    match finding:
        case Noise() | EventClass():
            return None
        case Step(number=number):
            return number
        case Shareable(steps=steps):
            return steps[-1] if steps else None
        case _:
            return finding.step


def tell_finding(finding: Finding) -> str:  # noqa: C901, PLR0911, PLR0912 - a line for each kind
    """A finding in a sentence."""
    match finding:
        case Noise(recording=recording, exchange=exchange, reason=reason):
            return f"request {exchange} of recording {recording + 1} is {reason}"
        case Step(number=number, exchanges=exchanges):
            present = sum(exchange is not None for exchange in exchanges)
            return f"step {number} is in {present} of {len(exchanges)} recordings"
        case Target(step=step, reason=reason):
            return f"step {step} is the target: {reason}"
        case Variability(step=step, key=key, varies=varies):
            return f"{key} of step {step} {'varies' if varies else 'is always the same'}"
        case Typed(step=step, key=key, argument=argument, is_secret=is_secret):
            return f"{key} of step {step} is the {'secret ' if is_secret else ''}argument {argument}"
        case Origin(step=step, key=key, value=value):
            return f"{key} of step {step} is {tell_value(value)}"
        case SessionCookie(step=step, name=name):
            return f"step {step} sets the cookie {name}, which is sent back"
        case Caused(step=step):
            return f"an act of the person caused step {step}"
        case EventClass(name=name, act=act):
            return f"{name} is an act of the kind {act}"
        case Break(step=step, seconds=seconds):
            return f"the person paused {seconds:.0f} s before step {step}"
        case Weight(step=step, seconds=seconds):
            return f"step {step} takes {seconds:.2g} s"
        case Loop(step=step, kind=kind, key=key, next=following):
            by = "its address" if key is None else str(key)
            return f"step {step} is repeated by {kind}: {by} is next {tell_value(following)}"
        case ListOf(step=step, detail=detail, each=each):
            return f"step {step} lists what step {detail} is visited with: {tell_extraction(each)}"
        case Records(step=step, each=each, fields=fields):
            names = ", ".join(name for name, _ in fields)
            return f"step {step} holds {'one record' if each is None else 'records'}: {names}"
        case Unsteady(step=step, extraction=extraction):
            return f"{tell_extraction(extraction)} of step {step} is another in another session"
        case Shareable(steps=steps):
            return f"what step{'s' * (len(steps) > 1)} {', '.join(map(str, steps))} did holds for other runs"
        case Contended(step=step):
            return f"two at once of step {step} fail"
        case NeedsPerson(step=step, what=what, reason=reason):
            return f"step {step} needs a person: {what}, {reason}"
        case StepNeed(step=step, is_needed=is_needed):
            return f"the target {'needs' if is_needed else 'does not need'} step {step}"
        case ParameterNeed(step=step, key=key, is_needed=is_needed):
            return f"the target {'needs' if is_needed else 'does not need'} {key} of step {step}"
