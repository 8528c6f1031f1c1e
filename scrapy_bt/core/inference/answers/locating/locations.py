"""The places of a value in an answer, each with a way to take it out again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from lxml import html

from ....samples.traffic import Answer, whole_header
from ..data.leaves import json_leaves
from ..elements.elementnames import local_name, member_name
from ..elements.markup import Form, Found, form_of, markup_of, selectors_for
from ..extraction import page_of
from ..requests.cookies import set_by
from ..values import Decoded, Extraction, Taken, Value, Within
from .pieces import pieces_of
from .webtokens import PAYLOAD, WebToken, web_tokens_of

_DULL_HEADERS = frozenset(
    {
        *("accept-ranges", "age", "alt-svc", "cache-control", "connection", "content-encoding", "content-length"),
        *("content-type", "date", "etag", "expires", "keep-alive", "last-modified", "server", "set-cookie", "vary"),
        *("strict-transport-security", "transfer-encoding", "content-security-policy", "report-to", "nel"),
    }
)
_CODED = 0.3
"""By how much a claim of a token is less firm: to read it takes code, and the same may stand somewhere plainly."""
_DEEPEST = 2
_MOST_IN_MARKUP = 4
_QUOTED = r'^\s*"([^"]+)"\s*$'
"""JSON that is one text, as a token that an API gives, or that a page has in a script."""


@dataclass(frozen=True)
class ValueLocation:
    """*value* takes it; *share*: how much of the value's bits this kind of place is worth as evidence."""

    value: Value
    firmness: float
    share: float
    name: str
    """What the place calls the value, such as the name of a field; empty if there is nothing."""
    where: str
    """For people: `the hidden field csrf_token`."""
    form: Form | None = None
    is_part: bool = False
    holder: str = ""
    """What the object is called that has the value, as `user` in `user.id`; empty if there is none."""


def places_in(answer: Answer, value: str, step: int) -> Iterator[ValueLocation]:
    """Where an answer holds a value, firm places first within each kind; each has to be tried."""
    yield from _in_cookies(answer, value, step)
    yield from _in_headers(answer, value, step)
    yield from _in_url(answer, value, step)
    yield from _in_body(answer, value, step, 0)
    for token in web_tokens_of(answer):
        if value in token.claims:
            yield from _in_claims(answer, token, value, step)


def _in_claims(answer: Answer, token: WebToken, value: str, step: int) -> Iterator[ValueLocation]:
    claims = Answer(200, "", body=token.claims.encode())
    for outer in islice(places_in(answer, token.text, step), _MOST_IN_MARKUP):
        payload = Decoded(Within(outer.value, Extraction("re", PAYLOAD)), "base64url")
        for inner in _in_body(claims, value, step, 1):
            yield replace(
                inner,
                value=_from(inner.value, payload),
                firmness=min(outer.firmness, inner.firmness) - _CODED,
                where=f"{inner.where} in the claims of {outer.where}",
            )


def _in_cookies(answer: Answer, value: str, step: int) -> Iterator[ValueLocation]:
    for name, text in set_by(answer):
        taken = Taken(step, Extraction("cookie", name))
        if text == value:
            yield ValueLocation(taken, 0.92, 1.0, name, f"the cookie {name}")
        elif value in text:
            yield from _pieces(text, value, ValueLocation(taken, 0.8, 1.0, name, f"the cookie {name}"))


def _in_headers(answer: Answer, value: str, step: int) -> Iterator[ValueLocation]:
    for name in dict.fromkeys(name for name, text in answer.headers if value in text):
        text = whole_header(answer.headers, name) or ""
        if name.lower() in _DULL_HEADERS or value not in text:
            continue
        place = ValueLocation(Taken(step, Extraction("header", name)), 0.9, 1.0, name, f"the header {name}")
        if text == value:
            yield place
        else:
            yield from _pieces(text, value, place)


def _in_url(answer: Answer, value: str, step: int) -> Iterator[ValueLocation]:
    if value in answer.url:
        for pattern, name, firmness in pieces_of(answer.url, value):
            taken = Taken(step, Extraction("url", pattern))
            yield ValueLocation(taken, firmness, 0.9, name, f"the address {_named(name)}", is_part=True)


def _in_body(answer: Answer, value: str, step: int, depth: int) -> Iterator[ValueLocation]:
    page = page_of(answer)
    if not page.text:
        return
    if isinstance(page.json, (dict, list)):
        yield from _in_json(answer, value, step, depth)
        return
    if page.text.strip() == f'"{value}"' and '"' not in value:
        yield ValueLocation(Taken(step, Extraction("re", _QUOTED)), 0.9, 1.0, "", "the JSON text")
        return
    kind = (answer.header("content-type") or "").lower()
    if "script" in kind or "text/plain" in kind or "text/css" in kind:
        yield from _in_text(page.text, value, step, "the script")
        return
    yield from _in_markup(answer, value, step, depth)


def _in_markup(answer: Answer, value: str, step: int, depth: int) -> Iterator[ValueLocation]:
    markup = markup_of(answer)
    page = page_of(answer)
    for found in sorted(markup.find(value), key=_promise)[:_MOST_IN_MARKUP]:
        form = form_of(found.element, page.base)
        name, where, share = _described(found)
        is_whole = found.text.strip() == value
        for selector in selectors_for(found):
            place = ValueLocation(Taken(step, selector.extraction), selector.firmness, share, name, where, form)
            if not is_whole:
                yield from _pieces(found.text, value, replace(place, name=""))
            elif found.text == value:
                yield place
            else:
                yield replace(place, value=Decoded(place.value, "strip"), firmness=place.firmness - 0.01)
    for script in markup.scripts:
        text = script.text or ""
        if value in text:
            if "json" in (script.get("type") or "") and depth < _DEEPEST:
                yield from _in_json_script(script, value, step, depth)
            yield from _in_text(text, value, step, "an inline script")
    if value in page.text:
        yield from (replace(place, share=0.7) for place in _in_comments(page.text, value, step))


