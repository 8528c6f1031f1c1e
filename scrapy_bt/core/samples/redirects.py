"""Redirects that a browser followed are one exchange: the request, the hops, the last answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urldefrag, urljoin

from .traffic import Exchange

REDIRECTS = frozenset({301, 302, 303, 307, 308})


def fold_redirects(exchanges: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """The exchanges with each chain of redirects as one; they are numbered anew.

    A redirect whose target was not recorded stays as it is, so does one that leads to itself for ever.
    """
    followers = _followers(exchanges)
    taken = set(followers.values())
    folded: list[Exchange] = []
    for place, exchange in enumerate(exchanges):
        if place in taken:
            continue
        chain = [place]
        while chain[-1] in followers:
            chain.append(followers[chain[-1]])
        folded.append(_folded([exchanges[number] for number in chain]) if len(chain) > 1 else exchange)
    return tuple(replace(exchange, index=index) for index, exchange in enumerate(folded))


def location_of(exchange: Exchange) -> str | None:
    """The absolute URL to which its answer redirects, without fragment; None if it does not."""
    answer = exchange.answer
    if answer is None or answer.status not in REDIRECTS:
        return None
    location = answer.header("location")
    if not location:
        return None
    try:
        return urldefrag(urljoin(exchange.sent.url, location.strip())).url
    except ValueError:
        return None


def _followers(exchanges: Sequence[Exchange]) -> dict[int, int]:
    """For the place of each redirect the place of the request that followed it: the next to its target."""
    followers: dict[int, int] = {}
    taken: set[int] = set()
    waiting: list[tuple[int, str]] = []
    for place, exchange in enumerate(exchanges):
        url = urldefrag(exchange.sent.url).url
        for number, (redirect, location) in enumerate(waiting):
            if _same(location, url) and _may_follow(exchanges[redirect], exchange):
                followers[redirect] = place
                taken.add(place)
                del waiting[number]
                break
        target = location_of(exchange)
        if target is not None and not exchange.hops:
            waiting.append((place, target))
    return followers


def _same(location: str, url: str) -> bool:
    # Browsers respell what a server wrote: a bare host gets its slash, blanks their escapes.
    return location == url or location.replace(" ", "%20").rstrip("/") == url.rstrip("/")


def _may_follow(redirect: Exchange, follower: Exchange) -> bool:
    status = redirect.answer.status if redirect.answer else 0
    keeps_method = status in (307, 308)
    method, was = follower.sent.method.upper(), redirect.sent.method.upper()
    # Clocks of recorders are rough: a follower may seem to begin a little before its redirect ends.
    begins_after = follower.started >= redirect.started
    same_page = not redirect.page or not follower.page or redirect.page == follower.page
    return begins_after and same_page and (method == was if keeps_method else method in ("GET", "HEAD", was))


def _folded(chain: Sequence[Exchange]) -> Exchange:
    first, last = chain[0], chain[-1]
    answer = last.answer and replace(last.answer, url=last.answer.url or last.sent.url)
    return replace(
        first,
        answer=answer,
        seconds=max(last.started + last.seconds - first.started, first.seconds),
        kind=last.kind or first.kind,
        hops=tuple(replace(hop, index=index) for index, hop in enumerate(chain[:-1])) + last.hops,
    )
