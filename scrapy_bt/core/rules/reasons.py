"""Why a tag took nothing from a text, in words for who writes the rule."""

from __future__ import annotations

import re
from itertools import pairwise

from ...sentences import say
from ..regex.patterns import compile_pattern
from .notes import short
from .offsets import move_down, move_up
from .results import MOST_SHOWN, StepTrace, Trace
from .rule import Tag

_LITERAL_HEAD = re.compile(r"(?:[^\\\[\](){}.*+?|^$](?![*+?{|]))*")
"""The beginning of a regular expression that is a plain text."""


def why_nothing(tag: Tag, text: str, trace: Trace) -> str:
    """Why, from what was noted of its steps."""
    steps = [step for step in trace.steps if step.name != "codes"]
    for before, after in pairwise(steps):
        if before.values and not after.values:
            return _why_lost(tag, before, after)
    return _why_not_located(tag, text, trace) or say("nothing is left")


def _why_lost(tag: Tag, before: StepTrace, after: StepTrace) -> str:
    count, shown = len(before.values), short(before.values[0])
    pieces = (
        say("the piece {}", shown) if count == 1 else say("any of {} pieces, the first of which is {}", count, shown)
    )
    match after.name:
        case "rematch":
            return say("rematch {} matches nowhere in {}", tag.rematch, pieces)
        case "include":
            return say("include {} does not match in {}", tag.include, pieces)
        case "exclude":
            return say(
                "exclude {} matches in {}: {}", tag.exclude, (say("it") if count == 1 else say("each of them")), pieces
            )
        case "link":
            return say("nothing to link to is in {}", pieces)
        case name:
            return say("{} left nothing of {}", name, pieces)


def _why_not_located(tag: Tag, text: str, trace: Trace) -> str:
    if not text:
        return say("the text is empty")
    for code, matches, name in ((tag.start, trace.starts, "start"), (tag.end, trace.ends, "end")):
        if code and not matches:
            return say("the {} code never matches{}", name, _nearly(code, text))
    starts = move_down(text, [span.end for span in trace.starts] if tag.start else [0], tag.start_offset)
    if not starts:
        return say("the start offset {} leads out of the page from each start code", tag.start_offset)
    ends = move_up(text, [span.start for span in trace.ends] if tag.end else [len(text)], tag.end_offset)
    if not ends:
        return say("the end offset {} leads out of the page from each end code", tag.end_offset)
    if len(trace.ends) == MOST_SHOWN:
        return say("none of the first {} end codes stands behind a start code", MOST_SHOWN)
    first, last = _place(text, starts[0]), _place(text, ends[-1])
    return say("each end code is before the first start: the last end at {}, the first start at {}", last, first)


def _nearly(code: str, text: str) -> str:
    """How far a code that never matches gets, or what it would match in other letters."""
    loose = compile_pattern(code, re.DOTALL | re.IGNORECASE)
    if loose.is_quick(text) and loose.is_in(text):
        return say("; in other letters, large or small, it does")
    literal = compile_pattern(code).literal or _LITERAL_HEAD.match(code)[0]  # type: ignore[index]  # it may be empty
    low, high = 0, len(literal)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if literal[:middle] in text else (low, middle - 1)
    if low < 3:
        return ""
    at = text.index(literal[:low])
    there = short(text[at : at + low + 20])
    return say("; it does up to {} at {}, where {} is", short(literal[:low]), _place(text, at), there)


def _place(text: str, at: int) -> str:
    return f"{text.count(chr(10), 0, at) + 1}:{at - text.rfind(chr(10), 0, at)}"