def _in_json_script(script: Any, value: str, step: int, depth: int) -> Iterator[ValueLocation]:
    for selector in selectors_for(Found(script, "", script.text)):
        outer = Taken(step, selector.extraction)
        for inner in _in_body(Answer(200, "", body=script.text.encode()), value, step, depth + 1):
            yield replace(
                inner,
                value=_from(inner.value, outer),
                firmness=min(inner.firmness, selector.firmness) - 0.03,
                where=f"the JSON of a script, {inner.where}",
            )


def _in_comments(text: str, value: str, step: int) -> Iterator[ValueLocation]:
    start = text.find(value)
    while start >= 0:
        opening = text.rfind("<!--", 0, start)
        if opening >= 0 and "-->" not in text[opening:start]:
            yield from _in_text(text[opening : start + len(value) + 80], value, step, "a comment of the page")
            return
        start = text.find(value, start + 1)


def _in_text(text: str, value: str, step: int, where: str) -> Iterator[ValueLocation]:
    for pattern, name, firmness in pieces_of(text, value):
        taken = Taken(step, Extraction("re", pattern))
        yield ValueLocation(taken, firmness - 0.02, 1.0, name, f"{where}{f', {name}' if name else ''}", is_part=True)


def _pieces(text: str, value: str, place: ValueLocation) -> Iterator[ValueLocation]:
    for pattern, name, firmness in pieces_of(text, value):
        yield replace(
            place,
            value=Within(place.value, Extraction("re", pattern)),
            firmness=min(place.firmness, firmness) * 0.95,
            share=place.share * 0.9,
            name=name or place.name,
            where=f"a part of {place.where}{f', {name}' if name else ''}",
            is_part=True,
        )


def _in_json(answer: Answer, value: str, step: int, depth: int) -> Iterator[ValueLocation]:
    leaves = json_leaves(answer)
    for leaf in leaves.exact.get(value, ())[:_MOST_IN_MARKUP]:
        for path, firmness in leaf.paths():
            taken = Taken(step, Extraction("json", path))
            yield ValueLocation(taken, firmness, 1.0, leaf.name, f"the JSON value {path}", holder=leaf.holder)
    if value in leaves.exact:
        return
    longer = [leaf for leaf in leaves.longer if _holds(leaf.text, value)]
    for leaf in longer[:_MOST_IN_MARKUP]:
        path, firmness = next(leaf.paths())
        outer = Taken(step, Extraction("json", path))
        place = ValueLocation(outer, firmness, 1.0, leaf.name, f"the JSON value {path}")
        start = leaf.text.lstrip()[:1]
        if start in ("{", "[", "<") and depth < _DEEPEST:
            for inner in _in_body(Answer(200, "", body=leaf.text.encode()), value, step, depth + 1):
                yield replace(
                    inner,
                    value=_from(inner.value, outer),
                    firmness=min(firmness, inner.firmness) - 0.05,
                    where=f"{inner.where} within {place.where}",
                )
        elif value in leaf.text:
            yield from _pieces(leaf.text, value, place)


def _holds(text: str, value: str) -> bool:
    return value in text or (text[:1] in "{[<" and json.dumps(value)[1:-1] in text)


def _from(inner: Value, outer: Value) -> Value:
    """*inner*, taken from the text that *outer* gives instead of from the page."""
    match inner:
        case Taken(extraction=extraction):
            return Within(outer, extraction)
        case Within(value=value, extraction=extraction):
            return Within(_from(value, outer), extraction)
        case Decoded(value=value, coding=coding):
            return Decoded(_from(value, outer), coding)
        case _:
            return inner


def _promise(found: Found) -> tuple[int, int]:
    """Places that are made to hold values come first."""
    tag, attribute = found.element.tag, found.attribute
    if tag in ("input", "meta") and attribute in ("value", "content"):
        return 0, len(found.text)
    if attribute.startswith("data-") or tag in ("option", "textarea", "button"):
        return 1, len(found.text)
    return (2, len(found.text)) if attribute else (3, len(found.text))


def _described(found: Found) -> tuple[str, str, float]:
    """The name that a place gives, the place for people, and what it is worth."""
    element, attribute = found.element, found.attribute
    name = element.get("name") or element.get("property") or element.get("id") or ""
    if element.tag in ("input", "select", "textarea", "button") and attribute == "value":
        kind = "the hidden field" if element.get("type") == "hidden" else "the field"
        return name, f"{kind} {name}".rstrip(), 1.0
    if element.tag == "meta":
        return name, f"the meta element {name}".rstrip(), 1.0
    if attribute:
        own = attribute.removeprefix("data-") if attribute.startswith("data-") else name
        share = 1.0 if attribute.startswith("data-") else 0.8
        return own, f"the attribute {attribute} of <{element.tag}>", share
    if not isinstance(element, html.HtmlElement):
        name = member_name(element) or local_name(element)
        return name, f"the element {name}", 0.8
    return name, f"the text of <{element.tag}>", 0.5


def _named(name: str) -> str:
    return f"of the page, {name}" if name else "of the page"
