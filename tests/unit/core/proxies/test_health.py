import pytest

from scrapy_bt.core.proxies import health
from scrapy_bt.core.proxies.health import FIRST_SCORE, Health, HealthPolicy, ProxyHealth, ProxyUse

TERMS = HealthPolicy(latency=2.0, cooling=10.0, longest_cooling=60.0)


def success(latency=0.1):
    return ProxyUse("p", "site", is_success=True, latency=latency)


def failure(**facts):
    return ProxyUse("p", "site", is_success=False, **facts)


def after(*outcomes, now=100.0):
    record = ProxyHealth()
    for outcome in outcomes:
        record.note(outcome, TERMS, now=now)
    return record


def test_who_does_well_and_fast_has_the_higher_score():
    scores = [after(*[outcome] * 10).of("p").score for outcome in (success(0.0), success(1.9), success(3.0), failure())]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > FIRST_SCORE > scores[1] > scores[2] == scores[3]


def test_latency_is_a_moving_average():
    health = after(success(1.0), success(2.0), failure()).of("p")
    assert health.latency == pytest.approx(1.2)
    assert (health.uses, health.failures) == (3, 1)


def test_each_failure_in_a_row_makes_the_rest_longer_and_a_success_ends_the_row():
    rests = [after(*[failure()] * times).of("p").until - 100.0 for times in range(1, 6)]
    assert rests == [10.0, 20.0, 40.0, 60.0, 60.0]
    health = after(failure(), failure(), success()).of("p")
    assert (health.in_row, health.until) == (0, 0.0)
    assert after(*[failure()] * 5000).of("p").until == 160.0


def test_what_is_too_slow_has_failed():
    assert after(success(2.1)).of("p").until == 110.0
    assert after(success(2.0)).of("p").until == 0.0


def test_a_ban_counts_with_its_site_alone_from_the_second_on():
    record = after(failure(is_ban=True, latency=0.1))
    assert record.of("p", "site").until == 0.0
    record = after(*[failure(is_ban=True, latency=0.1)] * 2)
    assert record.of("p", "site").until == 110.0
    assert (record.of("p").until, record.of("p").failures) == (0.0, 2)
    assert record.of("p", "other") == Health()
    assert list(record.sites("p")) == ["site"]


def test_who_asks_to_wait_is_heard_at_once():
    assert after(failure(is_ban=True, rest=30.0)).of("p", "site").until == 130.0
    assert after(failure(is_ban=True, rest=3000.0)).of("p", "site").until == 160.0


def test_sites_of_a_broad_crawl_are_forgotten_the_oldest_first(monkeypatch):
    monkeypatch.setattr(health, "MOST_SITES", 3)
    record = ProxyHealth()
    for number in range(5):
        record.note(ProxyUse("p", f"site {number}", is_success=True), TERMS, now=1.0)
    assert list(record.sites("p")) == ["site 2", "site 3", "site 4"]
    assert record.of("p").uses == 5


def test_all_that_is_known_can_be_taken_elsewhere():
    record, other = after(success(), failure()), ProxyHealth()
    for item in record.items():
        other.set(*item)
    assert other.items() == record.items()
    assert [(label, site) for label, site, _ in other.items()] == [("p", ""), ("p", "site")]
