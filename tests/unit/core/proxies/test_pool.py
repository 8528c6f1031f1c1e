import random
from collections import Counter
from math import inf

import pytest

from scrapy_bt.core.proxies.addresses import read_proxies
from scrapy_bt.core.proxies.health import HealthPolicy, ProxyUse
from scrapy_bt.core.proxies.pool import ProxyPool

A, B, C = LABELS = ("http://a:1", "http://b:1", "http://c:1")


def pool(*labels, **policy):
    made = ProxyPool(HealthPolicy(**policy))
    made.fill(read_proxies(labels or LABELS, place="test"))
    return made


def choose(made, *, now=0.0, draw=0.5, site="s", **more):
    choice = made.choose(site, now=now, draw=draw, **more)
    return choice.proxy and choice.proxy.label


def fail(made, label, *, now=0.0, site="s", **facts):
    made.note(ProxyUse(label, site, is_success=False, **facts), now=now)


def succeed(made, label, *, now=0.0, site="s"):
    made.note(ProxyUse(label, site, is_success=True, latency=0.1), now=now)


def test_new_ones_are_drawn_evenly():
    chance, made = random.Random(1), pool()
    drawn = Counter(choose(made, draw=chance.random()) for _ in range(3000))
    assert all(900 < drawn[label] < 1100 for label in LABELS)
    assert choose(made, draw=0.999999999) == C


def test_who_does_better_at_a_site_is_drawn_more_often_there():
    chance, made = random.Random(1), pool()
    for _ in range(10):
        succeed(made, A)
        fail(made, B, is_ban=True)
        succeed(made, B)
    drawn = Counter(choose(made, draw=chance.random()) for _ in range(3000))
    assert drawn[A] > drawn[C] > drawn[B] > 0


def test_two_uses_are_a_delay_apart():
    made = pool(A, delay=2.0)
    choices = [made.choose("s", now=now, draw=0.5) for now in (10.0, 10.5, 10.5, 20.0)]
    assert [choice.wait for choice in choices] == [0.0, 1.5, 3.5, 0.0]
    made = pool(A, B, delay=2.0)
    assert {choose(made), choose(made)} == {A, B}
    assert made.choose("s", now=0.5, draw=0.5).wait == 1.5


def test_who_failed_rests_and_comes_back_one_request_at_a_time():
    made = pool(A, B, cooling=10.0)
    fail(made, A)
    assert {choose(made, draw=draw / 10) for draw in range(10)} == {B}
    trial = {choose(made, now=10.0, draw=draw / 10) for draw in range(10)}
    assert trial == {A, B}
    assert {choose(made, now=10.0, draw=draw / 10) for draw in range(10)} == {B}, "its trial is under way"
    made.forgo(A)
    assert choose(made, now=10.0, draw=0.0) == A
    succeed(made, A, now=11.0)
    assert {choose(made, now=11.0, draw=0.0) for _ in range(3)} == {A}


def test_a_ban_is_of_one_site():
    made = pool(A, B)
    for _ in range(2):
        fail(made, A, is_ban=True, site="s")
    assert {choose(made, draw=draw / 10) for draw in range(10)} == {B}
    assert {choose(made, draw=draw / 10, site="other") for draw in range(10)} == {A, B}


def test_where_all_rest_it_is_told_how_long():
    made = pool(A, B, cooling=10.0)
    fail(made, A, now=5.0)
    fail(made, B, now=3.0)
    choice = made.choose("s", now=6.0, draw=0.5)
    assert (choice.proxy, choice.wait) == (None, 7.0)
    empty = ProxyPool(HealthPolicy())
    assert empty.choose("s", now=0.0, draw=0.5).wait == inf


def test_another_try_takes_another_as_long_as_there_is_one():
    made = pool(A, B)
    assert {choose(made, draw=draw / 10, without=[A]) for draw in range(10)} == {B}
    assert {choose(made, draw=draw / 10, without=[A, B]) for draw in range(10)} == {A, B}


def test_it_can_be_told_whether_another_try_has_another_proxy():
    made = pool(A, B)
    assert made.has_other("s", [A], now=0.0)
    assert not made.has_other("s", [A, B], now=0.0)
    fail(made, B)
    assert not made.has_other("s", [A], now=0.0)


def test_a_session_keeps_its_proxy_unless_that_rests_and_stays_with_the_next():
    made = pool(cooling=10.0)
    own = choose(made, session="x")
    assert {choose(made, session="x", draw=draw / 10) for draw in range(10)} == {own}
    assert choose(pool(), session="x") == own, "any worker gives it the same"
    assert made.moves == {}
    fail(made, own)
    other = choose(made, session="x")
    assert other != own
    assert choose(made, session="x", now=100.0) == other
    assert made.moves == {"x": other}
    elsewhere = pool()
    elsewhere.move("x", other)
    assert choose(elsewhere, session="x") == other


def test_a_session_moves_when_its_proxy_was_tried_in_vain():
    made = pool()
    own = choose(made, session="x")
    other = choose(made, session="x", without=[own])
    assert other != own
    assert choose(made, session="x") == other


def test_a_session_begins_with_one_that_does_well_and_others_are_told():
    made = pool()
    for _ in range(10):
        fail(made, A, is_ban=True, site="other")
    drawn = {choose(made, session=f"s{number}") for number in range(50)}
    assert drawn == {B, C}
    assert {made.moves[session] for session in made.moves} <= {B, C}
    assert made.moves


def test_sessions_are_spread():
    made = pool()
    drawn = Counter(choose(made, session=f"s{number}") for number in range(3000))
    assert all(900 < drawn[label] < 1100 for label in LABELS)


def test_what_is_known_stays_when_the_list_changes():
    made = pool(A, B)
    fail(made, A)
    made.fill(read_proxies([A, C], place="test"))
    assert [proxy.label for proxy in made.proxies] == [A, C]
    assert len(made) == 2
    assert {choose(made, draw=draw / 10) for draw in range(10)} == {C}


@pytest.mark.parametrize("sessions", [100_001])
def test_sessions_are_forgotten_the_oldest_first(sessions):
    made = pool()
    for number in range(sessions):
        made.move(f"{number}", A)
    assert "0" not in made._sessions
    assert "1" in made._sessions


def test_a_slow_proxy_loses_its_sessions():
    made = pool(A, B)
    mine = choose(made, session="mine")
    other = B if mine == A else A
    for label, latency in ((mine, 3.0), (other, 0.2)):
        made.note(ProxyUse(label, "s", is_success=True, latency=latency), now=0.0)
    assert choose(made, session="mine") == other
    assert made.moves == {"mine": other}
    assert {choose(made, session=f"new {number}") for number in range(20)} == {other}


def test_where_all_are_slow_none_loses_anything():
    made = pool(A, B)
    mine = choose(made, session="mine")
    for label in (A, B):
        made.note(ProxyUse(label, "s", is_success=True, latency=3.0), now=0.0)
    assert choose(made, session="mine") == mine
    assert made.moves == {}


def test_a_slow_proxy_is_drawn_less_often():
    chance, made = random.Random(1), pool()
    for label, latency in ((A, 3.0), (B, 0.1), (C, 0.3)):
        made.note(ProxyUse(label, "s", is_success=True, latency=latency), now=0.0)
    drawn = Counter(choose(made, draw=chance.random()) for _ in range(3000))
    assert 0 < drawn[A] < 150
    assert min(drawn[B], drawn[C]) > 1200
