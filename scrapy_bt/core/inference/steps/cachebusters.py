"""What a script sends that nobody chose: a number against caches, a key of its own for each request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ...documents.elements import is_element
from ...samples.bodies import kind_of
from ...samples.parameters import Key
from ...samples.traffic import Answer, Exchange
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
_CHANCE = re.compile(r"0?\.?\d{6,}|(?=[a-z]*\d)[0-9a-z]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
"""A number by chance or a time, digits among letters, a UUID."""


def is_against_caches(key: Key, value: str) -> bool:
    """Whether a parameter is called as what only makes an address another one each time, and looks like it."""
    return _is_called_so(key) and _CHANCE.fullmatch(value) is not None


def _is_called_so(key: Key) -> bool:
    return _NAMES.fullmatch(key.name.replace("-", "_")) is not None


def is_made_each_time(step: int, key: Key, workflow: Workflow) -> bool:
    """Whether a parameter has another value in each recording, which no answer before has and no field asks for.

    It is called so, or looks as if it were made at random.
    """
    exchanges = dict(workflow.present(step))
    values = {number: values_of(exchange.sent).get(key, "") for number, exchange in exchanges.items()}
    if len(set(values.values())) < max(2, len(exchanges)) or not all(values.values()):
        return False
    if not _is_called_so(key) and random_like(values) is None:
        return False
    return not any(
        _is_known(values[number], key.name, _answers_before(exchange.index, workflow.in_order(number)))
        for number, exchange in exchanges.items()
    )


def _answers_before(index: int, steps: Sequence[tuple[int, Exchange]]) -> tuple[Answer, ...]:
    return tuple(each.answer for _, each in steps if each.index < index and each.answer is not None)


@lru_cache(256)
def _is_known(value: str, name: str, answers: tuple[Answer, ...]) -> bool:
    """Whether an answer has a value, or a field for it; it is asked for each recording, and by several sources."""
    return any(stands_in(value, answer) or _asks_for(answer, name) for answer in answers)


def _asks_for(answer: Answer, name: str) -> bool:
    """Whether a page has a field that the person may fill, of that name."""
    return kind_of(answer) == "html" and name in _fields_of(answer)


@lru_cache(1024)
def _fields_of(answer: Answer) -> frozenset[str | None]:
    root = page_of(answer).root
    fields = root.iter("input", "select", "textarea") if is_element(root) else ()
    return frozenset(each.get("name") for each in fields if each.get("type") != "hidden")
