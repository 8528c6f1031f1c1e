from math import log

import pytest

from scrapy_bt.core.duplicates.bloom import LARGEST_SHARD, Bloom, BloomSet


def keys(kind, count):
    return (f"{kind} {number}".encode() for number in range(count))


@pytest.mark.parametrize(("items", "error"), [(1, 0.5), (20_000, 0.01), (20_000, 0.001), (300, 0.0001)])
def test_it_knows_every_key_and_few_others(items, error):
    known = BloomSet(Bloom.sized(items, error))
    for key in keys("known", items):
        known.add(key)
        assert key in known
    others = 20_000
    wrong = sum(key in known for key in keys("other", others))
    # Three standard deviations above what was asked for.
    assert wrong <= others * error + 3 * (others * error) ** 0.5 + 1
    assert abs(known.count - items) <= 1 + items * error
    if items > 1:
        assert known.error <= 1.3 * error


def test_a_key_is_new_once():
    known = BloomSet(Bloom.sized(1000, 0.001))
    assert [known.add(b"a"), known.add(b"a"), known.add(b"b"), known.count] == [True, False, True, 2]


@pytest.mark.parametrize(("items", "error"), [(10, 0.1), (1_000_000, 0.001), (1_000_000_000, 0.0001)])
def test_it_has_the_bits_that_the_formula_says(items, error):
    layout = Bloom.sized(items, error)
    bits = layout.shards * layout.bits
    assert bits == pytest.approx(-items * log(error) / log(2) ** 2, rel=0.02, abs=16)
    assert layout.bits <= LARGEST_SHARD + 8
    assert layout.size == bits // 8
    assert layout.error_at(items) <= error
    assert layout.error_at(2 * items) > error
    assert Bloom.read(layout.text) == layout


def test_shards_come_into_being_when_they_are_needed():
    known = BloomSet(Bloom.sized(10_000_000, 0.001))
    assert known.layout.shards > 10
    assert known.size == 0
    known.add(b"a")
    assert known.size <= 1024 * 1024 + 1


def test_it_is_stored_and_loaded():
    known = BloomSet(Bloom(3, 800, 5))
    for key in keys("known", 50):
        known.add(key)
    again = BloomSet(known.layout)
    for number, shard in enumerate(known.dump()):
        again.load(number, shard)
    assert all(key in again for key in keys("known", 50))
    assert again.error == known.error
    with pytest.raises(ValueError, match="another layout"):
        again.load(0, b"x")


@pytest.mark.parametrize(("items", "error"), [(0, 0.1), (-1, 0.1), (10, 0), (10, 0.6), (10, 1e-9)])
def test_what_cannot_be_is_refused(items, error):
    with pytest.raises(ValueError, match="is no"):
        Bloom.sized(items, error)
