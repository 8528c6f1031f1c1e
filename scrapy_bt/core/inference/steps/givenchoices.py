"""What a person chose from a list is given by its label or by its value, where the site is sent another word for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ....sentences import say
from ...samples.parameters import Key
from ...samples.traffic import Event, Exchange, Recording
from ..answers.requests.names import looks_made
from ..answers.values import Argument, Called, SentChoice, Value, looks_up, takes_keys
from ..blackboard.workflow import Workflow
from ..origins.spellings import SentSpelling, spelled_alike
from ..stepnames import StepName
from .calledinscripts import are_unnamed, called_in_script
from .callednames import called
from .choicelists import choices_of
from .spokennames import Acts, Names, without_count

_ONE_OF_SEVERAL = "radio"
_MOST = 40
"""Choices that a tree lists."""


@dataclass(frozen=True)
class ChosenKey:
    """The *names* that were chosen, and what makes the key of each, by the answer of a *step* before."""

    names: Names
    value: Value
    step: int
    recorded: SentChoice | None = None
    """The same by the list as it was recorded, for which the step is not needed."""

    @property
    def or_given(self) -> ChosenKey:
        """The same; what is found nowhere is sent as it is given."""
        value = self.value
        return replace(self, value=replace(value, or_given=True)) if isinstance(value, Called) else self

    @property
    def ways(self) -> Mapping[Value, str]:
        """The values that it is had by, the best first, each with how that is, for people."""
        step = StepName(self.step)
        if not looks_up(self.value):
            return {self.value: say("what is given, spelled as the choices of {} are", step)}
        if not takes_keys(self.value):
            return {self.value: say("what {} has for the name that was chosen", step)}
        ways: dict[Value, str] = {}
        ways[self.value] = say("what {} has for the choice that is given by its label or its value", step)
        if self.recorded is not None:
            ways[self.recorded] = say("what was sent for each choice that {} had when it was recorded", step)
        return ways


def given_either_way(
    step: int,
    key: Key,
    values: Names,
    labels: Names,
    workflow: Workflow,
    argument: str,
    fields: Iterable[str] = (),
) -> ChosenKey | None:
    """What makes each value of its label or of itself, by the latest list before; None if no list has both.

    Where values are numbers of which some are labels of others, it is the label alone. Where all labels of a list are
    their values, but for how they are spelled, that spelling is written of either.
    *fields*: what else the field is called.
    """
    names = (key.name, *fields)
    ways = (
        (own, called(step, key, values, own, workflow, argument, fields)) for own in _with_and_without_count(labels)
    )
    told, found = next((each for each in ways if each[1] is not None), (labels, None))
    if found is None:
        return _in_script(step, values, labels, workflow, argument) if labels else None
    if not found.takes_keys:
        # A number may be another one's label: then it is this that people give.
        return None if _say_something(values) else ChosenKey(told, found, found.step)
    given = values if _say_something(values) else told
    offers = zip(workflow.exchanges[found.step], workflow.exchanges[step], values, strict=True)
    lists = [
        choices_of(before.answer, names, asked.sent)
        for before, asked, value in offers
        if value and asked is not None and before is not None and before.answer is not None
    ]
    if given != values or not all(lists):
        return ChosenKey(given, found, found.step)
    pairs = [(each.value, each.label) for choices in lists for each in choices]
    if way := spelled_alike(pairs):
        return ChosenKey(given, SentSpelling(way).value(Argument(argument)), found.step)
    return ChosenKey(given, found, found.step, _recorded(pairs, argument))


def _in_script(step: int, values: Names, labels: Names, workflow: Workflow, argument: str) -> ChosenKey | None:
    """What a script of a page has behind each label; none of the values is a label of something else there."""
    found = called_in_script(step, values, labels, workflow, argument)
    # What merely follows a text, as in the rows of a table, is no value of that.
    pairs = [(value, label or "") for value, label in zip(values, labels, strict=True) if value]
    is_told = found is not None and (":" in found.pieces[1] or spelled_alike(pairs))
    if found is None or not is_told or not are_unnamed(values, found, workflow):
        return None
    return ChosenKey(values, found, found.step).or_given


def _recorded(pairs: Sequence[tuple[str, str]], argument: str) -> SentChoice | None:
    """What was sent for each label; None if there are many, which no tree should list."""
    told = [(label, value) for value, label in pairs if value]
    counted = {without_count(label): value for label, value in reversed(told)}
    plain = dict(reversed(told))
    choices = tuple(reversed((counted if len(counted) == len(plain) else plain).items()))
    return SentChoice(Argument(argument), choices) if len(choices) <= _MOST else None


def labels_of(
    values: Names, exchanges: Sequence[Exchange | None], recordings: Sequence[Recording], acts: Acts
) -> Names:
    """By recording, what the chosen entry of a list is called; empty if not all were chosen from lists."""
    labels = (
        _label(value, acts(value, exchanges[number], recordings[number])) or None if value else None
        for number, value in enumerate(values)
    )
    return labels_beside(values, tuple(labels))


def labels_beside(values: Names, labels: Names) -> Names:
    """The labels of the values; empty if one is missing, or if they say what the values do, and how many there are."""
    told = [(value, label) for value, label in zip(values, labels, strict=False) if value]
    is_other = all(label for _, label in told) and any(value not in _spoken(label or "") for value, label in told)
    return labels if told and is_other else ()


def _spoken(label: str) -> tuple[str, str]:
    return label, without_count(label)


def _with_and_without_count(labels: Names) -> Iterable[Names]:
    """The labels without how many there are of each, then as they are."""
    counted = tuple(label and without_count(label) for label in labels)
    return dict.fromkeys((counted, labels)) if any(labels) else ()


def _label(value: str, events: Sequence[Event]) -> str:
    for event in events:
        if event.element is not None and event.value == value:
            is_button = event.element.attributes.get("type", "").lower() == _ONE_OF_SEVERAL
            is_entry = event.element.tag == "li" and _is_called(value, event.element.text)
            is_text = event.element.tag == "select" or is_entry
            label = event.element.text if is_text else event.element.label if is_button else ""
            return " ".join(label.split())
    return ""


def _is_called(word: str, label: str) -> bool:
    """Whether data call a word otherwise than it says itself, as `kind~lamp~` says “lamp (23)”."""
    return _say_something((word,)) and (without_count(label) == word or without_count(label) not in word)


def _say_something(values: Names) -> bool:
    """Whether each is a word that a person may give."""
    return all(any(map(str.isalpha, value)) and not looks_made(value) for value in values if value)
