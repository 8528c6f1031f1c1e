"""Forms of pages: which fields are sent together, and which of them a person fills."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ....documents.elements import Element, is_element
from ....samples.bodies import kind_of
from ....samples.traffic import Answer, Sent
from ..extraction import page_of
from .addresses import joined

_CONTROLS = "input", "select", "textarea", "button"
_SET_BY_PAGE = frozenset({"button", "checkbox", "file", "hidden", "image", "radio", "reset", "submit"})
"""Inputs whose values stand in the page."""
_LOOSE = (
    "//*[self::select or self::input[not(@type)"
    " or contains(' text search ', concat(' ', translate(@type, 'ACEHRSTX', 'acehrstx'), ' '))]]"
    "[not(@form or ancestor::form or ancestor::header or ancestor::nav)]"
)
"""The XPath of fields that no form sends, but for those of the whole site."""


@lru_cache(256)
def forms_of(answer: Answer) -> tuple[frozenset[str], ...]:
    """The names of the fields and buttons of each form."""
    root = page_of(answer).root if answer.body and kind_of(answer) == "html" else None
    if not is_element(root):
        return ()
    named = (
        {str(each.get("name")) for each in form.iter(*_CONTROLS) if each.get("name")} for form in root.iter("form")
    )
    return tuple(frozenset(names) for names in named if names)


def are_of_one_form(names: Collection[str], answer: Answer) -> bool:
    """Whether a form of the page has fields of all these names."""
    return any(form.issuperset(names) for form in forms_of(answer))


def is_filled(answer: Answer, sent: Sent, name: str, value: str) -> bool:
    """Whether a form of the page is sent so, and has a field of that name which held another value at first.

    Then a person wrote it there, or chose it.
    """
    held = [text for field in _fields(answer, sent, name) for text in field.held]
    return bool(held) and value not in held


def is_hidden(answer: Answer, sent: Sent, name: str, value: str) -> bool:
    """Whether a form of the page is sent so, and brings the value itself, in a field that nobody sees."""
    return any(field.hidden == value for field in _fields(answer, sent, name))


def holds(answer: Answer, sent: Sent, name: str, value: str) -> bool:
    """Whether a form of the page is sent so, and holds the value before anybody fills it, seen or not."""
    return any(value in (field.hidden, *field.held) for field in _fields(answer, sent, name))


def has_shown_field(answer: Answer, sent: Sent, name: str) -> bool:
    """Whether a form of the page is sent so, and has a field of that name which a person sees."""
    return any(field.hidden is None for field in _fields(answer, sent, name))


def brings(answer: Answer, name: str, value: str) -> bool:
    """Whether a form of the page sends that by itself: from a field that nobody sees, or by a button."""
    root = page_of(answer).root if answer.body and kind_of(answer) == "html" else None
    if not is_element(root):
        return False
    return any(
        (control.get("name"), control.get("value")) == (name, value)
        and (control.tag == "button" or control.get("type", "").lower() in ("hidden", "submit", "image"))
        for control in root.iter("input", "button")
    )


@dataclass(frozen=True)
class _FormField:
    """*hidden*: the value of a field that nobody sees; *held*: what stands in one that is seen, before it is filled."""

    name: str
    hidden: str | None
    held: tuple[str, ...]


@dataclass(frozen=True)
class _Form:
    method: str
    address: str
    fields: tuple[_FormField, ...]


def _fields(answer: Answer, sent: Sent, name: str) -> Iterator[_FormField]:
    """The fields of that name, of forms that are sent to this address."""
    address, method = _without_query(sent.url), sent.method.upper()
    for form in _read_forms(answer):
        if form.method == method and form.address == address:
            yield from (field for field in form.fields if field.name == name)


@lru_cache(4096)
def _read_forms(answer: Answer) -> tuple[_Form, ...]:
    """Kept for many pages: each value of a recording may be looked for in all pages before it."""
    page = page_of(answer) if answer.body and kind_of(answer) == "html" else None
    if page is None or not is_element(page.root):
        return ()
    return tuple(
        _Form(
            form.get("method", "get").upper(),
            _without_query(joined(page.base, form.get("action", ""))),
            tuple(map(_read_field, form.iter("input", "select", "textarea"))),
        )
        for form in page.root.iter("form")
    )


def _read_field(field: Element) -> _FormField:
    is_hidden = field.get("type", "").lower() == "hidden"
    return _FormField(field.get("name", ""), field.get("value") if is_hidden else None, tuple(_held(field)))


def _held(field: Element) -> Iterator[str]:
    """What a field holds before anybody fills it; nothing where the page sets its value."""
    if field.tag == "select":
        options = list(field.iter("option"))
        chosen = [option for option in options if option.get("selected") is not None] or options[:1]
        yield from (option.get("value", "".join(option.itertext()).strip()) for option in chosen)
    elif field.tag == "textarea":
        yield (field.text or "").strip()
    elif field.get("type", "text").lower() not in _SET_BY_PAGE:
        yield field.get("value", "")


def _without_query(url: str) -> str:
    return url.partition("#")[0].partition("?")[0]


@lru_cache(512)
def has_loose_field(page: Answer) -> bool:
    """Whether a page has a field for text, or a list of choices, that no form sends: a script alone reads it."""
    root = page_of(page).root
    return is_element(root) and bool(root.xpath(_LOOSE))
