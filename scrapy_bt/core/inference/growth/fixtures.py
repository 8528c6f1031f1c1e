"""The recorded answers of a path as plain data, without secrets: fixtures of generated tests."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ...samples.redaction import redact
from ...samples.secrets import is_secret
from ...samples.traffic import Answer, Exchange, Recording, Sent
from ..answers.extraction import extract
from ..answers.values import Taken
from ..conclusion import Conclusion
from .grown import Grown

LARGEST = 300_000
"""Bytes of an answer that is kept."""


def answers_as_data(conclusion: Conclusion, grown: Grown) -> list[dict[str, Any]]:
    """By visit, the address without its query, the type and the body; secrets are replaced by others as long."""
    kept = {
        step: answer
        for step, answer in conclusion.answers.items()
        if step in grown.visits and answer.body and len(answer.body) <= LARGEST
    }
    exchanges = tuple(
        Exchange(step, planned.sent if (planned := conclusion.step(step)) else Sent("GET", answer.url), answer)
        for step, answer in kept.items()
    )
    # Who has not seen the answers cannot tell the key, and so no secret by what stands in its place.
    key = hashlib.sha256(b"".join(answer.body or b"" for answer in kept.values())).digest()
    given = [conclusion.plan.arguments.get(given.name, "") for given in conclusion.arguments if given.is_secret]
    more = filter(None, (*given, *_sent_back(conclusion)))
    recording, _ = redact(Recording("answers", exchanges), key, more=more)
    return [
        {"visit": grown.visits[exchange.index], **_as_data(exchange.answer)}
        for exchange in recording.exchanges
        if exchange.answer is not None
    ]


def _sent_back(conclusion: Conclusion) -> Iterator[str]:
    """What answers gave to be sent back in secret places."""
    for planned in conclusion.plan.steps:
        for key, value in planned.bound.items():
            if isinstance(value, Taken) and value.step in conclusion.answers and is_secret(key):
                yield from extract(conclusion.answers[value.step], value.extraction)


def _as_data(answer: Answer) -> dict[str, Any]:
    parts = urlsplit(answer.url)
    url = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    data = {"url": url, "content_type": answer.header("content-type") or ""}
    body = answer.body or b""
    try:
        return {**data, "body": body.decode()}
    except UnicodeDecodeError:
        return {**data, "base64": b64encode(body).decode()}
