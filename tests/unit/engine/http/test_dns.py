import asyncio
import socket

import pytest
from scrapy.exceptions import CannotResolveHostError
from scrapy.settings import Settings

from scrapy_bt.engine.http.dns import DNSCache, find_addresses


@pytest.fixture
def asked(monkeypatch):
    """The names that the system was asked for; one of them leads nowhere."""
    names = []

    def getaddrinfo(host, *_, **__):
        names.append(host)
        if host == "nowhere.test":
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return [(socket.AF_INET, 1, 6, "", ("192.0.2.1", 0)), (socket.AF_INET6, 1, 6, "", ("2001:db8::1", 0, 0, 0))] * 2

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return names


def look_up(names, *hosts):
    async def run():
        return [list(await names.look_up(host)) for host in hosts]

    return asyncio.run(run())


def test_a_name_is_looked_up_once(asked):
    names = DNSCache(Settings())
    assert look_up(names, "a.test", "a.test") == [["192.0.2.1", "2001:db8::1"]] * 2
    assert asked == ["a.test"]


def test_without_a_cache_every_time(asked):
    look_up(DNSCache(Settings({"DNSCACHE_ENABLED": False})), "a.test", "a.test")
    assert asked == ["a.test"] * 2


def test_an_address_is_its_own(asked):
    assert look_up(DNSCache(Settings()), "192.0.2.7", "::1") == [["192.0.2.7"], ["::1"]]
    assert asked == []


def test_a_name_that_leads_nowhere_is_asked_for_again_and_told(asked):
    names = DNSCache(Settings())
    assert look_up(names, "nowhere.test", "nowhere.test") == [[], []]
    assert len(asked) == 2
    with pytest.raises(CannotResolveHostError, match="nowhere"):
        asyncio.run(find_addresses("nowhere.test", names.look_up))
