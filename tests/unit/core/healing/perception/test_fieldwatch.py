"""The watch over one field."""

import json

import pytest

from scrapy_bt.core.healing.perception import fieldwatch
from scrapy_bt.core.healing.perception.fieldwatch import FieldWatch
from scrapy_bt.core.healing.perception.observations import VIEWS, Observation


def seen(*values, missing=0, selector="css"):
    return Observation("product", "price", selector, len(values), missing, values)


def learned(make=lambda n: seen(f"{n}.50 €"), count=100):
    watch = FieldWatch("product", "price")
    assert [alarm for n in range(count) for alarm in watch.note(make(n))] == []
    return watch


def views_of(watch, observations, **options):
    return [alarm.view for one in observations for alarm in watch.note(one, **options)]


@pytest.mark.parametrize(
    ("view", "make"),
    [
        ("found", lambda n: seen()),
        ("form", lambda n: seen(f"Sale today {'abc'[n % 3]}")),
        ("repeated", lambda n: seen("9.50 €")),
        ("script", lambda n: seen(f"{n}.50 元")),
        ("length", lambda n: seen(f"{n}.50 €" + " and so on" * (n + 40))),
        ("number", lambda n: seen(*(f"{n}.{m} €" for m in range(20)))),
    ],
)
def test_what_has_changed_is_told_by_its_view(view, make):
    watch = learned()
    assert view in views_of(watch, map(make, range(12)))
    assert view in watch.changed
    assert view in VIEWS


@pytest.mark.parametrize("odd", [2, 13, 90, 1_000])
def test_what_comes_as_ever_is_counted_later_and_told_no_later(odd, monkeypatch):
    """A watch that counts repeats together ends as one that takes in each page by itself."""
    together, alone = FieldWatch("product", "price"), FieldWatch("product", "price")
    told = []
    for n in range(400):
        one = seen(f"{n}.50 €") if n % odd or n < 60 else seen("Sale today") if n % 2 else seen()
        told.append(together.note(one))
        monkeypatch.setattr(fieldwatch, "_MOST_REPEATS", 0)
        assert alone.note(one) == told[-1]
        monkeypatch.undo()
    assert together.plain() == alone.plain()
    assert any(told) == (odd == 2)


def test_the_value_of_a_neighbour_is_told():
    watch = learned()
    assert "neighbour" in views_of(watch, (seen(f"{n}.50 €") for n in range(12)), is_shared=True)


def test_places_without_a_value_are_told():
    watch = learned(lambda n: seen("1 €", "2 €"))
    alarms = [alarm for _ in range(12) for alarm in watch.note(seen("1 €", missing=1))]
    assert ("found", "some", "all") in [(one.view, one.now, one.usual) for one in alarms]


def test_a_selector_that_somebody_has_mended_is_learned_anew():
    watch = learned()
    views_of(watch, (seen() for _ in range(12)))
    assert watch.changed
    assert views_of(watch, (seen("x", selector="new") for _ in range(20))) == []
    assert not watch.changed


def test_what_is_accepted_is_usual():
    watch = learned()
    views_of(watch, (seen() for _ in range(12)))
    watch.accept()
    assert views_of(watch, (seen() for _ in range(100))) == []


def test_it_goes_on_in_the_next_crawl():
    watch = learned()
    again = FieldWatch("product", "price")
    again.restore(json.loads(json.dumps(watch.plain())))
    assert again.is_learned
    assert again.plain() == watch.copy().plain()
    assert views_of(again, (seen() for _ in range(12))) == ["found"]
    assert again.is_missed(seen())
    assert not again.is_missed(seen("x"))
