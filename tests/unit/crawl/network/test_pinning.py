import asyncio

import pytest
from twisted.internet.address import IPv4Address, IPv6Address

from scrapy_bt.crawl.network import pinning
from scrapy_bt.crawl.network.pinning import PinnedResolver, lead_pinned, pinned, pinned_addresses


class Answers:
    def __init__(self):
        self.found = None

    def resolutionBegan(self, resolution):  # noqa: N802
        resolution.cancel()
        self.found = []

    def addressResolved(self, address):  # noqa: N802
        self.found.append((type(address), address.host, address.port))

    def resolutionComplete(self):  # noqa: N802
        self.found = tuple(self.found)


@pytest.fixture
def names(monkeypatch):
    """What names lead to; each look-up takes the first of the answers."""
    led = {}

    async def look_up(host):
        await asyncio.sleep(0)
        return led[host].pop(0)

    monkeypatch.setattr(pinning, "look_up", look_up)
    return led


def accept(addresses):
    assert addresses


def test_a_name_leads_to_what_was_checked_for_as_long_as_somebody_is_on_the_way(names):
    names["a.test"] = [["192.0.2.1", "2001:db8::1"], ["192.0.2.2"]]

    async def visit():
        async with pinned("a.test", accept):
            assert pinned_addresses("A.test.") == ("192.0.2.1", "2001:db8::1")
            async with pinned("a.test", accept):
                pass
            answers = Answers()
            PinnedResolver(None).resolveHostName(answers, "a.test", 80)
            assert answers.found == ((IPv4Address, "192.0.2.1", 80), (IPv6Address, "2001:db8::1", 80))
            PinnedResolver(None).resolveHostName(answers, "a.test", 80, [IPv6Address])
            assert answers.found == ((IPv6Address, "2001:db8::1", 80),)
            assert pinned_addresses("b.test") is None
        assert pinned_addresses("a.test") is None
        async with pinned("a.test", accept):
            assert pinned_addresses("a.test") == ("192.0.2.2",)

    asyncio.run(visit())


def test_of_two_at_once_both_have_the_addresses_of_the_first(names):
    names["a.test"] = [["192.0.2.1"], ["192.0.2.2"]]
    seen = []

    async def visit():
        async with pinned("a.test", accept):
            await asyncio.sleep(0)
            seen.append(pinned_addresses("a.test"))

    async def both():
        await asyncio.gather(visit(), visit())

    asyncio.run(both())
    assert seen == [("192.0.2.1",)] * 2


def test_what_is_refused_is_not_pinned(names):
    names["a.test"] = [["127.0.0.1"]]

    def refuse(addresses):
        raise ValueError(*addresses)

    async def visit():
        with pytest.raises(ValueError, match=r"127\.0\.0\.1"):
            async with pinned("a.test", refuse):
                pass
        assert pinned_addresses("a.test") is None

    asyncio.run(visit())


@pytest.mark.parametrize(
    ("one", "other"), [("xn--bcher-kva.test", "bücher.test"), ("xn--strae-oqa.test", "straße.test"), ("xn--ü", "xn--ü")]
)
def test_a_name_is_the_same_in_both_its_forms(names, one, other):
    names[one] = [["192.0.2.1"]]

    async def visit():
        async with pinned(one, accept):
            assert pinned_addresses(other) == ("192.0.2.1",)

    asyncio.run(visit())


def test_names_that_are_not_pinned_are_asked_of_the_reactor():
    class Resolver:
        def resolveHostName(self, *asked):  # noqa: N802
            self.asked = asked
            return "it is under way"

    resolver = Resolver()
    assert PinnedResolver(resolver).resolveHostName("receiver", "a.test", 80) == "it is under way"
    assert resolver.asked == ("receiver", "a.test", 80, None, "TCP")


def test_a_name_that_leads_nowhere_has_no_addresses():
    assert asyncio.run(pinning.look_up("nowhere.invalid")) == []


def test_a_look_up_of_somebody_else_knows_the_names_that_are_pinned(names):
    names["a.test"] = [["192.0.2.1"]]

    async def otherwise(host):
        return [f"other than {host}"]

    async def crawl():
        look_up = lead_pinned(otherwise)
        async with pinned("a.test", lambda addresses: None):
            within = [list(await look_up(host)) for host in ("a.test", "b.test")]
        return [*within, list(await look_up("a.test"))]

    assert asyncio.run(crawl()) == [["192.0.2.1"], ["other than b.test"], ["other than a.test"]]
