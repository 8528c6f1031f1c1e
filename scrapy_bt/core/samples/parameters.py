"""The parameters of a request, in its path, query, form, multipart, JSON, XML, headers, cookies; changing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from ...sentences import say
from . import fields, manyvalues
from .requestbodies import body_kind, body_text, encoded, form_text
from .requestparts import (
    Changes,
    RequestPart,
    Where,
    cookies_of,
    cookies_written,
    form_written,
    parts_of_request,
    query_written,
    split_url,
)
from .traffic import Sent

ALL = -1
"""The number of a key whose values are one list."""


@dataclass(frozen=True, order=True)
class Key:
    """Names a parameter within its request."""

    where: Where
    name: str
    """Of a path: the segment's place from 0; of a header: in lower case; of JSON: a path as `items[0].id`; a JSON text
    within a field goes on after a `$`: `payload$.user.id`; of XML: the names of its elements as `Search.word`; of a
    multipart file's own name: `NAME;filename`; of a whole body, or of a query of one piece without a `=`, that cannot
    be parted: empty."""
    number: int = 0
    """Which of several with the same name; `ALL`: all of them, as one list."""

    def __str__(self) -> str:
        again = f" #{self.number + 1}" if self.number > 0 else ""
        return f"{self.where} {self.name}{again}".rstrip()


@dataclass(frozen=True)
class RequestParameter:
    """A parameter with its value, decoded from the coding of its place; a list is a list of JSON texts."""

    key: Key
    value: str


WHOLE_URL = Key("url", "")
"""The whole address, as a link holds it: absolute, or relative to its page; `parameters_of` never gives it."""


def parameters_of(sent: Sent) -> tuple[RequestParameter, ...]:
    """All of them, in the order path, query, body, headers, cookies; never fails, whatever the request holds."""
    return tuple(RequestParameter(key, value) for part in _all_parts(sent) for key, value in _keyed(part))


def with_parameters(sent: Sent, changes: Mapping[Key, str | None]) -> Sent:
    """The request with other values at these keys; None leaves one out. The others stay, to the byte.

    A key of a query, a form, a header or a cookie that the request lacks is added; another is a `ValueError`.
    """
    missing = {key: value for key, value in changes.items() if value is not None}
    changed = sent
    for part in _all_parts(sent):
        own: dict[int, str | None] = {}
        for place, (key, value) in enumerate(_keyed(part)):
            missing.pop(key, None)
            if key in changes and changes[key] != value:
                own[place] = changes[key]
        if own:
            changed = part.write(changed, own)
    for key, added in missing.items():
        changed = _with_new(changed, key, added)
    if changed.body != sent.body:
        changed = replace(
            changed, headers=tuple(pair for pair in changed.headers if pair[0].lower() != "content-length")
        )
    return changed


def _all_parts(sent: Sent) -> Iterator[RequestPart]:
    for part in parts_of_request(sent):
        names = {name for where, name in sent.lists if where == part.where}
        yield _with_lists(part, names) if names else part


def _with_lists(part: RequestPart, names: Collection[str]) -> RequestPart:
    """The same part with the values of each of these names as one."""
    leaves: list[tuple[str, str]] = []
    places: list[list[int]] = []
    lists: dict[str, int] = {}
    for place, (leaf, value) in enumerate(part.leaves):
        name = manyvalues.name_of(part.where, leaf)
        if name not in names:
            leaves.append((leaf, value))
            places.append([place])
            continue
        if name not in lists:
            lists[name] = len(leaves)
            leaves.append((name, ""))
            places.append([])
        places[lists[name]].append(place)
    for name, number in lists.items():
        leaves[number] = name, manyvalues.written([part.leaves[place][1] for place in places[number]])

    def write(sent: Sent, changes: Changes) -> Sent:
        own = set(lists.values())
        plain = {places[number][0]: text for number, text in changes.items() if number not in own}
        given = {name: changes[number] for name, number in lists.items() if number in changes}
        plain |= {place: None for name, text in given.items() if text is None for place in places[lists[name]]}
        if plain:
            sent = part.write(sent, plain)
        for name, text in given.items():
            if text is not None:
                sent = _with_values(sent, part.where, name, manyvalues.read(text))
        return sent

    return RequestPart(part.where, leaves, write, frozenset(lists.values()))


def _with_values(sent: Sent, where: Where, name: str, values: list[str]) -> Sent:
    if where == "query":
        return query_written(sent, manyvalues.with_values(split_url(sent.url)[2] or "", name, values))
    if where == "form":
        return form_written(sent, manyvalues.with_values(form_text(sent), name, values))
    text, charset = body_text(sent)
    return replace(sent, body=encoded(manyvalues.with_json_values(text, name, values), charset))


def _keyed(part: RequestPart) -> Iterator[tuple[Key, str]]:
    seen: Counter[str] = Counter()
    for place, (name, value) in enumerate(part.leaves):
        yield Key(part.where, name, ALL if place in part.lists else seen[name]), value
        seen[name] += 1


def _with_new(sent: Sent, key: Key, value: str) -> Sent:
    match key.where:
        case "query":
            query = split_url(sent.url)[2] or ""
            parting = fields.separator_of(query) * bool(query)
            return query_written(sent, f"{query}{parting}{fields.written_field(key.name, value)}")
        case "form" if body_kind(sent) in ("form", None):
            form = form_text(sent) if sent.body else ""
            return form_written(sent, f"{form}{'&' * bool(form)}{fields.written_field(key.name, value)}")
        case "header":
            return replace(sent, headers=(*sent.headers, (key.name, value)))
        case "cookie":
            return cookies_written(sent, [*cookies_of(sent), f"{key.name}={value}"])
        case _:
            raise ValueError(say("this request has no {}, and it cannot be added: {} {}", key, sent.method, sent.url))
