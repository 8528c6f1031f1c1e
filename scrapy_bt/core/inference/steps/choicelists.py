"""Lists of choices and radio buttons of a page: what each choice is called, and what is sent for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from ...documents.elements import Element, is_element
from ...samples.bodies import kind_of
from ...samples.traffic import Answer, Sent
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import bare_address, joined
from ..answers.pages.forms import has_shown_field

_TOLD_BY = ("id", "name", "action")
"""What tells a form from others, the surest first."""


class OfferedForm(NamedTuple):
    """The form that a field is of; *place*: among those of its page, from 0 on; *address*: of host and path."""

    place: int
    method: str
    address: str
    attributes: tuple[tuple[str, str | None], ...]
    """What may tell it from others, each None where it has none."""

    def is_sent_so(self, sent: Sent) -> bool:
        """Whether that request is what it sends."""
        return self.method == sent.method.upper() and self.address == bare_address(sent.url)


class OfferedChoice(NamedTuple):
    """One entry; *fields*: the name of its field, and its ID."""

    kind: Literal["select", "input"]
    fields: frozenset[str]
    value: str
    label: str
    """What it says; behind the name of its group where another entry of the list says the same."""
    is_preset: bool = False
    """Whether the page has it chosen before anybody does."""
    form: OfferedForm | None = None
    says: str = ""
    """What it says by itself."""


@lru_cache(256)
def choices_in(answer: Answer) -> tuple[OfferedChoice, ...]:
    """All choices that a page offers, in its order; none of a blank label."""
    page = page_of(answer) if kind_of(answer) == "html" else None
    if page is None or not is_element(root := page.root):
        return ()
    forms = {form: _read(form, place, page.base) for place, form in enumerate(root.iter("form"))}
    return tuple(
        choice
        for field in root.iter("select", "input")
        for choice in _of_field(field, root, _form_of(field, forms))
        if choice.label
    )


def choices_of(answer: Answer, fields: Collection[str], sent: Sent | None = None) -> list[OfferedChoice]:
    """Those of the fields with one of these names or IDs; if it is told what is *sent*, those that this may be of."""
    found = [choice for choice in choices_in(answer) if not choice.fields.isdisjoint(fields)]
    return found if sent is None else choices_sent(found, answer, fields, sent)


def choices_sent(
    choices: Sequence[OfferedChoice], answer: Answer, fields: Iterable[str], sent: Sent
) -> list[OfferedChoice]:
    """Those of the forms that are *sent* so; all if no such form has one of the *fields*, as where a script asks."""
    own = [each for each in choices if each.form is not None and each.form.is_sent_so(sent)]
    is_told = bool(own) or not choices or any(has_shown_field(answer, sent, name) for name in fields)
    return own if is_told else [*choices]


def is_kept(answer: Answer, name: str, value: str, sent: Sent | None = None) -> bool | None:
    """Whether a page has that value chosen by itself in a field of that name or ID; None if it offers no such value."""
    found = [choice.is_preset for choice in choices_of(answer, (name,), sent) if choice.value == value]
    return any(found) if found else None


def _read(form: Element, place: int, base: str) -> OfferedForm:
    address = bare_address(joined(base, form.get("action") or ""))
    attributes = tuple((name, form.get(name)) for name in _TOLD_BY)
    return OfferedForm(place, (form.get("method") or "get").upper(), address, attributes)


def _form_of(field: Element, forms: Mapping[Element, OfferedForm]) -> OfferedForm | None:
    if called := field.get("form"):
        return next((own for form, own in forms.items() if form.get("id") == called), None)
    return next((forms[each] for each in field.iterancestors("form")), None) if forms else None


def _of_field(field: Element, root: Element, form: OfferedForm | None) -> Iterator[OfferedChoice]:
    names = frozenset(filter(None, (field.get("name"), field.get("id"))))
    if field.tag == "select":
        yield from _of_list(field, names, form)
    elif (field.get("type") or "").lower() == "radio" and (value := field.get("value")) is not None:
        around = next(field.iterancestors("label"), None)
        labels = root.xpath("//label[@for=$own]", own=field.get("id") or "") if around is None else [around]
        is_preset = field.get("checked") is not None
        for text in map(text_within, labels[:1]):
            yield OfferedChoice("input", names, value, text, is_preset, form, text)


def _of_list(field: Element, names: frozenset[str], form: OfferedForm | None) -> Iterator[OfferedChoice]:
    options = list(field.iter("option"))
    texts = [*map(text_within, options)]
    first = next((each for each in options if each.get("disabled") is None), None)
    of_itself = None if field.get("multiple") is not None else first
    preset = [each for each in options if each.get("selected") is not None] or [of_itself]
    for option, text, label in zip(options, texts, _labels(options, texts), strict=True):
        value = option.get("value")
        yield OfferedChoice("select", names, text if value is None else value, label, option in preset, form, text)


def _labels(options: Sequence[Element], texts: Sequence[str]) -> Iterator[str]:
    """What each entry is called in its list, where some may say the same in groups of their own."""
    sent: dict[str, set[str]] = {}
    for option, text in zip(options, texts, strict=True):
        sent.setdefault(text, set()).add(option.get("value") or "")
    for option, text in zip(options, texts, strict=True):
        group = next(option.iterancestors("optgroup"), None) if text and len(sent[text]) > 1 else None
        yield " ".join(f"{group.get('label') or ''} {text}".split()) if group is not None else text
