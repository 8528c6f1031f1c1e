"""Which sites of a recording belong together: redirects and referrers lead from one to the other."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from ...samples.bodies import kind_of
from ...samples.traffic import Exchange


def site_of(url: str) -> str:
    """The last two labels of a host's name, or its whole address; empty if there is none.

    Where a public suffix has two labels, different sites count as one.
    """
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    labels = host.split(".")
    return host if labels[-1].isdigit() or ":" in host else ".".join(labels[-2:])


def sites_of(exchange: Exchange) -> frozenset[str]:
    """The sites that a request, its redirects and its answer are of, and the one that it came from."""
    urls: list[str] = []
    for each in (exchange, *exchange.hops):
        urls += [each.sent.url, *(each.sent.header(name) or "" for name in ("referer", "origin"))]
        urls += [] if each.answer is None else [each.answer.url]
    return frozenset(map(site_of, urls)) - {""}


def _is_page(exchange: Exchange) -> bool:
    return exchange.answer is not None and kind_of(exchange.answer) == "html"


def sites_around(site: Iterable[str], exchanges: Iterable[Exchange]) -> frozenset[str]:
    """These sites, with all to which pages and redirects lead from them, or that lead to them.

    What pages load beside them joins none: many sites load the same.
    """
    around = frozenset(site)
    others = [sites_of(exchange) for exchange in exchanges if exchange.hops or _is_page(exchange)]
    while more := [sites for sites in others if sites & around and not sites <= around]:
        around = around.union(*more)
    return around
