"""Keys that a script has names for, as `{due: "Due soon"}`: a person chose by these, where nothing tells of acts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...samples.bodies import text_of
from ...samples.traffic import Recording, have_events
from ..steps.spokennames import Names, is_said

_MOST = 2000
"""Letters of an object behind a name."""
_SPELLED = re.compile(r"[a-z][A-Z]|[_/\\#<>=(){}]|^[A-Z]+:")
"""What stands in names of programs, and in addresses."""


def scripted_name(values: Names, recordings: Sequence[Recording]) -> str:
    """What a script calls one of the values that says something else, in an object with all of them; or empty.

    Where events were recorded, they tell what was chosen.
    """
    wanted = sorted({value for value in values if value})
    if have_events(recordings) or len(wanted) < 2 or not all(value.isidentifier() for value in wanted):
        return ""
    for text in _scripts(recordings[0]):
        for found in re.finditer(_named(wanted[0]), text):
            own = (
                text[text.rfind("{", 0, found.start()) + 1 : found.end()]
                + text[found.end() : found.end() + _MOST].partition("}")[0]
            )
            names = [pair and pair[2] for pair in (re.search(_named(value), own) for value in wanted)]
            if all(name and _is_label(name) for name in names):
                told = zip(wanted, filter(None, names), strict=True)
                return next((name for value, name in told if not is_said(value, name)), "")
    return ""


def _is_label(text: str) -> bool:
    """Whether a text is spelled as a person reads it, as no class, icon, colour or address is: it begins large."""
    return text[0].isalpha() and not text[0].islower() and not _SPELLED.search(text)


def _named(value: str) -> str:
    return rf"(?<![\w$.-]){re.escape(value)}[\"']?\s*:\s*([\"'`])([^\"'`{{}}\\]{{1,60}})\1"


def _scripts(recording: Recording) -> Iterator[str]:
    """The scripts that a recording has, those that are whole."""
    for exchange in recording.exchanges:
        answer = exchange.answer
        if answer is not None and "javascript" in (answer.header("content-type") or "").lower():
            yield text_of(answer) or ""
