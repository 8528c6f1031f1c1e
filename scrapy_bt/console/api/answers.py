"""How endpoints of the API answer: JSON with an ETag, errors as refusals."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...core.documents.json import read_json
from ...core.documents.numbers import read_whole
from ...errors import BTError, RuleError
from ...sentences import say, spoken
from ..refusals import Refusal, refuse
from ..words import told

T = TypeVar("T")

Endpoint = Callable[[Request], Awaitable[Response]]
Question = Callable[[Request], Awaitable[Any]]

_LARGEST = 1 << 20
"""Bytes of a body that is read."""


def answering(question: Question) -> Endpoint:
    """The endpoint that sends what *question* gives."""

    @wraps(question)
    async def endpoint(request: Request) -> Response:
        try:
            found = await question(request)
        except Refusal as refusal:
            return refusal.response
        except RuleError as error:
            fault = error.faults[0]
            return refuse(409, "faults", fault.message, advice=fault.advice, place=str(fault.place))
        except (BTError, ValueError) as error:
            return refuse(409 if isinstance(error, BTError) else 422, "refused", spoken(error))
        return found if isinstance(found, Response) else answer(request, found)

    return endpoint


def answer(request: Request, found: object) -> Response:
    """JSON, or nothing where the client has it already."""
    body = as_json(found)
    tag = f'"{sha256(body).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language, cookie"}
    if request.method == "GET" and request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def as_json(found: object) -> bytes:
    """In the reader's language."""
    try:
        return msgspec.json.encode(found, enc_hook=told)
    except UnicodeEncodeError:  # half a character, which JSON can only name
        return json.dumps(msgspec.to_builtins(found, enc_hook=told)).encode()


async def read_body(request: Request, shape: type[T], *, largest: int = _LARGEST) -> T:
    """The body, of at most *largest* bytes, as *shape*; raises `Refusal`."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > largest:
            raise Refusal(413, "size", say("a body has at most {} bytes", largest))
        parts.append(part)
    try:
        body: T = read_json(b"".join(parts), largest=None, shape=shape)
    except ValueError as error:
        raise Refusal(422, "body", say("the body is not what is expected: {}", error)) from None
    return body


def read_number(request: Request, name: str, default: int, *, least: int = 0, most: int = 1 << 53) -> int:
    """A number of the query; raises `Refusal`."""
    text = request.query_params.get(name, str(default))
    number = read_whole(text)
    if number is None or not least <= number <= most:
        raise Refusal(422, "query", say("'{}' is a number from {} to {}, not '{}'", name, least, most, text[:40]))
    return number
