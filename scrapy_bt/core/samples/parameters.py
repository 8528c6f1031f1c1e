"""The parameters of a request: pieces of its path, query, form, multipart, JSON, headers, cookies; changing them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from . import fields, jsontext, manyvalues, multipart
from .requestbodies import body_kind, body_text, charset_of, content_type_of, decoded, encoded, form_text
from .traffic import Sent

Where = Literal["url", "path", "query", "form", "multipart", "json", "body", "header", "cookie"]

STACK_HEADERS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "cookie",
        "host",
        "http2-settings",
        "if-modified-since",
        "if-none-match",
        "keep-alive",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
"""Headers that are a matter of the connection, of the cookie jar or of the browser's cache: they are no parameters."""

_ADDRESS = re.compile(r"([^/?#]*(?://[^/?#]*)?)([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


ALL = -1
"""The number of a key whose values are one list."""


@dataclass(frozen=True, order=True)
class Key:
    """Names a parameter within its request."""

    where: Where
    name: str
    """Of a path: the segment's place from 0; of a header: in lower case; of JSON: a path as `items[0].id`; a JSON text
    within a field goes on after a `$`: `payload$.user.id`; of a multipart file's own name: `NAME;filename`; of a whole
    body, or of a query of one piece without a `=`, that cannot be parted: empty."""
    number: int = 0
    """Which of several with the same name; `ALL`: all of them, as one list."""

    def __str__(self) -> str:
        again = f" #{self.number + 1}" if self.number > 0 else ""
        return f"{self.where} {self.name}{again}".rstrip()


@dataclass(frozen=True)
class Parameter:
    """A parameter with its value, decoded from the coding of its place; a list is a list of JSON texts."""

    key: Key
    value: str


WHOLE_URL = Key("url", "")
"""The whole address, as a link holds it: absolute, or relative to its page; `parameters_of` never gives it."""

Changes = Mapping[int, str | None]


@dataclass(frozen=True)
class _Part:
    """A part of a request that holds parameters: their names and values, and how some are changed, by their places."""

    where: Where
    leaves: list[tuple[str, str]]
    write: Callable[[Sent, Changes], Sent]
    lists: frozenset[int] = frozenset()
    """The places of those that are lists."""


def parameters_of(sent: Sent) -> tuple[Parameter, ...]:
    """All of them, in the order path, query, body, headers, cookies; never fails, whatever the request holds."""
    return tuple(Parameter(key, value) for part in _all_parts(sent) for key, value in _keyed(part))


def with_parameters(sent: Sent, changes: Mapping[Key, str | None]) -> Sent:
    """The request with other values at these keys; none: left out. What is not changed stays, to the byte.

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


def _all_parts(sent: Sent) -> Iterator[_Part]:
    for part in _parts(sent):
        names = {name for where, name in sent.lists if where == part.where}
        yield _with_lists(part, names) if names else part


def _with_lists(part: _Part, names: Collection[str]) -> _Part:
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

    return _Part(part.where, leaves, write, frozenset(lists.values()))


def _with_values(sent: Sent, where: Where, name: str, values: list[str]) -> Sent:
    if where == "query":
        return _query_written(sent, manyvalues.with_values(_split(sent.url)[2] or "", name, values))
    if where == "form":
        return _form_written(sent, manyvalues.with_values(form_text(sent), name, values))
    text, charset = body_text(sent)
    return replace(sent, body=encoded(manyvalues.with_json_values(text, name, values), charset))


def _parts(sent: Sent) -> Iterator[_Part]:
    _, path, query, _ = _split(sent.url)
    yield _Part("path", [(segment.name, segment.value) for segment in fields.segments_of(path)], _with_path)
    yield _field_part("query", query or "", _query_written)
    match body_kind(sent):
        case "form":
            yield _field_part("form", form_text(sent), _form_written, charset=charset_of(sent))
        case "multipart":
            yield _multipart_part(sent)
        case "json":
            yield _Part("json", jsontext.leaves_of(body_text(sent)[0]) or [], _with_json)
        case "body":
            yield _Part("body", [("", body_text(sent)[0])], _with_body)
        case None:
            pass
    yield _header_part(sent)
    cookies = [(cookie.partition("=")[0].strip(), cookie.partition("=")[2].strip()) for cookie in _cookies(sent)]
    yield _Part("cookie", cookies, _with_cookies)


def _keyed(part: _Part) -> Iterator[tuple[Key, str]]:
    seen: Counter[str] = Counter()
    for place, (name, value) in enumerate(part.leaves):
        yield Key(part.where, name, ALL if place in part.lists else seen[name]), value
        seen[name] += 1


def _with_new(sent: Sent, key: Key, value: str) -> Sent:
    match key.where:
        case "query":
            query = _split(sent.url)[2] or ""
            return _query_written(sent, f"{query}{'&' * bool(query)}{fields.written_field(key.name, value)}")
        case "form" if body_kind(sent) in ("form", None):
            form = form_text(sent) if sent.body else ""
            return _form_written(sent, f"{form}{'&' * bool(form)}{fields.written_field(key.name, value)}")
        case "header":
            return replace(sent, headers=(*sent.headers, (key.name, value)))
        case "cookie":
            return _cookies_written(sent, [*_cookies(sent), f"{key.name}={value}"])
        case _:
            raise ValueError(f"this request has no {key}, and it cannot be added: {sent.method} {sent.url}")


def _split(url: str) -> tuple[str, str, str | None, str | None]:
    """Origin, path, query and fragment as they stand; None: not even its sign."""
    found = _ADDRESS.fullmatch(url)
    return ("", url, None, None) if found is None else (found[1], found[2], found[3], found[4])


def _with_path(sent: Sent, changes: Changes) -> Sent:
    origin, path, query, fragment = _split(sent.url)
    return _with_address(sent, origin, fields.with_segments(path, changes), query, fragment)


def _query_written(sent: Sent, query: str) -> Sent:
    origin, path, _, fragment = _split(sent.url)
    return _with_address(sent, origin, path, query or None, fragment)


def _with_address(sent: Sent, origin: str, path: str, query: str | None, fragment: str | None) -> Sent:
    query = "" if query is None else f"?{query}"
    return replace(sent, url=f"{origin}{path}{query}" + ("" if fragment is None else f"#{fragment}"))


def _form_written(sent: Sent, text: str) -> Sent:
    return replace(sent, body=text.encode("latin-1") or None)


def _field_part(where: Where, text: str, written: Callable[[Sent, str], Sent], *, charset: str = "") -> _Part:
    found = fields.fields_of(text, charset=charset)
    nested = [jsontext.nested_leaves(field.name, field.value) for field in found]

    def write(sent: Sent, changes: Changes) -> Sent:
        values = {
            place: jsontext.with_nested(found[place].value, own) for place, own in _by_field(nested, changes).items()
        }
        return written(sent, fields.with_fields(text, values, charset=charset))

    return _Part(where, [leaf for leaves in nested for leaf in leaves], write)


def _by_field(nested: list[list[tuple[str, str]]], changes: Changes) -> dict[int, dict[int, str | None]]:
    """The changes by the place of their field, and in it by the place of the leaf."""
    sorted_out: dict[int, dict[int, str | None]] = {}
    start = 0
    for place, leaves in enumerate(nested):
        own = {number: changes[start + number] for number in range(len(leaves)) if start + number in changes}
        if own:
            sorted_out[place] = own
        start += len(leaves)
    return sorted_out


def _multipart_part(sent: Sent) -> _Part:
    content_type = content_type_of(sent)
    parts = multipart.parts_of(sent.body or b"", content_type)
    nested: list[list[tuple[str, str]]] = []
    for part in parts:
        text = decoded(part.content)[0]
        if part.filename is None:
            nested.append(jsontext.nested_leaves(part.name, text))
        else:
            nested.append([(part.name, text), (f"{part.name};filename", part.filename)])

    def write(sent: Sent, changes: Changes) -> Sent:
        values = {}
        for place, own in _by_field(nested, changes).items():
            part = parts[place]
            text, charset = decoded(part.content)
            filename = own.pop(1, part.filename) if part.filename is not None else None
            new = jsontext.with_nested(text, own) if part.filename is None else own.get(0, text)
            content = part.content if new == text else None if new is None else encoded(new, charset)
            values[place] = (content, filename)
        return replace(sent, body=multipart.with_parts(sent.body or b"", content_type, values))

    return _Part("multipart", [leaf for leaves in nested for leaf in leaves], write)


def _with_json(sent: Sent, changes: Changes) -> Sent:
    text, charset = body_text(sent)
    new = jsontext.with_leaves(text, changes)
    return replace(sent, body=None if new is None else encoded(new, charset))


def _with_body(sent: Sent, changes: Changes) -> Sent:
    new = changes[0]
    return replace(sent, body=None if new is None else encoded(new, body_text(sent)[1]))


def _header_part(sent: Sent) -> _Part:
    skipped = {*STACK_HEADERS, *(["content-type"] if _is_of_the_body(sent) else [])}
    places = [
        place
        for place, (name, _) in enumerate(sent.headers)
        if name.lower() not in skipped and not name.startswith(":")
    ]

    def write(sent: Sent, changes: Changes) -> Sent:
        new = {places[number]: value for number, value in changes.items()}
        headers = ((name, new.get(place, old)) for place, (name, old) in enumerate(sent.headers))
        return replace(sent, headers=tuple((name, value) for name, value in headers if value is not None))

    return _Part("header", [(sent.headers[place][0].lower(), sent.headers[place][1]) for place in places], write)


def _is_of_the_body(sent: Sent) -> bool:
    """Whether the `Content-Type` follows from how the body is written."""
    kind = body_kind(sent)
    return kind in ("form", "multipart") or (
        kind == "json" and content_type_of(sent).partition(";")[0].strip().lower() == "application/json"
    )


def _cookies(sent: Sent) -> list[str]:
    lines = [value for name, value in sent.headers if name.lower() == "cookie"]
    return [cookie for line in lines for cookie in line.split(";") if cookie.strip()]


def _with_cookies(sent: Sent, changes: Changes) -> Sent:
    kept = []
    for place, cookie in enumerate(_cookies(sent)):
        value = changes[place] if place in changes else cookie.partition("=")[2].strip()
        if value is not None:
            kept.append(f"{cookie.partition('=')[0].strip()}={value}" if place in changes else cookie.strip())
    return _cookies_written(sent, kept)


def _cookies_written(sent: Sent, cookies: list[str]) -> Sent:
    place = next((place for place, (name, _) in enumerate(sent.headers) if name.lower() == "cookie"), None)
    name = "Cookie" if place is None else sent.headers[place][0]
    others = [pair for pair in sent.headers if pair[0].lower() != "cookie"]
    if cookies:
        others.insert(len(others) if place is None else place, (name, "; ".join(cookies)))
    return replace(sent, headers=tuple(others))
