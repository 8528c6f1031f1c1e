"""JSON Web Tokens in answers: what they claim is there to be read, coded in Base64 (RFC 7519, 3; RFC 7515, 3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ....documents.json import read_json
from ....samples.secrets import WEB_TOKEN
from ....samples.traffic import Answer
from ..codings import decode
from ..extraction import page_of

PAYLOAD = r"\.([^.]+)\."
"""Finds the claims in a token, still coded."""

_MOST = 6


@dataclass(frozen=True)
class WebToken:
    """A token as it stands, and the JSON object of its claims."""

    text: str
    claims: str


@lru_cache(512)
def web_tokens_of(answer: Answer) -> tuple[WebToken, ...]:
    """The tokens that headers and body of an answer hold, each once, the first few."""
    found: dict[str, WebToken] = {}
    body = page_of(answer).text if b"eyJ" in (answer.body or b"") else ""
    for text in (*(value for _, value in answer.headers), body):
        for match in WEB_TOKEN.finditer(text):
            token = match["token"]
            if token not in found and len(found) < _MOST and (claims := _claims(match["claims"])):
                found[token] = WebToken(token, claims)
    return tuple(found.values())


def _claims(payload: str) -> str:
    """The text of a JSON object; empty if it is none."""
    text = decode(payload, "base64url") or ""
    try:
        return text if isinstance(read_json(text, largest=None, loosely=True), dict) else ""
    except ValueError:
        return ""
