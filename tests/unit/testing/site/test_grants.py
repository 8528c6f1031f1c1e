from scrapy_bt.testing.site import grants
from scrapy_bt.testing.site.grants import Grants, make_key


def test_a_key_holds_until_its_time_is_over():
    keys = Grants("seed")
    key = keys.issue(now=100.0)
    assert keys.holds(key, now=109.9, seconds=10)
    assert not keys.holds(key, now=110.0, seconds=10)


def test_a_key_that_ended_does_not_come_back():
    keys = Grants("seed")
    key = keys.issue(now=0.0)
    assert not keys.holds(key, now=10.0, seconds=5)
    assert not keys.holds(key, now=10.0, seconds=100)


def test_a_key_never_handed_out_does_not_hold():
    assert not Grants("seed").holds(make_key("seed/1"), now=0.0, seconds=10)


def test_the_same_seed_gives_the_same_keys_and_none_twice():
    first, second = Grants("seed"), Grants("seed")
    keys = [first.issue(now=0.0) for _ in range(5)]
    assert keys == [second.issue(now=0.0) for _ in range(5)]
    assert len(set(keys)) == 5


def test_withdrawn_keys_are_not_handed_out_again():
    keys = Grants("seed")
    old = keys.issue(now=0.0)
    keys.withdraw_all()
    assert not keys.holds(old, now=0.0, seconds=10)
    assert keys.issue(now=0.0) != old


def test_the_oldest_key_is_forgotten_when_there_are_too_many(monkeypatch):
    monkeypatch.setattr(grants, "MOST_KEPT", 2)
    keys = Grants("seed")
    issued = [keys.issue(now=0.0) for _ in range(3)]
    assert [keys.holds(key, now=0.0, seconds=1) for key in issued] == [False, True, True]
