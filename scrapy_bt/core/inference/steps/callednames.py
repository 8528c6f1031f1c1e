"""The number or key that is sent for a name that was chosen: the page tells what belongs to which name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...samples.parameters import WHOLE_URL, Key
from ...samples.traffic import Answer
from ...tree.literals import literal
from ...tree.values import to_text
from ..answers.data.groups import told_lists
from ..answers.extraction import page_of
from ..answers.pages.addresses import joined
from ..answers.values import Argument, Called, Extraction
from ..blackboard.workflow import Workflow
from ..origins.links import whole
from .choicelists import choices_of
from .choiceways import Offered, are_apart, ways_of_fields
from .sayings import steps_before
from .solenames import Way, said_by, sole_way
from .spokennames import Names

BY_LINK = (
    ("//a[normalize-space()=", "]/@href"),
    ("//a[normalize-space(text())=", "]/@href"),
    ("//a[*[normalize-space()=", "]]/@href"),
    ('//a[normalize-space(substring-before(concat(., "("), "("))=', "]/@href"),
)
"""What stands around a name in the XPath of the address of its link: it says that, or how many there are behind it."""
_SOLE = " | (length(@) == `1` && @ || `[]`)"
"""What is left of the entries of a name, if that is one alone."""


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
        if not 0 < len(offers) == len(wanted):
            continue
        if pieces := _pieces(offers, own) if own else _way_of_links(offers):
            return Called(producer, Argument(argument), pieces, is_alone=not own and len(pieces) > 2)
    return None


def _way_of_links(offers: Sequence[Offered]) -> Way:
    """What stands around the names in the XPath of the addresses of their links; empty if there is none."""

    def is_right(way: Way) -> bool:
        return all(_address(each.page, literal(each.name).join(way)) == each.value for each in offers)

    return sole_way(BY_LINK, is_right, [(each.page, each.name) for each in offers], said_by)


def _pieces(offers: Sequence[Offered], fields: Sequence[str]) -> tuple[str, ...]:
    """What stands around the names in the XPath that finds all that these fields sent; empty if there is none."""
    for way in ways_of_fields(fields, offers):
        told = way.by_label or way.either_way
        if all(text_at(each.page, literal(each.name).join(told)) == each.value for each in offers):
            choices = [choice for each in offers for choice in choices_of(each.page, fields, each.sent)]
            are_told = are_apart((each.value, each.label) for each in choices)
            return way.either_way if are_told else way.by_label
    return ()


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
            told = [own for answer in answers if answer is not None for own in dict(told_lists(answer))[shared[0][0]]]
            return _entry_of(producer, Argument(argument), shared[0], told, len(answers))
    return None


def _entry_of(
    step: int, name: Argument, way: tuple[str, str, str], told: Sequence[Mapping[str, Any]], answers: int
) -> Called:
    """What takes the entry of a name, or of a key where all are apart; *told*: the entries of as many answers."""
    path, named, held = way
    entries = Counter((to_text(own[held]), to_text(own[named])) for own in told if held in own and named in own)
    # What several entries are called, each with a key of its own, is the name of none.
    is_alone = len({called for _, called in entries}) < len(entries) and max(entries.values()) <= answers
    end = f"']{_SOLE if is_alone else ''} | [0]{'' if held.startswith('[') else '.'}{held}"
    begin = f"{path} | [?base64(to_string({named}))=='"
    if are_apart(entries) and len({key for key, _ in entries}) == len(entries):
        return Called(step, name, (begin, f"' || base64(to_string({held}))=='", end), "json")
    return Called(step, name, (begin, end), "json", is_alone=is_alone)


def _ways(answer: Answer, name: str, value: str) -> Iterator[tuple[str, str, str]]:
    """The lists whose only object of a name has the value: their paths, and the names of both fields; yes is no key."""
    for path, told in told_lists(answer):
        for named in dict.fromkeys(key for own in told for key, text in own.items() if text == name):
            alike = [own for own in told if own.get(named) == name]
            if len(alike) == 1 and len(told) > 1:
                keys = (key for key, inner in alike[0].items() if key != named and not isinstance(inner, bool))
                held = (key for key in keys if to_text(alike[0][key]) == value)
                yield from ((path, named, key) for key in held)


def text_at(answer: Answer, path: str) -> str:
    """The first text that an XPath finds on a page; empty if there is none."""
    return next(iter(page_of(answer).extract(Extraction("xpath", path))), "")


def _address(answer: Answer, path: str) -> str:
    found = text_at(answer, path)
    return whole(joined(page_of(answer).base, found)) if found else ""
