"""The number or key that is sent for a name that was chosen: the page tells what belongs to which name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from ...documents.elements import is_element
from ...regex.patterns import compile_pattern
from ...samples.parameters import WHOLE_URL, Key
from ...samples.traffic import Answer
from ...tree.literals import literal
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..answers.elements.markup import text_within
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.values import Argument, Called, Extraction, Within
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from .choicelists import choices_of
from .choiceways import ChoiceWay, Offered, are_apart, ways_of_fields
from .sayings import steps_before
from .spokennames import Names

_BY_LINK = (
    ("//a[normalize-space()=", "]/@href"),
    ("//a[normalize-space(text())=", "]/@href"),
    ("//a[*[normalize-space()=", "]]/@href"),
    ('//a[normalize-space(substring-before(concat(., "("), "("))=', "]/@href"),
)
"""What stands around a name in the XPath of the address of its link: it says that, or how many there are behind it."""


def called(
    step: int,
    key: Key,
    values: Names,
    names: Names,
    workflow: Workflow,
    argument: str,
    fields: Iterable[str] = (),
) -> Called | None:
    """What takes each value from the latest page before that has it for its name; None if no page has all of them.

    *values*: of a field, also called as *fields* are, or, with the key of a whole address, addresses. A choice is taken
    by its value, too, unless another one is called so.
    """
    if key != WHOLE_URL and any(values) and (in_data := _called_in_data(step, values, names, workflow, argument)):
        return in_data
    own = () if key == WHOLE_URL else tuple(dict.fromkeys((key.name, *fields)))
    wanted = [number for number, value in enumerate(values) if value]
    for producer in steps_before(step, names, workflow):
        offers = [
            Offered(answer, exchange.sent, names[number] or "", values[number] or "")
            for number in wanted
            if (answer := workflow.answer(producer, number)) is not None
            and (exchange := workflow.exchanges[step][number]) is not None
        ]
        if 0 < len(offers) == len(wanted) and (pieces := _pieces(offers, own)):
            return Called(producer, Argument(argument), pieces)
    return None


def _pieces(offers: Sequence[Offered], fields: Sequence[str]) -> tuple[str, ...]:
    """What stands around the names in the XPath that finds all that was sent; empty if there is none.

    *fields*: what the field is called; none where links are looked for.
    """
    gives: Callable[[Answer, str], str] = _text if fields else _address
    for way in ways_of_fields(fields, offers) if fields else (ChoiceWay(pieces, ()) for pieces in _BY_LINK):
        told = way.by_label or way.either_way
        if all(gives(each.page, literal(each.name).join(told)) == each.value for each in offers):
            choices = [choice for each in offers for choice in choices_of(each.page, fields, each.sent)]
            are_told = bool(fields) and are_apart((each.value, each.label) for each in choices)
            return way.either_way if are_told else way.by_label
    return ()


def key_in_link(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Within | None:
    """What takes each key out of the address of the link of its name, in the latest page before that has all of them.

    None also where these links lead to the step itself: then their addresses are taken as a whole.
    """
    wanted = [
        (number, value, name) for number, (value, name) in enumerate(zip(values, names, strict=True)) if value and name
    ]
    sent = {whole(exchange.sent.url) for exchange in workflow.exchanges[step] if exchange is not None}
    for producer in steps_before(step, names, workflow):
        found = [(workflow.answer(producer, number), value, name) for number, value, name in wanted]
        pages = [
            (page, value, name) for page, value, name in found if page is not None and name in _said_by_links(page)
        ]
        for before, after in _BY_LINK if len(pages) == len(wanted) else ():
            addresses = [(_text(page, f"{before}{literal(name)}{after}"), value) for page, value, name in pages]
            if pattern := _piece(addresses):
                leads = {whole(joined(page_of(pages[0][0]).base, address)) for address, _ in addresses}
                taken = Within(Called(producer, Argument(argument), (before, after)), Extraction("re", pattern))
                return taken if leads.isdisjoint(sent) else None
    return None


@lru_cache(256)
def _said_by_links(answer: Answer) -> frozenset[str]:
    """What the links of a page say, also without what stands in brackets behind it."""
    root = page_of(answer).root
    links = root.iter("a") if is_element(root) else ()
    texts = {text for link in links for text in (text_within(link), link.text or "", *map(text_within, link))}
    return frozenset(" ".join(part.split()) for text in texts for part in (text, text.partition("(")[0]))


def _piece(addresses: Sequence[tuple[str, str]]) -> str:
    """The pattern that takes a value out of each address, by the word before it; empty if there is none."""
    for found in re.finditer(rf"(?<![^/?&])([^/?&]*[/=])({re.escape(addresses[0][1])})(?![^/?&#])", addresses[0][0]):
        pattern = rf"{re.escape(found[1])}([^/?&#]+)"
        taken = (compile_pattern(pattern).findall(address)[:1] == [value] for address, value in addresses)
        if any(map(str.isalpha, found[1])) and all(taken):
            return pattern
    return ""


def _called_in_data(step: int, values: Names, names: Names, workflow: Workflow, argument: str) -> Called | None:
    """What takes each value from the object that has its name, in the latest data before."""
    pairs = [(number, str(names[number]), value) for number, value in enumerate(values) if value]
    for producer in steps_before(step, names, workflow):
        answers = [workflow.answer(producer, number) for number, _, _ in pairs]
        if any(answer is None or not isinstance(page_of(answer).json, (dict, list)) for answer in answers):
            continue
        ways = [
            set(_ways(answer, name, value))
            for answer, (_, name, value) in zip(answers, pairs, strict=True)
            if answer is not None
        ]
        if shared := sorted(set.intersection(*ways)):
            path, named, held = shared[0]
            pieces: tuple[str, ...] = (
                f"{path} | [?base64(to_string({named}))=='",
                f"'] | [0]{'' if held.startswith('[') else '.'}{held}",
            )
            told = [own for answer in answers if answer is not None for own in dict(told_lists(answer))[path]]
            entries = {(to_text(own[held]), to_text(own[named])) for own in told if held in own and named in own}
            if are_apart(entries) and len({key for key, _ in entries}) == len(entries):
                pieces = (pieces[0], f"' || base64(to_string({held}))=='", pieces[1])
            return Called(producer, Argument(argument), pieces, "json")
    return None


def _ways(answer: Answer, name: str, value: str) -> Iterator[tuple[str, str, str]]:
    """The lists whose only object of a name has the value: their paths, and the names of both fields; yes is no key."""
    for path, told in told_lists(answer):
        for named in dict.fromkeys(key for own in told for key, text in own.items() if text == name):
            alike = [own for own in told if own.get(named) == name]
            if len(alike) == 1 and len(told) > 1:
                keys = (key for key, inner in alike[0].items() if key != named and not isinstance(inner, bool))
                held = (key for key in keys if to_text(alike[0][key]) == value)
                yield from ((path, named, key) for key in held)


def _text(answer: Answer, path: str) -> str:
    return next(iter(page_of(answer).extract(Extraction("xpath", path))), "")


def _address(answer: Answer, path: str) -> str:
    found = _text(answer, path)
    return whole(joined(page_of(answer).base, found)) if found else ""
