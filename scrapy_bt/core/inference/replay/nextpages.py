"""The next page of a series, as a replay asks for it and as it has to be."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ....sentences import say
from ...documents.numbers import read_whole
from ...samples.traffic import Answer
from ..answers.extraction import extract
from ..answers.pages.contents import content_of
from ..answers.values import Constant, Joined, Value
from ..findings import Loop
from .experiment import ReplayTrial
from .oracle import resembles
from .verdicts import ReplayVerdict


def value_of_next(loop: Loop, text: str | None) -> Value | None:
    """What a loop's key is on the second page; None if that is not known. *text*: what it was on the first one."""
    if loop.kind != "counter" or loop.key is None:
        return loop.next
    parts = loop.next.parts if isinstance(loop.next, Joined) else (loop.next,)
    before, after = "", ""
    is_behind = False
    for part in parts:
        if isinstance(part, Constant):
            before, after = (before, after + part.text) if is_behind else (before + part.text, after)
        elif is_behind:
            return None
        else:
            is_behind = True
    if text is None:
        text = f"{before}{'' if loop.start is None else loop.start}{after}"
    inner = text[len(before) : len(text) - len(after)]
    number = read_whole(inner.removeprefix("-"))
    if not (text.startswith(before) and text.endswith(after)) or number is None:
        return None
    return Constant(f"{before}{(-number if inner.startswith('-') else number) + loop.by}{after}")


def judge_next(
    trial: ReplayTrial, recorded: Answer, loop: Loop, steps: Collection[int], known: Sequence[Answer] = ()
) -> ReplayVerdict:
    """Whether what one of the *steps* gave is a page beside another one of these, or the one that is *known*."""
    pages = [*known, *(answer for step, answer in trial.answers if step in steps)]
    if trial.failure or len(pages) < 2:
        return ReplayVerdict(is_right=False, reason=trial.failure or say("there was no next page"))
    reason = resembles(recorded, pages[-1])
    if not reason and content_of(pages[0]).texts == content_of(pages[1]).texts:
        reason = say("the next page says the same as the first")
    if not reason and loop.until is not None and extract(recorded, loop.until) and not extract(pages[1], loop.until):
        reason = say("the next page is empty")
    return ReplayVerdict(is_right=not reason, reason=reason)
