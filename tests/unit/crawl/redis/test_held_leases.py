from dataclasses import replace

from scrapy_bt.crawl.redis.held_leases import HeldLeases
from scrapy_bt.frontier.entries import Entry, Lease
from tests.contracts.workshop import at

BEFORE, DEADLINE = 0.5, 1.0


class Stats(dict):
    def inc_value(self, name: str, by: int = 1) -> None:
        self[name] = self.get(name, 0) + by


def leases(*numbers: int) -> list[Lease]:
    return [Lease(Entry(at("page"), b"", id=number), token=10 * number, deadline=DEADLINE) for number in numbers]


def test_what_is_taken_is_held_until_it_ends() -> None:
    held_leases = HeldLeases(Stats(), {})
    one, two = leases(1, 2)
    held_leases.add([one, two])
    assert (held_leases.waiting, held_leases.held, held_leases.in_progress) == (2, 2, 0)
    assert held_leases.take(BEFORE) is one
    assert (held_leases.waiting, held_leases.held, held_leases.in_progress) == (1, 2, 1)
    held_leases.end(one)
    assert (held_leases.waiting, held_leases.held, held_leases.in_progress) == (1, 1, 0)
    assert held_leases.take(BEFORE) is two
    assert held_leases.take(BEFORE) is None
    assert (held_leases.leases(), held_leases.tokens()) == ([two], [two.token])


def test_what_is_overdue_or_lost_is_not_taken() -> None:
    held_leases = HeldLeases(Stats(), {})
    overdue, lost, good = leases(1, 2, 3)
    held_leases.add([overdue, lost, good])
    held_leases.prolong([good], [replace(good, deadline=9.0)])
    held_leases.lose([lost])
    assert (held_leases.waiting, held_leases.in_progress) == (2, 0)
    assert held_leases.take(DEADLINE) == good
    assert (held_leases.waiting, held_leases.tokens()) == (0, [good.token])


def test_what_waits_is_given_up_from_the_end() -> None:
    held_leases = HeldLeases(Stats(), {})
    one, two, three, four = leases(1, 2, 3, 4)
    held_leases.add([one, two, three, four])
    assert held_leases.take(BEFORE) is one
    held_leases.lose([three])
    assert list(held_leases.give_up_waiting()) == [four, two]
    assert (held_leases.waiting, held_leases.leases()) == (0, [one])


def test_what_is_not_prolonged_is_lost_unless_it_has_ended(caplog) -> None:
    stats = Stats()
    held_leases = HeldLeases(stats, {})
    kept, lost, ended = leases(1, 2, 3)
    held_leases.add([kept, lost])
    later = replace(kept, deadline=9.0)
    held_leases.prolong([kept, lost, ended], [later])
    assert held_leases.leases() == [later]
    assert stats == {"bt/leases_lost": 1}
    assert "1 leases expired before their steps were stored (tasks 2)" in caplog.text


def test_of_many_lost_leases_a_few_are_named(caplog) -> None:
    stats = Stats()
    held_leases = HeldLeases(stats, {})
    held_leases.lose([])
    assert (stats, caplog.text) == ({}, "")
    held_leases.lose(leases(*range(1, 8)))
    assert stats == {"bt/leases_lost": 7}
    assert "7 leases expired before their steps were stored (tasks 1, 2, 3, 4, 5, …)" in caplog.text
