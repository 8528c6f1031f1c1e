"""The recorded answers of a path as plain data, without secrets: fixtures of generated tests."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from ...samples.parameters import Key
from ...samples.traffic import Answer
from ..conclusion import Conclusion
from ..extraction import extract
from ..values import Argument, Coded, Decoded, Joined, Taken, Value, Within
from .grown import Grown
from .requests import is_secret

LARGEST = 300_000
"""Bytes of an answer that is kept."""
SHORTEST = 4
"""Characters of a secret: shorter ones would be found everywhere."""


def answers_as_data(conclusion: Conclusion, grown: Grown) -> list[dict[str, Any]]:
    """By visit, the address without its query, the type and the body; secrets are replaced by others as long."""
    secrets = sorted(_secrets(conclusion), key=len, reverse=True)
    pseudonyms = {secret: _pseudonym(number, len(secret)) for number, secret in enumerate(secrets)}
    return [
        {"visit": grown.visits[step], **_answer(answer, pseudonyms)}
        for step, answer in conclusion.answers.items()
        if step in grown.visits and answer.body and len(answer.body) <= LARGEST
    ]


def _answer(answer: Answer, pseudonyms: Mapping[str, str]) -> dict[str, Any]:
    body = answer.body or b""
    for secret, pseudonym in pseudonyms.items():
        body = body.replace(secret.encode(), pseudonym.encode())
    parts = urlsplit(answer.url)
    url = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    data = {"url": url, "content_type": answer.header("content-type") or ""}
    try:
        return {**data, "body": body.decode()}
    except UnicodeDecodeError:
        return {**data, "base64": b64encode(body).decode()}


def _secrets(conclusion: Conclusion) -> set[str]:
    """What the person gave secretly, and what answers gave to be sent back in secret places."""
    found = {
        text
        for given in conclusion.arguments
        if given.is_secret and (text := conclusion.plan.arguments.get(given.name))
    }
    for planned in conclusion.plan.steps:
        for key, value in planned.bound.items():
            found.update(_taken_secrets(conclusion, key, value))
    return {text for text in found if len(text) >= SHORTEST}


def _taken_secrets(conclusion: Conclusion, key: Key, value: Value) -> Iterator[str]:
    match value:
        case Taken(step=step, extraction=extraction) if is_secret(key) or key.where in ("header", "cookie"):
            if step in conclusion.answers:
                yield from extract(conclusion.answers[step], extraction)
        case Argument(name=name, is_secret=True):
            yield conclusion.plan.arguments.get(name, "")
        case Joined(parts=parts):
            for part in parts:
                yield from _taken_secrets(conclusion, key, part)
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            yield from _taken_secrets(conclusion, key, inner)


def _pseudonym(number: int, length: int) -> str:
    return f"{'x' * length}{number}"[-length:]
