from dataclasses import replace

from scrapy_bt.crawl.redis.holdings import Holdings
from scrapy_bt.frontier.protocol import Entry, Lease
from tests.contracts.workshop import at


class Stats(dict):
    def inc_value(self, name: str, by: int = 1) -> None:
        self[name] = self.get(name, 0) + by


def leases(*numbers: int) -> list[Lease]:
    return [Lease(Entry(at("page"), b"", id=number), token=10 * number, deadline=1.0) for number in numbers]


def test_what_waits_is_given_up_from_the_end() -> None:
    holdings = Holdings(Stats(), {})
    one, two, three = leases(1, 2, 3)
    holdings.add([one, two, three])
    assert holdings.waiting.popleft() is one
    holdings.all.pop(two.token)
    assert list(holdings.give_up_waiting()) == [three]
    assert list(holdings.all.values()) == [one]


def test_what_is_not_prolonged_is_lost_unless_it_has_ended(caplog) -> None:
    stats = Stats()
    holdings = Holdings(stats, {})
    kept, lost, ended = leases(1, 2, 3)
    holdings.add([kept, lost])
    later = replace(kept, deadline=9.0)
    holdings.prolong([kept, lost, ended], [later])
    assert holdings.all == {kept.token: later}
    assert stats == {"bt/leases_lost": 1}
    assert "1 leases ended before their steps were stored (tasks 2)" in caplog.text


def test_of_many_lost_leases_a_few_are_named(caplog) -> None:
    stats = Stats()
    holdings = Holdings(stats, {})
    holdings.lose([])
    assert (stats, caplog.text) == ({}, "")
    holdings.lose(leases(*range(1, 8)))
    assert stats == {"bt/leases_lost": 7}
    assert "7 leases ended before their steps were stored (tasks 1, 2, 3, 4, 5, …)" in caplog.text
