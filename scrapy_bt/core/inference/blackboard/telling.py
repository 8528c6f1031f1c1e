"""Facts, values and steps in words, without what is secret."""

from __future__ import annotations

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
from ..answers.words import StepName, Words, join, words
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

LONGEST = 60
"""Characters of a constant that are shown."""


def tell_extraction(extraction: Extraction) -> str:
    """As it stands in a `.bt` file, nearly."""
    return f"{extraction.how} `{extraction.text}`{f' of {extraction.of}' if extraction.of else ''}"


def tell_value(value: Value) -> Words:  # noqa: PLR0911 - a line for each kind
    """Where a value comes from; constants that look like keys are not shown."""
    match value:
        case Constant(text=text):
            if looks_made(text):
                return words(f"a constant of {len(text)} characters")
            return words(f"“{text if len(text) <= LONGEST else text[:LONGEST] + '…'}”")
        case Argument(name=name, is_secret=is_secret):
            return words(f"the {'secret ' if is_secret else ''}argument {name}")
        case Taken(step=step, extraction=extraction):
            return words(f"{tell_extraction(extraction)} of ", StepName(step))
        case Now(unit=unit):
            return words(f"the time ({unit})")
        case Random(alphabet=alphabet, length=length):
            return words(f"something random ({alphabet}, {length})")
        case Each(step=step):
            return words("each of what ", StepName(step), " lists")
        case Joined(parts=parts):
            return join(" + ", map(tell_value, parts))
        case Coded(value=inner, coding=coding):
            return words(f"{coding} of ", tell_value(inner))
        case Decoded(value=inner, coding=coding):
            return words(tell_value(inner), f", {coding} undone")
        case Within(value=inner, extraction=extraction):
            return words(f"{tell_extraction(extraction)} within ", tell_value(inner))


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


def tell_finding(finding: Finding) -> Words:  # noqa: C901, PLR0911, PLR0912 - a line for each kind
    """A finding in a sentence."""
    match finding:
        case Noise(recording=recording, exchange=exchange, reason=reason):
            return words(f"request {exchange} of recording {recording + 1} is {reason}")
        case Step(number=number, exchanges=exchanges):
            present = sum(exchange is not None for exchange in exchanges)
            return words(StepName(number), f" is in {present} of {len(exchanges)} recordings")
        case Target(step=step, reason=reason):
            return words(StepName(step), f" is the target: {reason}")
        case Variability(step=step, key=key, varies=varies):
            return words(f"{key} of ", StepName(step), f" {'varies' if varies else 'is always the same'}")
        case Typed(step=step, key=key, argument=argument, is_secret=is_secret):
            return words(f"{key} of ", StepName(step), f" is the {'secret ' if is_secret else ''}argument {argument}")
        case Origin(step=step, key=key, value=value):
            return words(f"{key} of ", StepName(step), " is ", tell_value(value))
        case SessionCookie(step=step, name=name):
            return words(StepName(step), f" sets the cookie {name}, which is sent back")
        case Caused(step=step):
            return words("an act of the person caused ", StepName(step))
        case EventClass(name=name, act=act):
            return words(f"{name} is an act of the kind {act}")
        case Break(step=step, seconds=seconds):
            return words(f"the person paused {seconds:.0f} s before ", StepName(step))
        case Weight(step=step, seconds=seconds):
            return words(StepName(step), f" takes {seconds:.2g} s")
        case Loop(step=step, kind=kind, key=key, next=following):
            by = "its address" if key is None else str(key)
            return words(StepName(step), f" is repeated by {kind}: {by} is next ", tell_value(following))
        case ListOf(step=step, detail=detail, each=each):
            return words(StepName(step), " lists what ", StepName(detail), f" is visited with: {tell_extraction(each)}")
        case Records(step=step, each=each, fields=fields):
            names = ", ".join(name for name, _ in fields)
            return words(StepName(step), f" holds {'one record' if each is None else 'records'}: {names}")
        case Unsteady(step=step, extraction=extraction):
            return words(f"{tell_extraction(extraction)} of ", StepName(step), " is another in another session")
        case Shareable(steps=steps):
            return words("what ", join(", ", (words(StepName(step)) for step in steps)), " did holds for other runs")
        case Contended(step=step):
            return words("two at once of ", StepName(step), " fail")
        case NeedsPerson(step=step, what=what, reason=reason):
            return words(StepName(step), f" needs a person: {what}, {reason}")
        case StepNeed(step=step, is_needed=is_needed):
            return words(f"the target {'needs' if is_needed else 'does not need'} ", StepName(step))
        case ParameterNeed(step=step, key=key, is_needed=is_needed):
            return words(f"the target {'needs' if is_needed else 'does not need'} {key} of ", StepName(step))
