"""What a script sends that nobody chose: a number against caches, a key of its own for each request."""

from __future__ import annotations

import re

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of
from ..blackboard.workflow import Workflow
from ..origins.chance import stands_in
from ..origins.guessing import random_like

_NAMES = re.compile(
    r"_+|_?dc|_?(?:rnd|rand(?:om)?)|no_?cache|cache_?(?:bust(?:er)?|key)?|cb|bust(?:er)?|nonce|seq|ts|timestamp"
    r"|(?:x_?)?(?:req(?:uest)?|trace|correlation|transaction|span)_?(?:id|key|no|num(?:ber)?)|callback|jsonp",
    re.IGNORECASE,
)
"""What such parameters are called."""


def is_made_each_time(step: int, key: Key, workflow: Workflow) -> bool:
    """Whether a parameter has another value in each recording, which no answer before has and no field asks for.

    It is called so, or looks as if it were made at random.
    """
    exchanges = dict(workflow.present(step))
    values = {number: values_of(exchange.sent).get(key, "") for number, exchange in exchanges.items()}
    if len(set(values.values())) < max(2, len(exchanges)) or not all(values.values()):
        return False
    if _NAMES.fullmatch(key.name.replace("-", "_")) is None and random_like(values) is None:
        return False
    for number, exchange in exchanges.items():
        for _, earlier in workflow.in_order(number):
            if earlier.index >= exchange.index:
                break
            if earlier.answer is not None and (
                stands_in(values[number], earlier.answer) or _asks_for(earlier.answer, key.name)
            ):
                return False
    return True


def _asks_for(answer: Answer, name: str) -> bool:
    """Whether a page has a field that the person may fill, of that name."""
    root = page_of(answer).root if kind_of(answer) == "html" else None
    fields = root.iter("input", "select", "textarea") if is_element(root) else ()
    return any(each.get("name") == name and each.get("type") != "hidden" for each in fields)
