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
_WAYS = ("{key}/{name}", "{name}/{key}")
"""How an address has both, behind what is the same in all of them."""


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
            for way in _WAYS:
                if (taking := _taking(way, told)) is not None:
                    pieces, pattern = taking
                    called = Called(producer, Argument(argument_of(names)), pieces)
                    return names, Within(called, Extraction("re", pattern))
    return None


def _taking(way: str, told: Sequence[tuple[Answer | None, str, str]]) -> tuple[tuple[str, str], str] | None:
    """The XPath around a name of the address, and the pattern of the key in that, if these take each key."""
    begins = {_begin(page, way, value, name) for page, value, name in told if page is not None}
    begin = begins.pop() if len(begins) == 1 else ""
    is_key_first = way == _WAYS[0]
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


def _begin(page: Answer, way: str, value: str, name: str) -> str:
    """What stands before both in the address of the first link that has them; empty if none has."""
    root = page_of(page).root
    told = re.compile(rf"(.*/){re.escape(way.format(key=value, name=name))}(?:[/?#]|$)")
    links = (element.get("href") or "" for element in root.iter("a")) if is_element(root) else ()
    return next((found[1] for link in links if (found := told.match(link))), "")


def _has_several(page: Answer, begin: str, *, is_key_first: bool) -> bool:
    """Whether links that begin so have a name beside several keys, as a month beside several years."""
    told = re.compile(rf"{re.escape(begin)}([^/?#]+)/([^/?#]+)(?:[/?#]|$)")
    root = page_of(page).root
    links = (element.get("href") or "" for element in root.iter("a")) if is_element(root) else ()
    pairs = {found.groups() if is_key_first else found.groups()[::-1] for link in links if (found := told.match(link))}
    return len({name for _, name in pairs}) < len(pairs)


def _names_beside(step: int, key: Key, workflow: Workflow) -> Iterator[Names]:
    """What is another part of the path in each recording, and has letters."""
    asked = [None if exchange is None else values_of(exchange.sent) for exchange in workflow.exchanges[step]]
    for other in dict.fromkeys(other for own in asked for other in own or () if other.where == "path" and other != key):
        names = tuple(None if own is None else own.get(other) for own in asked)
        told = [name for name in names if name]
        if len(set(told)) > 1 and all(map(_NAME.search, told)):
            yield names
