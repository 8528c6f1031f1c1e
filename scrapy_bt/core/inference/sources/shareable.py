"""Steps whose effect other runs can use too: logins, and pages that give out a token for many requests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ....sentences import say
from ...samples.secretnames import is_sent_each_time
from ...samples.traffic import Answer, Recording, all_headers
from ..answers.data.leaves import json_leaves
from ..answers.extraction import page_of
from ..answers.requests.cookies import set_by
from ..answers.values import steps_of
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import Workflow, told, workflow_of
from ..findings import Origin, SessionCookie, Shareable, Step, Typed

_AGE = re.compile(r"max-age\s*=\s*(\d{1,18})", re.IGNORECASE)
_EXPIRES = re.compile(r"""["']?expires_?in["']?\s*[:=]\s*["']?(\d{1,18}(?:\.\d+)?)""", re.IGNORECASE)
_CREDENTIAL = re.compile(r"authorization|token|api-?key|session|x-auth", re.IGNORECASE)


class ShareableSource:
    """Takes what was typed in secret for a login, and a token that many requests send for one that holds longer."""

    name = "shareable"
    watches: tuple[type, ...] = (Step, Typed, Origin, SessionCookie)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        needs = _needs(knowledge, workflow)
        logins: set[int] = set()
        for fact, typed in told(knowledge, Typed):
            if typed.is_secret and typed.step not in logins and not is_sent_each_time(typed.key.where, typed.key.name):
                steps = _closed(typed.step, needs)
                logins |= steps
                why = say("it sends a password, and its answer opens what comes later: one login serves many runs")
                yield Post(Shareable(tuple(sorted(steps)), _seconds(workflow, typed.step)), why, (fact,))
        # What was asked for with the person's own words is another page for a run with other words.
        own = {typed.step for _, typed in told(knowledge, Typed) if not typed.is_secret}
        for step, uses in _tokens(knowledge).items():
            if step not in logins and len(uses) > 1:
                steps = _closed(step, needs)
                if steps & (logins | own):
                    continue
                why = say("its answer gives a token that {} later steps send", len(uses))
                yield Post(Shareable(tuple(sorted(steps)), _seconds(workflow, step)), why, (workflow.facts[step],))


def _needs(knowledge: Knowledge, workflow: Workflow) -> dict[int, set[int]]:
    """The steps that each step takes values from, by its best origins, or cookies, from the last that set them."""
    needs: dict[int, set[int]] = defaultdict(set)
    best: dict[tuple[int, object], Origin] = {}
    for origin in knowledge.findings(Origin):
        key = (origin.step, origin.key)
        if key not in best or origin.score > best[key].score:
            best[key] = origin
    for (step, _), origin in best.items():
        needs[step] |= steps_of(origin.value)
    setters = knowledge.findings(SessionCookie)
    for step in workflow.numbers():
        sent = workflow.first(step).sent.header("cookie") or ""
        for name in {cookie.name for cookie in setters if f"{cookie.name}=" in sent}:
            earlier = [cookie.step for cookie in setters if cookie.name == name and cookie.step < step]
            needs[step] |= {max(earlier)} if earlier else set()
    return needs


def _closed(step: int, needs: dict[int, set[int]]) -> set[int]:
    found: set[int] = set()
    waiting = [step]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting += [need for need in needs.get(current, ()) if need < current]
    return found


def _tokens(knowledge: Knowledge) -> dict[int, set[int]]:
    """By the step that gives it, the steps that send a credential in a header."""
    uses: dict[int, set[int]] = defaultdict(set)
    for origin in knowledge.findings(Origin):
        if origin.key.where == "header" and _CREDENTIAL.search(origin.key.name):
            for step in steps_of(origin.value):
                uses[step].add(origin.step)
    return uses


def _seconds(workflow: Workflow, step: int) -> float | None:
    """How long it holds, where the answer says so."""
    found = [
        seconds
        for _, exchange in workflow.present(step)
        for answer in (*(hop.answer for hop in exchange.hops), exchange.answer)
        if answer is not None and (seconds := lifetime(answer)) is not None
    ]
    return min(found) if found else None


def lifetime(answer: Answer) -> float | None:
    """The seconds for which an answer says that its token or cookies hold."""
    if isinstance(page_of(answer).json, dict):
        for text, leaves in json_leaves(answer).exact.items():
            if any(re.fullmatch(r"expires_?in|max_?age|ttl", leaf.name, re.IGNORECASE) for leaf in leaves):
                return float(text) if re.fullmatch(r"\d{1,18}(\.\d+)?", text) else None
    if set_by(answer):
        ages = [int(found[1]) for header in all_headers(answer.headers, "set-cookie") if (found := _AGE.search(header))]
        if ages and min(ages) > 0:
            return float(min(ages))
    found = _EXPIRES.search(page_of(answer).text)
    return float(found[1]) if found else None
