"""The parts of a request that hold parameters, and how what stands in them is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from . import fields, jsontext, multipart, xmltext
from .requestbodies import body_kind, body_text, charset_of, content_type_of, decoded, encoded, form_text
from .traffic import Sent

Where = Literal["url", "path", "query", "form", "multipart", "json", "xml", "body", "header", "cookie"]
"""Where a value is sent; a `url` is the whole address as a link holds it, and no part of a request is one."""

IN_ADDRESS: frozenset[Where] = frozenset({"path", "query"})
IN_HEADERS: frozenset[Where] = frozenset({"header", "cookie"})
IN_FORM_BODIES: frozenset[Where] = frozenset({"form", "multipart"})
IN_FORMS: frozenset[Where] = IN_FORM_BODIES | {"query"}
"""What a form of a page sends, posted or in the address."""
IN_BODY: frozenset[Where] = IN_FORM_BODIES | {"json", "xml", "body"}
NAMED: frozenset[Where] = IN_FORMS | {"json", "xml"}
"""Under names, in the address or the body."""
PIECES: frozenset[Where] = NAMED | {"path"}
"""Single values: all but a body that cannot be parted."""
ASKING: frozenset[Where] = IN_ADDRESS | IN_BODY
"""What says what is asked for; headers and cookies say who asks."""

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

Changes = Mapping[int, str | None]


@dataclass(frozen=True)
class RequestPart:
    """A part that holds parameters: their names and values, and how some are changed, by their places."""

    where: Where
    leaves: list[tuple[str, str]]
    write: Callable[[Sent, Changes], Sent]
    lists: frozenset[int] = frozenset()
    """The places of those that are lists."""


def parts_of_request(sent: Sent) -> Iterator[RequestPart]:
    """In the order path, query, body, headers, cookies."""
    _, path, query, _ = split_url(sent.url)
    yield RequestPart("path", [(segment.name, segment.value) for segment in fields.segments_of(path)], _with_path)
    yield _field_part("query", query or "", query_written)
    match body_kind(sent):
        case "form":
            yield _field_part("form", form_text(sent), form_written, charset=charset_of(sent))
        case "multipart":
            yield _multipart_part(sent)
        case "json":
            yield RequestPart("json", jsontext.leaves_of(body_text(sent)[0]) or [], _with_json)
        case "xml":
            yield RequestPart("xml", xmltext.leaves_of(body_text(sent)[0]) or [], _with_xml)
        case "body":
            yield RequestPart("body", [("", body_text(sent)[0])], _with_body)
        case None:
            pass
    yield _header_part(sent)
    cookies = [(cookie.partition("=")[0].strip(), cookie.partition("=")[2].strip()) for cookie in cookies_of(sent)]
    yield RequestPart("cookie", cookies, _with_cookies)


def split_url(url: str) -> tuple[str, str, str | None, str | None]:
    """Origin, path, query and fragment as they stand; None: not even its sign."""
    found = _ADDRESS.fullmatch(url)
    return ("", url, None, None) if found is None else (found[1], found[2], found[3], found[4])


def _with_path(sent: Sent, changes: Changes) -> Sent:
    origin, path, query, fragment = split_url(sent.url)
    return _with_address(sent, origin, fields.with_segments(path, changes), query, fragment)


def query_written(sent: Sent, query: str) -> Sent:
    """The request with another query."""
    origin, path, _, fragment = split_url(sent.url)
    return _with_address(sent, origin, path, query or None, fragment)


def _with_address(sent: Sent, origin: str, path: str, query: str | None, fragment: str | None) -> Sent:
    query = "" if query is None else f"?{query}"
    return replace(sent, url=f"{origin}{path}{query}" + ("" if fragment is None else f"#{fragment}"))


def form_written(sent: Sent, text: str) -> Sent:
    """The request with another form as its body."""
    return replace(sent, body=text.encode("latin-1") or None)


def _field_part(where: Where, text: str, written: Callable[[Sent, str], Sent], *, charset: str = "") -> RequestPart:
    found = fields.fields_of(text, charset=charset)
    nested = [jsontext.nested_leaves(field.name, field.value) for field in found]

    def write(sent: Sent, changes: Changes) -> Sent:
        values = {
            place: jsontext.with_nested(found[place].value, own) for place, own in _by_field(nested, changes).items()
        }
        return written(sent, fields.with_fields(text, values, charset=charset))

    return RequestPart(where, [leaf for leaves in nested for leaf in leaves], write)


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


def _multipart_part(sent: Sent) -> RequestPart:
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

    return RequestPart("multipart", [leaf for leaves in nested for leaf in leaves], write)


def _with_json(sent: Sent, changes: Changes) -> Sent:
    text, charset = body_text(sent)
    new = jsontext.with_leaves(text, changes)
    return replace(sent, body=None if new is None else encoded(new, charset))


def _with_xml(sent: Sent, changes: Changes) -> Sent:
    text, charset = body_text(sent)
    return replace(sent, body=encoded(xmltext.with_leaves(text, changes), charset))


def _with_body(sent: Sent, changes: Changes) -> Sent:
    new = changes[0]
    return replace(sent, body=None if new is None else encoded(new, body_text(sent)[1]))


def _header_part(sent: Sent) -> RequestPart:
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

    return RequestPart("header", [(sent.headers[place][0].lower(), sent.headers[place][1]) for place in places], write)


def _is_of_the_body(sent: Sent) -> bool:
    """Whether the `Content-Type` follows from how the body is written."""
    kind = body_kind(sent)
    return kind in ("form", "multipart") or (
        kind == "json" and content_type_of(sent).partition(";")[0].strip().lower() == "application/json"
    )


def cookies_of(sent: Sent) -> list[str]:
    """The cookies that it sends, as `name=value`."""
    lines = [value for name, value in sent.headers if name.lower() == "cookie"]
    return [cookie for line in lines for cookie in line.split(";") if cookie.strip()]


def _with_cookies(sent: Sent, changes: Changes) -> Sent:
    kept = []
    for place, cookie in enumerate(cookies_of(sent)):
        value = changes[place] if place in changes else cookie.partition("=")[2].strip()
        if value is not None:
            kept.append(f"{cookie.partition('=')[0].strip()}={value}" if place in changes else cookie.strip())
    return cookies_written(sent, kept)


def cookies_written(sent: Sent, cookies: list[str]) -> Sent:
    """The request with other cookies."""
    place = next((place for place, (name, _) in enumerate(sent.headers) if name.lower() == "cookie"), None)
    name = "Cookie" if place is None else sent.headers[place][0]
    others = [pair for pair in sent.headers if pair[0].lower() != "cookie"]
    if cookies:
        others.insert(len(others) if place is None else place, (name, "; ".join(cookies)))
    return replace(sent, headers=tuple(others))
