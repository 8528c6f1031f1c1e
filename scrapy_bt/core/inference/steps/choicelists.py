"""Lists of choices and radio buttons of a page: what each choice is called, and what is sent for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from ...documents.elements import Element, is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer
from ...tree.literals import literal
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of

_LABELS = ("normalize-space()", 'normalize-space(substring-before(concat(., "("), "("))')
"""In XPath: what an entry says, and that without how many there are of it."""


class OfferedChoice(NamedTuple):
    """One entry; *fields*: the name of its field, and its ID."""

    kind: Literal["select", "input"]
    fields: frozenset[str]
    value: str
    label: str
    is_preset: bool = False
    """Whether the page has it chosen before anybody does."""


class ChoiceWay(NamedTuple):
    """What stands around a label in the XPath of its value: *before* it, what ends the condition, what is behind."""

    before: str
    closing: str
    after: str

    @property
    def by_label(self) -> tuple[str, str]:
        """Around the label alone."""
        return self.before, f"{self.closing}{self.after}"

    @property
    def either_way(self) -> tuple[str, str, str]:
        """Around the label, and around it as a value."""
        return self.before, f"{self.closing} or @value=", self.after


@lru_cache(256)
def choices_in(answer: Answer) -> tuple[OfferedChoice, ...]:
    """All choices that a page offers, in its order; none of a blank label."""
    root = page_of(answer).root if kind_of(answer) == "html" else None
    fields = root.iter("select", "input") if is_element(root) else ()
    return tuple(choice for field in fields for choice in _of_field(field, root) if choice.label)


def choices_of(answer: Answer, fields: Collection[str]) -> list[OfferedChoice]:
    """Those of the fields with one of these names or IDs."""
    return [choice for choice in choices_in(answer) if not choice.fields.isdisjoint(fields)]


def is_kept(answer: Answer, name: str, value: str) -> bool | None:
    """Whether a page has that value chosen by itself in a field of that name or ID; None if it offers no such value."""
    found = [choice.is_preset for choice in choices_of(answer, (name,)) if choice.value == value]
    return any(found) if found else None


def are_apart(entries: Iterable[tuple[str, str]]) -> bool:
    """Whether no label is the value of another one; *entries*: each value with its label."""
    pairs = list(entries)
    by_label = {label: value for value, label in reversed(pairs)}
    return all(by_label.get(value, value) == value for value, _ in pairs)


def ways_of_fields(fields: Iterable[str]) -> Iterator[ChoiceWay]:
    """How the values of the choices of fields are found, by what these may be called or have as their ID."""
    for name in map(literal, fields):
        for attribute in ("name", "id"):
            yield from (
                ChoiceWay(f"//select[@{attribute}={name}]//option[{label}=", "", "]/@value") for label in _LABELS
            )
        yield ChoiceWay(f"//input[@name={name}][ancestor::label[normalize-space()=", "]", "]/@value")
        yield ChoiceWay(f"//input[@name={name}][@id=//label[normalize-space()=", "]/@for", "]/@value")


def _of_field(field: Element, root: Element) -> Iterator[OfferedChoice]:
    names = frozenset(filter(None, (field.get("name"), field.get("id"))))
    if field.tag == "select":
        options = list(field.iter("option"))
        first = next((each for each in options if each.get("disabled") is None), None)
        of_itself = None if field.get("multiple") is not None else first
        preset = [each for each in options if each.get("selected") is not None] or [of_itself]
        for option in options:
            value, text = option.get("value"), text_within(option)
            yield OfferedChoice("select", names, text if value is None else value, text, option in preset)
    elif (field.get("type") or "").lower() == "radio" and (value := field.get("value")) is not None:
        label = next(field.iterancestors("label"), None)
        labels = root.xpath("//label[@for=$own]", own=field.get("id") or "") if label is None else [label]
        is_preset = field.get("checked") is not None
        yield from (OfferedChoice("input", names, value, text_within(each), is_preset) for each in labels[:1])
