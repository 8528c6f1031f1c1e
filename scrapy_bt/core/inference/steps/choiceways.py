"""How the value of a choice is found by its label: in the list of the form that is sent, whatever others are called."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...samples.traffic import Answer, Sent
from ...tree.literals import literal
from .choicelists import OfferedChoice, OfferedForm, choices_of
from .spokennames import without_count

_LABELS = ("normalize-space()", 'normalize-space(substring-before(concat(., "("), "("))')
"""In XPath: what an entry says, and that without how many there are of it."""
_BLANK = ("", "0", "-1", "all", "any")
"""What is sent for any entry of a list, whatever that is called."""


class Offered(NamedTuple):
    """A page before a request, the name of the choice there and the value that was *sent* in a request."""

    page: Answer
    sent: Sent
    name: str
    value: str


class ChoiceWay(NamedTuple):
    """The pieces of an XPath around a label: *by_label* alone, or *either_way*, around it as a value, too.

    What finds only labels that no other entry has cannot do without the values.
    """

    by_label: tuple[str, ...]
    either_way: tuple[str, ...]


def are_apart(entries: Iterable[tuple[str, str]]) -> bool:
    """Whether no label is the value of another one; *entries*: each value with its label."""
    pairs = list(entries)
    by_label = {label: value for value, label in reversed(pairs)}
    return all(by_label.get(value, value) == value for value, _ in pairs)


def ways_of_fields(fields: Sequence[str], offers: Sequence[Offered]) -> Iterator[ChoiceWay]:
    """How the values of the choices of fields are found, by what these may be called or have as their ID.

    None if several forms offer others in such fields, and nothing tells in which of them the choice was made.
    """
    within = _within(fields, offers)
    if within is None:
        return
    choices = [choice for each in offers for choice in choices_of(each.page, fields, each.sent)]
    is_doubled = _has_doubles(choices)
    for name in map(literal, fields):
        for attribute in ("name", "id"):
            lists = f"//select[@{attribute}={name}]{within}//option["
            yield from (_alone(lists, label) if is_doubled else _of(f"{lists}{label}=", "") for label in _LABELS)
        yield _of(f"//input[@name={name}]{within}[ancestor::label[normalize-space()=", "]")
        yield _of(f"//input[@name={name}]{within}[@id=//label[normalize-space()=", "]/@for")


def _of(before: str, closing: str) -> ChoiceWay:
    after = "]/@value"
    return ChoiceWay((before, f"{closing}{after}"), (before, f"{closing} or @value=", after))


def _alone(before: str, label: str) -> ChoiceWay:
    """By what the entry of a list alone says, by itself or behind what its group is called."""
    pieces = (
        f'{before}concat(normalize-space(../@label), " ", {label})=',
        f" or {label}=",
        f" and count(ancestor::select//option[{label}=",
        "])=1 or @value=",
        "]/@value",
    )
    return ChoiceWay((), pieces)


def _has_doubles(choices: Iterable[OfferedChoice]) -> bool:
    """Whether several entries of one list say the same, each of which is sent as another word."""
    values: dict[tuple[OfferedForm | None, frozenset[str], str], set[str]] = {}
    for each in choices:
        if each.kind == "select":
            values.setdefault((each.form, each.fields, each.says), set()).add(each.value)
    return any(len(own) > 1 for own in values.values())


def _within(fields: Collection[str], offers: Sequence[Offered]) -> str | None:
    """What an XPath says of the form that the fields are of; empty if no other one offers anything else there."""
    told: list[list[str]] = []
    for each in offers:
        lists: dict[OfferedForm | None, set[tuple[str, str]]] = {}
        for choice in choices_of(each.page, fields):
            lists.setdefault(choice.form, set()).add((choice.value, choice.label))
        if len({_entries(pairs, each.value) for pairs in lists.values()}) > 1:
            own = _sending(lists, each)
            told.append([path for path in _paths(own[0], lists) if path] if len(own) == 1 else [])
    shared = [path for path in told[0] if all(path in paths for paths in told)] if told else [""]
    return next(iter(shared), None)


def _entries(pairs: Iterable[tuple[str, str]], sent: str) -> frozenset[tuple[str, str]]:
    """The value and label of each entry that is not blank or was *sent*, without how many there are of it."""
    own = ((value, label) for value, label in pairs if value == sent or value.lower() not in _BLANK)
    return frozenset((value, without_count(label)) for value, label in own)


def _sending(lists: dict[OfferedForm | None, set[tuple[str, str]]], offered: Offered) -> list[OfferedForm | None]:
    """The forms that are sent so, or else those that offer the value by its name, each with a list of its own."""
    own: list[OfferedForm | None] = []
    own += (form for form in lists if form is not None and form.is_sent_so(offered.sent))
    own = own or [form for form, pairs in lists.items() if any(_offers(offered, *pair) for pair in pairs)]
    return list({_entries(lists[form], offered.value): form for form in reversed(own)}.values())


def _offers(offered: Offered, value: str, label: str) -> bool:
    return value == offered.value and offered.name in (label, label.partition("(")[0].strip())


def _paths(own: OfferedForm | None, forms: Collection[OfferedForm | None]) -> Iterator[str]:
    """What tells a form from the others."""
    if own is None:
        yield "[not(ancestor::form)]"
        return
    for name, value in sorted(own.attributes, key=lambda told: told[1] is None):
        if sum(form is not None and (name, value) in form.attributes for form in forms) == 1:
            told = f"not(@{name})" if value is None else f"@{name}={literal(value)}"
            yield f"[ancestor::form[{told}]]"
