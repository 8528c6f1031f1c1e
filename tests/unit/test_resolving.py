"""Addresses of names, by a reactor's resolver."""

import asyncio

from twisted.internet.address import IPv4Address

from scrapy_bt.resolving import ask_resolver


class Resolver:
    """Knows one name."""

    def resolveHostName(self, receiver, host):  # noqa: N802  # Twisted's name
        receiver.resolutionBegan(None)
        if host == "known.test":
            receiver.addressResolved(IPv4Address("TCP", "192.0.2.1", 0))
        receiver.resolutionComplete()


def test_what_a_resolver_says_is_gathered():
    assert asyncio.run(ask_resolver(Resolver(), "known.test", 1000.0)) == ["192.0.2.1"]
    assert asyncio.run(ask_resolver(Resolver(), "unknown.test", 1000.0)) == []
