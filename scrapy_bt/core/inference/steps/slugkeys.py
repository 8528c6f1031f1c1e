"""Keys that an address has beside a readable name: the 3 of `/category/3/kettles/`, which a page links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...samples.parameters import Key
from ...tree.literals import literal
from ..answers.requests.shapes import values_of
from ..answers.values import Argument, Called, Extraction, Within
from ..blackboard.workflow import Workflow
from .callednames import text_at
from .spokennames import Names

_HOLDING = ('//a[contains(concat(translate(@href, "?#", "//"), "/"), concat("/", ', ', "/"))]/@href')
"""What stands around a name in the XPath of the address that has it as a part."""
_NAME = re.compile(r"[^\W\d_]{2}")
_KEY = re.compile(r"\d")


def key_beside_name(
    step: int, key: Key, values: Names, workflow: Workflow, argument_of: Callable[[Names], str]
) -> tuple[Names, Within] | None:
    """The names, and what takes each key out of the address with its name, in the latest page before that has all.

    None: the value is no key in a path, or no page before links all of these addresses.
    """
    if key.where != "path" or not all(_KEY.search(value) for value in values if value):
        return None
    pattern = rf"^(?:[a-z]+:)?(?://[^/]*)?(?:/[^/?#]*){{{key.name}}}/([^/?#]+)"
    for names in _names_beside(step, key, workflow):
        for producer in reversed([number for number in workflow.numbers() if number < step]):
            found = [(workflow.answer(producer, place), value, names[place]) for place, value in enumerate(values)]
            taken = [
                page is not None and re.findall(pattern, text_at(page, literal(name).join(_HOLDING)))[:1] == [value]
                for page, value, name in found
                if value and name
            ]
            if taken and all(taken):
                called = Called(producer, Argument(argument_of(names)), _HOLDING)
                return names, Within(called, Extraction("re", pattern))
    return None


def _names_beside(step: int, key: Key, workflow: Workflow) -> Iterator[Names]:
    """What is another part of the path in each recording, and has letters."""
    asked = [None if exchange is None else values_of(exchange.sent) for exchange in workflow.exchanges[step]]
    for other in dict.fromkeys(other for own in asked for other in own or () if other.where == "path" and other != key):
        names = tuple(None if own is None else own.get(other) for own in asked)
        told = [name for name in names if name]
        if len(set(told)) > 1 and all(map(_NAME.search, told)):
            yield names
