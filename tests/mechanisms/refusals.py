"""Answers that refuse, and what they are of use for: a key to come back with, or that the same is asked otherwise."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from scrapy_bt.core.samples.traffic import Answer
from tests.pure_site import Keys, Site

from .mechanism import KINDS, Asked, Mechanism, Visitor, as_site, data, html, of_kind, things, told
from .paging import SHELL, card, plain

_TWO = ({"word": "lamp"}, {"word": "rope"})
_THIRD = {"word": "kettle"}
_CELLARS = {kind: 4 + 3 * place for place, kind in enumerate(KINDS)}

# A key in the header of a refusal, for all calls to one address


def key_site() -> Site:
    keys = Keys("call")

    def answer(asked: Asked) -> Answer:
        if asked.path != "/calls":
            return html(SHELL)
        if asked.header("x-call-key") not in keys.given:
            return data({"refused": "no key"}, status=409, headers=(("X-Call-Key", keys.make()),))
        given = asked.data or {}
        if given.get("call") == "find":
            return data({"found": [plain(each) for each in things(given.get("of", "none"))]})
        return data({"version": 7})

    return as_site(answer)


def browse_key(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    key = visitor.fetch("/calls", send={"call": "version"}).header("x-call-key") or ""
    visitor.fetch("/calls", send={"call": "version"}, X_Call_Key=key)
    visitor.type("of", word)
    visitor.fetch("/calls", send={"call": "find", "of": word}, X_Call_Key=key)


# A question that is known by its digest, once it was asked in full: until then the answer says so with status 200


def digest_site() -> Site:
    known = set[str]()

    def answer(asked: Asked) -> Answer:
        if asked.path != "/ask":
            return html(SHELL)
        given = asked.data or {**json.loads(asked.one("values", "{}")), "digest": asked.one("digest")}
        if "question" in given:
            known.add(given.get("digest"))
        if given.get("digest") not in known:
            return data({"errors": [{"message": "DigestNotKnown", "code": "E17"}]})
        if given.get("digest") == "d1":
            own = things(given.get("word", "none"))
            return data({"data": {"things": [{"key": f"t-{each.number}"} for each in own]}})
        found = [plain(each) for each in things() if f"t-{each.number}" == given.get("key")]
        return data({"data": {"thing": found[0]}} if found else {"errors": [{"message": "NotFound", "code": "E4"}]})

    return as_site(answer)


def browse_digest(visitor: Visitor, word: str) -> None:
    def ask(digest: str, question: str, **values: str) -> Any:
        asked = urlencode({"values": json.dumps(values), "digest": digest})
        answer = told(visitor.fetch(f"/ask?{asked}"))
        if "errors" in answer:
            answer = told(visitor.fetch("/ask", send={**values, "digest": digest, "question": question}))
        return answer["data"]

    visitor.visit("/")
    visitor.type("word", word)
    found = ask("d1", "all {things}", word=word)["things"]
    for place in (0, 3, 8):
        visitor.press("more", asks=True)
        ask("d2", "one {thing}", key=found[place]["key"])


# A row that is selected, and a tab that asks for what belongs to it


def cellars_site() -> Site:
    def answer(asked: Asked) -> Answer:
        if asked.path == "/cellars":
            return data({"cellars": [{"id": number, "called": kind, "of": 9} for kind, number in _CELLARS.items()]})
        if asked.path == "/within":
            wanted = (asked.data or {}).get("ids")
            found = [each for kind, number in _CELLARS.items() if [number] == wanted for each in things(kind)]
            return data({"within": list(map(plain, found))}, status=200 if found else 404)
        return html(f"{SHELL}{''.join(map(card, things()[:2]))}")

    return as_site(answer)


def browse_cellars(visitor: Visitor, word: str) -> None:
    visitor.visit("/")
    visitor.fetch("/cellars")
    visitor.press(f"{word}of 9, cool and dry", asks=True, around=(word, "of 9, cool and dry"))
    visitor.press("Within", asks=True)
    visitor.fetch("/within", send={"ids": [_CELLARS[word]], "fields": ["title", "price"]})


REFUSALS = (
    Mechanism("a key that a refusal gives", key_site, browse_key, _TWO, _THIRD, of_kind),
    Mechanism("data that say errors, and the same asked in full", digest_site, browse_digest, _TWO, _THIRD, of_kind),
    Mechanism("a row that is selected, and a tab", cellars_site, browse_cellars, _TWO, _THIRD, of_kind),
)
