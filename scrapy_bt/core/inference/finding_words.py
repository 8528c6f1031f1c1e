"""Facts, values and steps in words, without what is secret."""

from __future__ import annotations

from ...sentences import join, say
from .answers.requests.names import looks_made
from .answers.values import (
    Argument,
    Beside,
    Called,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Random,
    SentChoice,
    Taken,
    Value,
    Within,
)
from .findings import (
    Caused,
    Contended,
    EventClass,
    Finding,
    FindsNothing,
    ListOf,
    LongPause,
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
from .stepnames import StepName, in_recordings

LONGEST = 60
"""Characters of a constant that are shown."""


def tell_extraction(extraction: Extraction) -> str:
    """An extraction nearly as a `.bt` file has it."""
    return f"{extraction.how} `{extraction.text}`{f' of {extraction.of}' if extraction.of else ''}"


def tell_value(value: Value) -> str:  # noqa: C901, PLR0911 - a line for each kind
    """Where a value comes from; constants that look like keys are not shown."""
    match value:
        case Constant(text=text):
            if looks_made(text):
                return say("a constant of {} characters", len(text))
            return f"“{text if len(text) <= LONGEST else text[:LONGEST] + '…'}”"
        case Argument(name=name, is_secret=is_secret):
            return say("the {}argument {}", (say("secret ") if is_secret else ""), name)
        case Taken(step=step, extraction=extraction):
            return say("{} of {}", tell_extraction(extraction), StepName(step))
        case Called(step=step, name=name):
            return say("what {} has for the argument {}", StepName(step), name.name)
        case SentChoice(name=name):
            return say("what was sent for the choice that the argument {} is", name.name)
        case Now(unit=unit):
            return say("the time ({})", unit)
        case Random(alphabet=alphabet, length=length):
            return say("something random ({}, {})", alphabet, length)
        case Each(step=step):
            return say("each of what {} lists", StepName(step))
        case Beside(step=step):
            return say("what counts as {} does", StepName(step))
        case Joined(parts=parts):
            return join(map(tell_value, parts), " + ")
        case Coded(value=inner, coding=coding):
            return say("{} of {}", coding, tell_value(inner))
        case Decoded(value=inner, coding=coding):
            return say("{}, {} undone", tell_value(inner), coding)
        case Within(value=inner, extraction=extraction):
            return say("{} within {}", tell_extraction(extraction), tell_value(inner))


def step_of(finding: Finding) -> int | None:
    """The step that a finding is about; None if it is about a request, or an act."""
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
            return say("request {} of recording {} is {}", exchange + 1, recording + 1, reason)
        case Step(number=number, exchanges=exchanges):
            present = sum(exchange is not None for exchange in exchanges)
            return say("{} is {}", StepName(number), in_recordings(present, len(exchanges)))
        case Target(step=step, reason=reason):
            return say("{} is the target: {}", StepName(step), reason)
        case Variability(step=step, key=key, varies=varies):
            return say("{} of {} {}", key, StepName(step), (say("varies") if varies else say("is always the same")))
        case Typed(step=step, key=key, argument=argument, is_secret=is_secret):
            return say(
                "{} of {} is the {}argument {}", key, StepName(step), (say("secret ") if is_secret else ""), argument
            )
        case Origin(step=step, key=key, value=value):
            return say("{} of {} is {}", key, StepName(step), tell_value(value))
        case SessionCookie(step=step, name=name):
            return say("{} sets the cookie {}, which is sent back", StepName(step), name)
        case Caused(step=step):
            return say("an act of the person caused {}", StepName(step))
        case EventClass(name=name, act=act):
            return say("{} is an act of the kind {}", name, act)
        case LongPause(step=step, seconds=seconds):
            return say("the person paused {:.0f} s before {}", seconds, StepName(step))
        case Weight(step=step, seconds=seconds):
            return say("{} takes {:.2g} s", StepName(step), seconds)
        case Loop(step=step, kind=kind, key=key, next=following):
            by = say("its address") if key is None else str(key)
            return say("{} is repeated by {}: {} is next {}", StepName(step), kind, by, tell_value(following))
        case ListOf(step=step, detail=detail, each=each, group=group):
            told = say("{} lists what {} is visited with: {}", StepName(step), StepName(detail), tell_extraction(each))
            return told if group is None else say("{}; the argument {} says which", told, group.argument)
        case Records(step=step, each=each, fields=fields, group=group):
            names = ", ".join(name for name, _ in fields)
            told = say(
                "{} holds {}: {}", StepName(step), (say("one record") if each is None else say("records")), names
            )
            return told if group is None else say("{}; the argument {} says which", told, group.argument)
        case Unsteady(step=step, extraction=extraction, instead=instead):
            if instead is None:
                return say("{} of {} is another in another session", tell_extraction(extraction), StepName(step))
            own = tell_extraction(extraction)
            return say("other pages of {} have {} by {}", StepName(step), own, tell_extraction(instead))
        case Shareable(steps=steps):
            return say("what {} did holds for other runs", join((StepName(step) for step in steps), ", "))
        case Contended(step=step):
            return say("two at once of {} fail", StepName(step))
        case FindsNothing(step=step, is_gone=True):
            return say("where a search finds nothing, {} is not there", StepName(step))
        case FindsNothing(step=step):
            return say("where a search finds nothing, {} has no records", StepName(step))
        case NeedsPerson(step=step, what=what, reason=reason):
            return say("{} needs a person: {}, {}", StepName(step), what, reason)
        case StepNeed(step=step, is_needed=is_needed):
            return say("the target {} {}", (say("needs") if is_needed else say("does not need")), StepName(step))
        case ParameterNeed(step=step, key=key, is_needed=is_needed):
            return say(
                "the target {} {} of {}", (say("needs") if is_needed else say("does not need")), key, StepName(step)
            )
