"""What a hash can be made of: pieces of the answers before that a program would read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ....sentences import say
from ...samples.traffic import Answer
from ..answers.codings import encode
from ..answers.data.leaves import json_leaves
from ..answers.elements.markup import markup_of
from ..answers.extraction import page_of
from ..answers.values import Coded, Coding, Value
from ..blackboard.workflow import Workflow
from ..stepnames import StepName
from .derivation import hold
from .evidence import bits_of

_MOST_STEPS = 4
_MOST_ATOMS = 40
_LEAST_BITS = 16.0
_STRING = re.compile(r"""["']([^"'\s<>]{6,64})["']""")


@dataclass(frozen=True)
class Ingredient:
    """A value that is known, with its text in each recording; *what*: for people."""

    value: Value
    texts: Mapping[int, str]
    what: str

    def coded(self, coding: Coding) -> Ingredient:
        """Its hash, which is an ingredient of other hashes."""
        texts = {recording: encode(text, coding) for recording, text in self.texts.items()}
        return Ingredient(Coded(self.value, coding), texts, say("the {} of {}", coding, self.what))


def atoms_of(workflow: Workflow, step: int, recordings: Sequence[int]) -> Iterator[Ingredient]:
    """Hidden fields, data attributes, JSON values and texts of scripts that the last answers before a step hold."""
    count = 0
    for producer in _before(workflow, step, recordings):
        answers = {recording: workflow.answer(producer, recording) for recording in recordings}
        own = {recording: atoms(answer) for recording, answer in answers.items() if answer is not None}
        first = own[recordings[0]]
        for name, text in first.items():
            texts = {recording: each.get(name, "") for recording, each in own.items()}
            if not all(texts.values()) or bits_of(text) < _LEAST_BITS:
                continue
            if places := hold(answers, texts, producer):
                yield Ingredient(places[0].value, texts, say("{} of {}", places[0].where, StepName(producer)))
                count += 1
                if count >= _MOST_ATOMS:
                    return


def atoms(answer: Answer) -> dict[str, str]:
    """The pieces of an answer that are made for programs, by what they are called."""
    found: dict[str, str] = {}
    if isinstance(page_of(answer).json, (dict, list)):
        for text, leaves in json_leaves(answer).exact.items():
            found[".".join(map(str, leaves[0].steps))] = text
        return found
    markup = markup_of(answer)
    for places in markup.exact.values():
        for place in places:
            element, attribute = place.element, place.attribute
            name = element.get("name") or element.get("id") or ""
            if (element.tag == "input" and attribute == "value" and element.get("type") == "hidden") or (
                element.tag == "meta" and attribute == "content"
            ):
                found[f"{element.tag} {name}"] = place.text
            elif attribute.startswith("data-"):
                found[f"{attribute} {name}"] = place.text
    for number, script in enumerate(markup.scripts):
        for order, text in enumerate(_STRING.findall(script.text or "")):
            found[f"script {number} {order}"] = text
    return found


def _before(workflow: Workflow, step: int, recordings: Sequence[int]) -> list[int]:
    """The last steps before one that gave pages or JSON in all of these recordings, the latest first."""
    found = []
    for producer in reversed(workflow.numbers()):
        pairs = [(workflow.exchanges[producer][r], workflow.exchanges[step][r]) for r in recordings]
        if all(one and other and one.answer and one.answer.body and one.index < other.index for one, other in pairs):
            found.append(producer)
            if len(found) == _MOST_STEPS:
                break
    return found
