"""How often each of a few values comes, crawl by crawl."""

import random

import pytest

from scrapy_bt.core.healing.perception.mixes import Mix, mix_drifts, read_mixes

STOCK = ["In stock"] * 8 + ["Sold out"] * 2


def crawl(values):
    mix = Mix()
    for value in values:
        mix.add(value)
    return mix


def drawn(chance, values, count=60):
    return crawl(chance.choices(values, k=count))


def told(before, now):
    return [str(drift.told).partition(":")[0] for drift in mix_drifts("a/stock", before, now)]


def test_other_values_and_other_shares_of_the_same_ones_are_told():
    chance = random.Random(1)
    before = [drawn(chance, STOCK) for _ in range(4)]
    assert told(before, drawn(chance, STOCK)) == []
    assert told(before, drawn(chance, ["Auf Lager", "Vergriffen"])) == ["values of 'a/stock' that came before, too"]
    assert told(before, drawn(chance, ["In stock", *["Sold out"] * 9])) == ["values 'In stock' of 'a/stock'"]
    assert told(before, drawn(chance, ["Auf Lager"], count=7)) == [], "too few values"
    assert told(before[:2], drawn(chance, ["Auf Lager"])) == [], "too few crawls"


@pytest.mark.parametrize("values", [[f"Lamp {number}" for number in range(40)], ["x" * 90, "y" * 90]])
def test_of_many_values_or_long_ones_nothing_is_told(values):
    chance = random.Random(2)
    assert told([drawn(chance, values) for _ in range(4)], drawn(chance, ["Sold out"])) == []


def test_crawls_that_vary_are_not_told():
    chance = random.Random(3)
    crawls = [drawn(chance, ["a", "a", "a", "b", "b", "c"], count=30) for _ in range(1_000)]
    assert [told(crawls[at - 20 : at], crawls[at]) for at in range(20, 1_000)] == [[]] * 980
    sales = [crawl(["Sale"] * part + ["New"] * (60 - part)) for part in (5, 50, 20, 55, 12)]
    assert told(sales, crawl(["Sale"] * 40 + ["New"] * 20)) == []


def test_what_is_kept_names_no_values():
    kept = crawl(["geheim", "geheim", "offen"]).plain()
    assert sorted(kept.values()) == [1, 2]
    assert not {"geheim", "offen"} & kept.keys()
    (read,) = read_mixes([kept, {}])
    assert read.counts == kept
