"""What is shared leaves values behind, and no page: where a page of it is read by others, that is visited anew."""

from __future__ import annotations

from dataclasses import replace

from ...samples.traffic import Answer, Sent
from ..answers.values import Constant, Each, steps_of
from ..conclusion import Conclusion
from ..findings import Finding, ListOf, Loop, Records, Shareable
from ..plans.plan import PlannedStep
from .scopes import Scopes


def with_pages_of_their_own(conclusion: Conclusion) -> Conclusion:
    """The conclusion with a visit behind each shared step whose page holds records, a list or a series.

    Such a step is mostly a login that leads on to a page. Where that is, is not known without its answer, and where it
    answers with that page itself there is no other request that brings it: then it is not shared.
    """
    for shareable in conclusion.of(Shareable):
        read = [step for step in shareable.steps if _is_read(conclusion, step)]
        for step in read:
            answer, planned = conclusion.answers.get(step), conclusion.step(step)
            if answer is None or step != max(shareable.steps) or (planned and not _leads_on(planned, answer)):
                kept = tuple(found for found in conclusion.findings if found != shareable)
                conclusion = replace(conclusion, findings=kept)
                break
            conclusion = _with_visit(conclusion, step, answer.url)
    return conclusion


def sessions_of(conclusion: Conclusion, scopes: Scopes) -> dict[int, Shareable]:
    """By step, what it is a part of: what holds for other runs too, as far as it stands outside of loops."""
    found: dict[int, Shareable] = {}
    for shareable in conclusion.of(Shareable):
        steps = [step for step in shareable.steps if scopes.home.get(step) is scopes.root]
        if steps and not found.keys() & set(steps) and _stands_alone(scopes, steps):
            found |= dict.fromkeys(steps, shareable)
    return found


def _stands_alone(scopes: Scopes, steps: list[int]) -> bool:
    """Whether all that the steps need from others comes before the first of them."""
    first = next(planned.step for planned in scopes.steps if planned.step in steps)
    needs = {
        scopes.named(need)
        for planned in scopes.steps
        if planned.step in steps
        for value in planned.bound.values()
        for need in steps_of(value)
    }
    return all(need in steps or scopes.is_before(need, first) for need in needs)


def _leads_on(planned: PlannedStep, answer: Answer) -> bool:
    """Whether the page of an answer can be asked for by its address, without sending the same again."""
    if answer.url.partition("#")[0] != planned.sent.url.partition("#")[0]:
        return True
    return planned.sent.method in ("GET", "HEAD") and all(isinstance(own, Constant) for own in planned.bound.values())


def _is_read(conclusion: Conclusion, step: int) -> bool:
    if conclusion.step(step) is None:
        return False
    is_listed = any(found.step == step and conclusion.step(found.detail) for found in conclusion.of(ListOf))
    return (
        is_listed
        or any(found.step == step for found in conclusion.of(Loop))
        or any(found.step == step for found in conclusion.of(Records))
        or conclusion.plan.target == step
    )


def _with_visit(conclusion: Conclusion, step: int, url: str) -> Conclusion:
    """A visit of *url* behind a step, which takes over what its page is read for."""
    new = max(planned.step for planned in conclusion.plan.steps) + 1
    place = next(number for number, planned in enumerate(conclusion.plan.steps) if planned.step == step) + 1
    visit = PlannedStep(new, Sent("GET", url))
    steps = [
        replace(
            planned, bound={key: Each(new) if value == Each(step) else value for key, value in planned.bound.items()}
        )
        for planned in conclusion.plan.steps
    ]
    steps.insert(place, visit)
    target = new if conclusion.plan.target == step else conclusion.plan.target
    return replace(
        conclusion,
        plan=replace(conclusion.plan, steps=tuple(steps), target=target),
        findings=tuple(_moved(found, step, new) for found in conclusion.findings),
        answers={**conclusion.answers, new: conclusion.answers[step]},
    )


def _moved(found: Finding, step: int, new: int) -> Finding:
    return replace(found, step=new) if isinstance(found, (ListOf, Loop, Records)) and found.step == step else found
