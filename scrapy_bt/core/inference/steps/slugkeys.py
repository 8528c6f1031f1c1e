"""Keys that an address has beside a readable name: the 3 of `/category/3/kettles/`, which a page links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ...documents.elements import is_element
from ...samples.parameters import Key
from ...samples.traffic import Answer
from ...tree.literals import literal
from ..answers.extraction import page_of
from ..answers.requests.shapes import values_of
from ..answers.values import Argument, Called, Extraction, Within
from ..blackboard.workflow import Workflow
from .callednames import text_at
from .spokennames import Names

_NAME = re.compile(r"[^\W\d_]{2}")
_KEY = re.compile(r"\d")


def key_beside_name(
    step: int, key: Key, values: Names, workflow: Workflow, argument_of: Callable[[Names], str]
) -> tuple[Names, Within] | None:
    """The names, and what takes each key out of the address with its name, in the latest page before that has all.

    None: the value is no key in a path, or no page before links all of these addresses, which are alike before both, or
    it links a name with several keys.
    """
    if key.where != "path" or not all(_KEY.search(value) for value in values if value):
        return None
    for names in _names_beside(step, key, workflow):
        for producer in reversed([number for number in workflow.numbers() if number < step]):
            told = [
                (workflow.answer(producer, place), value, name)
                for place, (value, name) in enumerate(zip(values, names, strict=True))
                if value and name
            ]
            for is_key_first in (True, False):
                if (taking := _taking(told, is_key_first=is_key_first)) is not None:
                    pieces, pattern = taking
                    called = Called(producer, Argument(argument_of(names)), pieces)
                    return names, Within(called, Extraction("re", pattern))
    return None


def _taking(
    told: Sequence[tuple[Answer | None, str, str]], *, is_key_first: bool
) -> tuple[tuple[str, str], str] | None:
    """The XPath around a name of the address, and the pattern of the key in that, if these take each key."""
    both = ((page, f"{value}/{name}" if is_key_first else f"{name}/{value}") for page, value, name in told)
    begins = {_begin(page, text) for page, text in both if page is not None}
    begin = begins.pop() if len(begins) == 1 else ""
    if not begin or any(page is None or _has_several(page, begin, is_key_first=is_key_first) for page, _, _ in told):
        return None
    before = literal(begin)
    if is_key_first:
        rest = f'concat(translate(substring-after(substring-after(@href, {before}), "/"), "?#", "//"), "/")'
        pieces = (f'//a[starts-with(@href, {before}) and substring-before({rest}, "/")=', "]/@href")
        pattern = rf"^{re.escape(begin)}([^/?#]+)"
    else:
        pieces = (f"//a[starts-with(@href, concat({before}, ", ', "/"))]/@href')
        pattern = rf"^{re.escape(begin)}[^/?#]+/([^/?#]+)"
    is_right = (
        page is not None and re.findall(pattern, text_at(page, literal(name).join(pieces))) == [value]
        for page, value, name in told
    )
    return (pieces, pattern) if all(is_right) else None


def _begin(page: Answer, both: str) -> str:
    """What stands before a key and a name in the address of the first link that has them so; empty if none has."""
    told = re.compile(rf"(.*/){re.escape(both)}(?:[/?#]|$)")
    return next((found[1] for address in _addresses(page) if (found := told.match(address))), "")


def _has_several(page: Answer, begin: str, *, is_key_first: bool) -> bool:
    """Whether links that begin so have a name beside several keys, as a month beside several years."""
    told = re.compile(rf"{re.escape(begin)}([^/?#]+)/([^/?#]+)(?:[/?#]|$)")
    pairs = {found.groups() for address in _addresses(page) if (found := told.match(address))}
    return len({pair[is_key_first] for pair in pairs}) < len(pairs)


def _addresses(page: Answer) -> list[str]:
    """What the links of a page have as their addresses."""
    root = page_of(page).root
    return [element.get("href") or "" for element in root.iter("a")] if is_element(root) else []


def _names_beside(step: int, key: Key, workflow: Workflow) -> Iterator[Names]:
    """What is another part of the path in each recording, and has letters."""
    asked = [None if exchange is None else values_of(exchange.sent) for exchange in workflow.exchanges[step]]
    for other in dict.fromkeys(other for own in asked for other in own or () if other.where == "path" and other != key):
        names = tuple(None if own is None else own.get(other) for own in asked)
        told = [name for name in names if name]
        if len(set(told)) > 1 and all(map(_NAME.search, told)):
            yield names
