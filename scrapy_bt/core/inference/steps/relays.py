"""Redirects that tell what nothing else tells, such as a token in a `Location`: each is a request of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...samples.traffic import Answer, Exchange, Recording
from ..answers.locating.search import tokens_of, tokens_of_answer
from ..answers.requests.cookies import cookies_set
from ..answers.requests.shapes import Shape, parameters, shape_of
from ..origins.evidence import STRONG, bits_of
from .landings import landing_of


def with_relays(recordings: Sequence[Recording]) -> tuple[Recording, ...]:
    """The recordings, with chains of redirects parted up to the last that tells what only it tells; numbered anew.

    What is told is what a later request sends, and what neither the page at the end of the chain nor another answer
    holds before. A chain that is parted in one recording is so in all.
    """
    parted: dict[Shape, int] = {}
    for recording in recordings:
        for exchange, count in _telling(recording):
            shape = shape_of(exchange.sent)
            parted[shape] = max(count, parted.get(shape, 0))
    return tuple(_parted(recording, parted) for recording in recordings) if parted else tuple(recordings)


def _telling(recording: Recording) -> Iterator[tuple[Exchange, int]]:
    """Chains some of whose redirects have to be seen, and how many from the first on."""
    chains = [exchange for exchange in recording.exchanges if exchange.hops]
    if not chains:
        return
    sent, held = _first_sent(recording), _first_held(recording)
    for chain in chains:
        count = 0
        for place, hop in enumerate(chain.hops, 1):
            told = _tokens_told(hop.answer) & sent.keys()
            if any(chain.index < sent[token] <= held.get(token, sent[token]) for token in told):
                count = place
        if count:
            yield chain, count


def _first_sent(recording: Recording) -> dict[str, int]:
    """By surprising run of letters and digits, the request that sent it first, but as a cookie."""
    first: dict[str, int] = {}
    for exchange in recording.exchanges:
        for parameter in parameters(exchange.sent):
            if parameter.key.where != "cookie":
                for token in tokens_of(parameter.value):
                    if bits_of(token) >= STRONG:
                        first.setdefault(token, exchange.index)
    return first


def _first_held(recording: Recording) -> dict[str, int]:
    """The same for answers; the cookies of redirects are known at the end of their chain."""
    first: dict[str, int] = {}
    for exchange in recording.exchanges:
        tokens = set() if exchange.answer is None else tokens_of_answer(exchange.answer)
        for _, value in cookies_set(exchange):
            tokens |= tokens_of(value)
        for token in tokens:
            first.setdefault(token, exchange.index)
    return first


def _tokens_told(answer: Answer | None) -> set[str]:
    return set() if answer is None else tokens_of_answer(replace(answer, url=""))


def _parted(recording: Recording, parted: dict[Shape, int]) -> Recording:
    exchanges: list[Exchange] = []
    for exchange in recording.exchanges:
        count = min(parted.get(shape_of(exchange.sent), 0), len(exchange.hops))
        exchanges += _parts(exchange, count) if count else [exchange]
    numbered = tuple(replace(exchange, index=index) for index, exchange in enumerate(exchanges))
    return replace(recording, exchanges=numbered)


def _parts(chain: Exchange, count: int) -> Iterator[Exchange]:
    """The first redirects by themselves, then what followed them."""
    hops = chain.hops
    for hop in hops[:count]:
        yield replace(hop, kind=hop.kind or chain.kind, page=hop.page or chain.page)
    started = hops[count - 1].started + hops[count - 1].seconds
    last = hops[count].sent if count < len(hops) else landing_of(chain).sent
    seconds = max(chain.started + chain.seconds - started, 0.0)
    yield replace(chain, sent=last, hops=hops[count:], started=started, seconds=seconds)
