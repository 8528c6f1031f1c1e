"""What the values of a field were all in all, crawl by crawl."""

import json

from scrapy_bt.core.healing.perception.amounts import read_amounts
from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import Observation


def read(learned, make):
    """A watch after one more crawl."""
    watch = FieldWatch("product", "price")
    if learned is not None:
        watch.restore(json.loads(json.dumps(learned)))
    for number in range(30):
        watch.note(Observation("product", "price", "b", 1, 0, (make(number),)))
    return watch


def test_a_watch_keeps_how_large_numbers_were():
    learned = None
    for _ in range(3):
        watch = read(learned, lambda number: f"{20 + number * 7 % 31} €")
        assert watch.drifts == []
        learned = watch.plain()
    assert [one.count for one in read_amounts(learned["amounts"])] == [30, 30, 30]
    cents = read(learned, lambda number: f"{2000 + number * 700 % 3100} €")
    assert (len(cents.drifts), cents.changed) == (1, [])
    cents.note(Observation("product", "price", "i", 1, 0, ("5 €",)))
    assert (cents.drifts, cents.history.amounts.count) == ([], 1), "somebody has mended it"


def test_a_watch_keeps_how_often_values_came():
    learned = None
    for _ in range(3):
        watch = read(learned, lambda number: "In stock" if number % 3 else "Sold out")
        assert watch.drifts == []
        learned = watch.plain()
    others = read(learned, lambda number: "On the way" if number % 3 else "Not now")
    assert [str(one.told) for one in others.drifts] == [
        "values of 'product/price' that came before, too: 0.00, before 1.00"
    ]
    assert others.changed == []
