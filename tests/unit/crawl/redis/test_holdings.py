from dataclasses import replace

from scrapy_bt.crawl.redis.holdings import Holdings
from scrapy_bt.frontier.protocol import Entry, Lease
from tests.contracts.workshop import at

BEFORE, DEADLINE = 0.5, 1.0


class Stats(dict):
    def inc_value(self, name: str, by: int = 1) -> None:
        self[name] = self.get(name, 0) + by


def leases(*numbers: int) -> list[Lease]:
    return [Lease(Entry(at("page"), b"", id=number), token=10 * number, deadline=DEADLINE) for number in numbers]


def test_what_is_taken_is_held_until_it_ends() -> None:
    holdings = Holdings(Stats(), {})
    one, two = leases(1, 2)
    holdings.add([one, two])
    assert (holdings.waiting, holdings.held, holdings.in_progress) == (2, 2, 0)
    assert holdings.take(BEFORE) is one
    assert (holdings.waiting, holdings.held, holdings.in_progress) == (1, 2, 1)
    holdings.end(one)
    assert (holdings.waiting, holdings.held, holdings.in_progress) == (1, 1, 0)
    assert holdings.take(BEFORE) is two
    assert holdings.take(BEFORE) is None
    assert (holdings.leases(), holdings.tokens()) == ([two], [two.token])


def test_what_is_overdue_or_lost_is_not_taken() -> None:
    holdings = Holdings(Stats(), {})
    overdue, lost, good = leases(1, 2, 3)
    holdings.add([overdue, lost, good])
    holdings.prolong([good], [replace(good, deadline=9.0)])
    holdings.lose([lost])
    assert (holdings.waiting, holdings.in_progress) == (2, 0)
    assert holdings.take(DEADLINE) == good
    assert (holdings.waiting, holdings.tokens()) == (0, [good.token])


def test_what_waits_is_given_up_from_the_end() -> None:
    holdings = Holdings(Stats(), {})
    one, two, three, four = leases(1, 2, 3, 4)
    holdings.add([one, two, three, four])
    assert holdings.take(BEFORE) is one
    holdings.lose([three])
    assert list(holdings.give_up_waiting()) == [four, two]
    assert (holdings.waiting, holdings.leases()) == (0, [one])


def test_what_is_not_prolonged_is_lost_unless_it_has_ended(caplog) -> None:
    stats = Stats()
    holdings = Holdings(stats, {})
    kept, lost, ended = leases(1, 2, 3)
    holdings.add([kept, lost])
    later = replace(kept, deadline=9.0)
    holdings.prolong([kept, lost, ended], [later])
    assert holdings.leases() == [later]
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
