"""How a site says that it is asked too often: that is no fact about a workflow (recording.md, "Replay")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ....sentences import say
from ...samples.traffic import Answer
from ..answers.pages.contents import content_of
from .experiment import ReplayTrial

MOST_WAITED = 120.0
"""Seconds that limits without a header are waited for in all."""
LONGEST = 60.0
"""Seconds beyond which a limit is not waited for."""
PAUSES = (5.0, 20.0)
"""Seconds to wait, one after the other, where a site does not say how long."""
WAIT = say("wait, then infer again with a longer pause, such as -s DOWNLOAD_DELAY=5")
_TOO_MANY = 429
_SAYS = re.compile(
    r"\btoo (?:many|often|frequent(?:ly)?|fast|quickly)\b"
    r"|\b(?:rate|request|usage)[- ]limit|\bquota (?:is |was |has been )?exceeded|\bslow down\b|\bthrottled\b"
    r"|\b(?:wait|try again|retry|available) (?:(?:for|in|after|at least|another|about) ){0,2}"
    r"(?:\d+|an?|one|some|a few) ?(?:s|m|h|secs?|mins?|seconds?|minutes?|hours?|while|time)\b"
    r"|\btry again later\b|\btemporarily (?:locked|blocked|banned|suspended)",
    re.IGNORECASE,
)
"""May say more than limits: what it found is put to the test by a path that reached the target before."""
_TIME = re.compile(r"\b(\d{1,6}|an?|one|some|a few) ?(s|m|h|secs?|mins?|seconds?|minutes?|hours?)\b", re.IGNORECASE)
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}
_MARGIN = 1.0
"""Seconds that are waited longer than is said."""
_LONGEST = 300
"""Letters of a sentence that says so; what is longer is an article."""


def limit_told(trial: ReplayTrial, recorded: Mapping[int, Answer | None]) -> str:
    """What an answer says of a limit that the recorded answer of its step does not; empty if there is nothing."""
    for step, answer in trial.answers:
        before = recorded.get(step)
        told = limit_of(answer, [before] if before is not None else ())
        if told:
            return told
    return ""


def limit_of(answer: Answer, recorded: Iterable[Answer]) -> str:
    """What an answer says of a limit, where no recorded one says any such thing; empty if there is nothing."""
    told = _told(answer)
    return "" if told and any(map(_told, recorded)) else told


def _told(answer: Answer) -> str:
    texts = content_of(answer).texts if answer.body else ()
    said = next((text for text in texts if len(text) <= _LONGEST and _SAYS.search(text)), "")
    return said or (say("429 (too many requests)") if answer.status == _TOO_MANY else "")


def pauses(told: str, left: float) -> list[float]:
    """The seconds to wait for what was told, one after the other; *left*: how many there are for that."""
    said = seconds_said(told)
    return [pause for pause in (PAUSES if said is None else (said + _MARGIN,)) if pause <= min(left, LONGEST)]


def seconds_said(told: str) -> float | None:
    """The seconds after which a sentence says that one may ask again; None if it does not say."""
    found = _TIME.search(told)
    if found is None:
        return None
    return (float(found[1]) if found[1].isdecimal() else 1.0) * _SECONDS[found[2][0].lower()]
