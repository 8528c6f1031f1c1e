"""Pages to which a form led, as a list behind a login or a search: each can be visited by its own address, too."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urldefrag, urlsplit

from ...samples.bodies import kind_of
from ...samples.parameters import Key, with_parameters
from ...samples.requestparts import IN_FORMS
from ...samples.traffic import Exchange, Recording, Sent
from ..answers.requests.cookies import cookies_set
from ..answers.requests.shapes import values_of
from .alignment import alikeness
from .series import ALIKE

_NUMBER = re.compile(r"\d+")
_SAFE = frozenset({"GET", "HEAD"})
_KEEPING = frozenset({307, 308})
"""Redirects after which a form is sent again."""
_OF_THE_FORM = frozenset({"content-type", "content-length", "content-encoding", "origin", "cache-control"})


def with_landings(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings, with a request for each first page to which a form was redirected; requests are numbered anew.

    Only pages that others like them follow, and whose address is the same each time but for what was sent, as a word
    that is looked for: what a form makes has an address of its own each time.
    """
    addresses: dict[tuple[str, str], set[str]] = defaultdict(set)
    for recording in recordings:
        for exchange in recording.exchanges:
            if is_landing(exchange) and any(_continues(exchange, other) for other in recording.exchanges):
                addresses[_sender(exchange)].add(_without_sent(exchange))
    fixed = {sender: next(iter(found)) for sender, found in addresses.items() if len(found) == 1}
    return tuple(_with_landings(recording, fixed, is_alone=len(recordings) == 1) for recording in recordings)


def _without_sent(landed: Exchange) -> str:
    """The address to which a form led, without the values in its query that the form sent."""
    sent = {text for key, text in values_of(landed.sent).items() if key.where in IN_FORMS}
    page = Sent("GET", _landed(landed))
    kept = {key: text for key, text in values_of(page).items() if key.where == "query" and text in sent}
    return with_parameters(page, dict.fromkeys(kept, "")).url


def is_landing(exchange: Exchange) -> bool:
    """Whether a form was redirected to a page: one that is posted, or one of a search, which sends a query."""
    answer = exchange.answer
    is_form = exchange.sent.method.upper() not in _SAFE or bool(urlsplit(exchange.sent.url).query)
    if not exchange.hops or not is_form or answer is None or not answer.body:
        return False
    is_sent_again = any(hop.answer is not None and hop.answer.status in _KEEPING for hop in exchange.hops)
    return not is_sent_again and 200 <= answer.status < 300 and kind_of(answer) == "html" and bool(answer.url)


def _continues(landed: Exchange, other: Exchange) -> bool:
    """Whether another page is the same again, or a further one."""
    if other.index <= landed.index or other.sent.method.upper() != "GET" or other.answer is None:
        return False
    one, more = urlsplit(_landed(landed)), urlsplit(other.sent.url)
    if one.netloc != more.netloc:
        return False
    if landed.sent.method.upper() in _SAFE:
        return _landed(landed) == other.sent.url
    is_further = _NUMBER.sub("#", one.path) == _NUMBER.sub("#", more.path) or more.path.startswith(one.path)
    return is_further and len(one.path) > 1 and alikeness(landed.answer, other.answer) >= ALIKE


def _with_landings(recording: Recording, fixed: Mapping[tuple[str, str], str], *, is_alone: bool) -> Recording:
    exchanges: list[Exchange] = []
    for exchange in recording.exchanges:
        exchanges.append(exchange)
        is_fixed = is_landing(exchange) and fixed.get(_sender(exchange)) == _without_sent(exchange)
        if is_fixed and not (is_alone and urlsplit(_landed(exchange)).query):
            exchanges.append(landing_of(exchange))
    numbered = tuple(replace(exchange, index=index) for index, exchange in enumerate(exchanges))
    return replace(recording, exchanges=numbered)


def landing_of(exchange: Exchange) -> Exchange:
    """The page to which redirects led, as if it had been asked for with the cookies that they set."""
    headers = tuple(pair for pair in exchange.sent.headers if pair[0].lower() not in _OF_THE_FORM)
    sent = Sent("GET", _landed(exchange), headers)
    jar = {name: value for hop in exchange.hops for name, value in cookies_set(hop)}
    known = {pair.partition("=")[0].strip() for pair in (sent.header("cookie") or "").split(";")}
    changes: dict[Key, str | None] = {Key("cookie", name): value for name, value in jar.items() if name in known}
    sent = with_parameters(sent, changes)
    fresh = [f"{name}={value}" for name, value in jar.items() if name not in known and value]
    if fresh:
        others = [pair for pair in sent.headers if pair[0].lower() != "cookie"]
        own = sent.header("cookie")
        sent = replace(sent, headers=(*others, ("Cookie", "; ".join([*([own] if own else []), *fresh]))))
    return replace(exchange, sent=sent, hops=())


def _landed(exchange: Exchange) -> str:
    assert exchange.answer is not None, "asked before"
    return urldefrag(exchange.answer.url).url


def _sender(exchange: Exchange) -> tuple[str, str]:
    return exchange.sent.method.upper(), exchange.sent.url.partition("?")[0]
