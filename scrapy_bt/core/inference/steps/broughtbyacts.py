"""What of all that an act brings tells what was wanted: it is new, it was seen, and it is no state of a script."""

from __future__ import annotations

from collections.abc import Sequence

from ...samples.bodies import kind_of
from ...samples.traffic import Answer
from ..answers.pages.contents import content_of
from ..answers.pages.innerpages import page_within
from ..blackboard.workflow import Workflow
from .datarows import has_rows

_WORD, _SEEN = 4, 2
"""Letters of a text that tells something, and how many such texts of data are seen where these are shown."""


def words_at_end(screen: Answer | None) -> frozenset[str] | None:
    """The texts that were to be seen at the end; None if nobody has told."""
    if screen is None:
        return None
    return frozenset(text for text in content_of(screen).texts if len(text) >= _WORD)


def new_ones(workflow: Workflow, steps: Sequence[int], ending: frozenset[str] | None) -> Sequence[int]:
    """Of what an act brought, what nobody had asked for before, if that shows anything.

    Scripts ask once more for what they have, as for the head of a page when one of its tabs is opened.
    """
    before = {each.sent.identity for step, each in workflow.in_order(0) if step < min(steps)}
    new = [step for step in steps if workflow.first(step).sent.identity not in before]
    return new if new and ending is not None and brings_content(workflow, new, ending) else steps


def brings_content(workflow: Workflow, steps: Sequence[int], ending: frozenset[str] | None) -> bool:
    """Whether any is a page, or records in words, or seen at the end: not a state that a page asks for by itself."""
    return ending is None or any(
        kind_of(answer_of(workflow, step)) != "json"
        or (has_rows(answers := workflow.answers(step)) and any(map(_is_in_words, answers)))
        or page_within(answers) is not None
        or len(ending.intersection(content_of(answer_of(workflow, step)).texts)) >= _SEEN
        for step in steps
    )


def _is_in_words(data: Answer) -> bool:
    """Whether data say more than numbers, and whether it went well."""
    words = {text for text in content_of(data).texts if sum(map(str.isalpha, text)) >= _WORD}
    return len(words - {"True", "False"}) >= _SEEN


def seen(workflow: Workflow, steps: Sequence[int], ending: frozenset[str] | None) -> Sequence[int]:
    """The steps but for data of which nothing is to be seen at the end, where others are: what scripts need alone."""
    if ending is None:
        return steps
    told = {step: len(ending.intersection(content_of(answer_of(workflow, step)).texts)) for step in steps}
    there = [step for step in steps if told[step] or kind_of(answer_of(workflow, step)) != "json"]
    return there if any(told[step] >= _SEEN for step in steps) else steps


def answer_of(workflow: Workflow, step: int) -> Answer:
    """The answer of a step, which has one."""
    answer = workflow.first(step).answer
    assert answer is not None, "only steps with answers are looked at"
    return answer
