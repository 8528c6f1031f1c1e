"""An index of everything that was answered, so that the places of a value are found without reading all again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ....samples.traffic import Answer, Exchange
from ..extraction import page_of
from ..requests.shapes import parameters
from .webtokens import web_tokens_of

_TOKEN = re.compile(r"\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|[^\W_]{3,}|(?<![^\W_])\d{1,2}(?![^\W_])")
"""A run of letters and digits, a short number, or an escape that stands before one."""
_PLACEHOLDER = re.compile(r"\W*(?:[\w ]*\b(?:redacted|removed|masked|hidden|filtered)|[x*•]{3,})\W*", re.IGNORECASE)
"""What publishers of recordings put in the place of secrets: the same for different ones."""
_LONGEST_BODY = 8_000_000
"""Bytes of a body beyond which nothing is looked for in it."""
_NO_TEXT = ("image/", "audio/", "video/", "font/", "application/pdf", "application/zip", "application/wasm")


@dataclass(frozen=True)
class AnswerIndex:
    """Which answers of one recording hold which runs of letters and digits, and when a value was first sent."""

    holders: Mapping[str, Sequence[int]]
    """Indices of exchanges, in order."""
    first_sent: Mapping[str, int]
    """By value, the index of the exchange that sent it first; values of cookies left out."""

    def places_of(self, value: str, before: int) -> list[int]:
        """The exchanges before one whose answers may hold the value, in order."""
        tokens = [token for token in tokens_of(value) if token]
        if not tokens:
            return []
        lists = [self.holders.get(token, ()) for token in tokens]
        rarest = min(lists, key=len)
        common = set(rarest).intersection(*lists) if len(lists) > 1 else set(rarest)
        return [index for index in rarest if index < before and index in common]

    def is_sent_first(self, value: str, answered: int) -> bool:
        """Whether the client knew the value before it was first answered: then no answer is its origin."""
        return self.first_sent.get(value, answered + 1) <= answered


@lru_cache(8)
def index_of(exchanges: tuple[Exchange, ...]) -> AnswerIndex:
    """The index of a recording's exchanges (noise left out)."""
    holders: dict[str, list[int]] = defaultdict(list)
    first_sent: dict[str, int] = {}
    for exchange in exchanges:
        for parameter in parameters(exchange.sent):
            if parameter.key.where != "cookie" and _PLACEHOLDER.fullmatch(parameter.value) is None:
                first_sent.setdefault(parameter.value, exchange.index)
        for token in _tokens_of(exchange):
            holders[token].append(exchange.index)
    return AnswerIndex(holders, first_sent)


def tokens_of(text: str) -> set[str]:
    """The runs of letters and digits of a text that are indexed."""
    return {token for token in _TOKEN.findall(text) if token[0] not in "\\%"}


def tokens_of_answer(answer: Answer) -> set[str]:
    """The runs of letters and digits of an answer: of its address, its headers, its text, its claims."""
    tokens = tokens_of(answer.url)
    for _, value in answer.headers:
        tokens |= tokens_of(value)
    kind = (answer.header("content-type") or "").lower()
    if answer.body and len(answer.body) <= _LONGEST_BODY and not kind.startswith(_NO_TEXT):
        tokens |= tokens_of(page_of(answer).text)
    for token in web_tokens_of(answer):
        tokens |= tokens_of(token.claims)
    return tokens


def _tokens_of(exchange: Exchange) -> set[str]:
    if exchange.answer is None:
        return set()
    tokens = tokens_of_answer(exchange.answer)
    for hop in exchange.hops:
        if hop.answer is not None:
            for _, value in hop.answer.headers:
                tokens |= tokens_of(value)
    return tokens
