from __future__ import annotations

import json
from base64 import urlsafe_b64encode

import pytest

from scrapy_bt.core.inference.answers.locating.webtokens import web_tokens_of
from scrapy_bt.core.samples.traffic import Answer
from tests.recordings import answer


def coded(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def token(claims: str, signature: str = "c2lnbmF0dXJl") -> str:
    return f"{coded(json.dumps({'alg': 'HS256'}))}.{coded(claims)}.{signature}"


OWN = '{"sub":"ü 1"}'


def claims(own: Answer) -> list[str]:
    return [each.claims for each in web_tokens_of(own)]


@pytest.mark.parametrize("text", [OWN, '{ "sub": 1}', '{\n "sub": 1}', '{"sub":{"id":[1]}}'])
def test_the_claims_of_a_token(text: str) -> None:
    assert claims(answer("/", {"token": token(text)})) == [text]
    assert claims(answer("/", {"token": token(text, "")})) == [text]


def test_tokens_stand_in_bodies_and_headers_each_is_told_once() -> None:
    own = token(OWN)
    assert claims(answer("/", f"<p data-key='{own}'>", headers={"Authorization": f"Bearer {own}"})) == [OWN]
    assert claims(answer("/", f"x{own}")) == [OWN]
    assert claims(answer("/", b"", headers={"Location": f"/in#token={own}&x=1"})) == [OWN]
    assert claims(answer("/", [own, token('{"sub":2}')])) == [OWN, '{"sub":2}']
    assert claims(answer("/", [token(f'{{"sub":{number}}}') for number in range(20)])) == [
        f'{{"sub":{number}}}' for number in range(6)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "eyJ.eyJ.x",
        token("[1]"),
        token('{"sub":'),
        token(OWN).replace(".", ":"),
        "eyJhIjoxfQ",
    ],
)
def test_what_looks_like_one_is_none(text: str) -> None:
    assert claims(answer("/", text)) == []
