"""Which headers and cookies a tree has to say: those that client and cookie jar would not send of themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ...samples.parameters import Key, parameters_of
from ...samples.requestparts import STACK_HEADERS
from ..answers.values import Taken, Value
from ..conclusion import Conclusion
from ..origins.likelihoods import is_browsers_own
from ..plans.plan import PlannedStep


def told_pairs(conclusion: Conclusion, planned: PlannedStep, where: str) -> Iterator[tuple[Key, str]]:
    """The keys of the headers (`header`) or cookies (`cookie`) to be said, each with its recorded value."""
    there = {parameter.key: parameter.value for parameter in parameters_of(planned.sent)}
    for key in (*there, *(key for key in planned.bound if key not in there)):
        if key.where != where:
            continue
        value = planned.bound.get(key)
        if where == "cookie":
            if value is not None and not _is_of_the_jar(value, key):
                yield key, there.get(key, "")
        elif value is not None or (planned.step, key) in conclusion.evidence or not _is_the_browsers(key.name):
            yield key, there.get(key, "")


def spell_header(name: str) -> str:
    """A header's name as a name of the language."""
    return "_".join(piece.capitalize() for piece in name.split("-"))


def _is_of_the_jar(value: Value, key: Key) -> bool:
    """A cookie that an answer has set is sent back without being told."""
    return isinstance(value, Taken) and value.extraction.how == "cookie" and value.extraction.text == key.name


def _is_the_browsers(name: str) -> bool:
    return is_browsers_own(name) or name.lower() in STACK_HEADERS or name.startswith(":")
