"""Which answers say names at all, so that only these are looked through for what belongs to them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache

from ...documents.elements import is_element
from ...samples.traffic import Answer
from ..answers.data.leaves import json_leaves
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..blackboard.workflow import Workflow


def steps_before(step: int, names: Sequence[str | None], workflow: Workflow) -> Iterator[int]:
    """The steps before, the latest first, whose answers say the name of each recording; a blank one is said by all."""
    return (each for each in _saying(workflow, tuple(names)) if each < step)


@lru_cache(64)
def _saying(workflow: Workflow, names: tuple[str | None, ...]) -> tuple[int, ...]:
    wanted = [(number, " ".join(name.split())) for number, name in enumerate(names) if name]
    return tuple(
        step
        for step in reversed(workflow.numbers())
        if all((answer := workflow.answer(step, number)) and name in _said(answer) for number, name in wanted)
    )


@lru_cache(512)
def _said(answer: Answer) -> Container[str]:
    """What holds each text that an answer says, white space aside; the keys of data may be such, too."""
    page = page_of(answer)
    if isinstance(page.json, (dict, list)) or not is_element(page.root):
        leaves = json_leaves(answer).exact
        keys = {step for held in leaves.values() for leaf in held for step in leaf.steps if isinstance(step, str)}
        return {" ".join(text.split()) for text in (*leaves, *keys)}
    grouped = (f"{group.get('label')} {text_within(entry)}" for group in page.root.iter("optgroup") for entry in group)
    return " ".join((text_within(page.root), *grouped))
