import random
import time

import pytest
import redis

from scrapy_bt.core.proxies.health import HealthPolicy, ProxyHealth, ProxyUse
from scrapy_bt.crawl.proxies import board
from scrapy_bt.crawl.proxies.board import exchange, keys_of
from scrapy_bt.errors import BTError, FrontierError
from scrapy_bt.frontier.redis.frontier import send

TERMS = HealthPolicy(latency=2.0, cooling=10.0, longest_cooling=60.0)


def talk(client, **facts):
    return send(client, exchange("default", policy=TERMS, clock=time.time, **facts))


def test_it_is_reckoned_in_redis_as_it_is_here(client):
    chance, here = random.Random(1), ProxyHealth()
    outcomes = [
        ProxyUse(
            chance.choice(["http://a:1", "http://b:2"]),
            chance.choice(["one", "two"]),
            is_success=chance.random() < 0.5,
            latency=chance.choice([None, 0.5, 3.0]),
            is_ban=chance.random() < 0.3,
            rest=chance.choice([None, None, 20.0]),
        )
        for _ in range(300)
    ]
    begun = time.time()
    talk(client, outcomes=outcomes)
    for outcome in outcomes:
        here.note(outcome, TERMS, now=begun)
    there = ProxyHealth()
    for label, site, health in talk(client).healths:
        there.set(label, site, health)
    assert len(there.items()) == len(here.items()) == 6
    for (label, site, one), (_, _, other) in zip(here.items(), there.items(), strict=True):
        assert (one.uses, one.failures, one.in_row) == (other.uses, other.failures, other.in_row), (label, site)
        assert one.score == pytest.approx(other.score)
        assert one.latency == pytest.approx(other.latency)
        assert one.until == pytest.approx(other.until, abs=5.0)


def test_a_worker_hears_what_is_new_and_nothing_twice(client):
    first = talk(client, outcomes=[ProxyUse("a", "s", is_success=True, latency=0.1)], moves={"x": "a"})
    assert [(label, site) for label, site, _ in first.healths] == [("a", ""), ("a", "s")]
    assert first.moves == {"x": "a"}
    assert talk(client, revision=first.revision).healths == []
    talk(client, outcomes=[ProxyUse("b", "s", is_success=False)])
    news = talk(client, revision=first.revision)
    assert [(label, site) for label, site, _ in news.healths] == [("b", ""), ("b", "s")]
    assert news.moves == {}


def test_after_a_loss_all_is_new(client):
    talk(client, outcomes=[ProxyUse("a", "s", is_success=True)])
    assert len(talk(client, revision=1000).healths) == 2


def test_what_is_not_ours_is_left_alone(client):
    client.set(keys_of("default")[0], "x")
    with pytest.raises(redis.ResponseError, match="FOREIGN"):
        talk(client)
    client.flushall()
    client.hset(keys_of("default")[0], "a\n", "x")
    client.zadd(keys_of("default")[1], {"a\n": 1})
    with pytest.raises(FrontierError, match="holds no record of proxies"):
        talk(client)
    with pytest.raises(BTError, match="leave braces out"):
        keys_of("{a}")


def test_old_sessions_and_sites_are_forgotten(client, monkeypatch):
    monkeypatch.setattr(board, "MOST_SITES", 10)
    talk(client, outcomes=[ProxyUse("a", "s", is_success=True)])
    for start in (0, 8):
        talk(client, moves={f"s{number}": "a" for number in range(start, start + 8)})
    news = talk(client)
    assert sorted(news.moves) == sorted(f"s{number}" for number in range(6, 16))
    assert len(news.healths) == 2
    for number in range(20):
        talk(client, outcomes=[ProxyUse("a", f"site {number}", is_success=True)])
    told = talk(client).healths
    assert [(label, site) for label, site, _ in told if not site] == [("a", "")]
    assert {site for _, site, _ in told if site} == {f"site {number}" for number in range(11, 20)}
