"""The sequential test whether categories come as they used to."""

import json
import random

import pytest

from scrapy_bt.core.healing.perception.detectors import LEARNED, Detector, Turn


def feed(detector, categories):
    """The places at which something has turned."""
    turns = [(number, detector.note(category)) for number, category in enumerate(categories)]
    return [(number, turn) for number, turn in turns if turn is not Turn.NOTHING]


def drawn(share, count, seed, *, yes="all", no="none"):
    chance = random.Random(seed)
    return [yes if chance.random() < share else no for _ in range(count)]


@pytest.mark.parametrize("share", [1.0, 0.99, 0.9, 0.6])
def test_a_field_that_is_gone_is_noticed_within_twenty_pages(share):
    delays = []
    for seed in range(5):
        detector = Detector()
        before = drawn(share, 200, seed)
        assert feed(detector, before) == []
        ((delay, turn),) = feed(detector, ["none"] * 60)
        assert turn is Turn.CHANGED
        delays.append(delay + 1)
    assert sorted(delays)[2] <= (8 if share >= 0.9 else 25)
    assert max(delays) <= 40


@pytest.mark.parametrize("share", [0.999, 0.95, 0.7, 0.5, 0.1])
def test_ordinary_variation_gives_no_alarm(share):
    assert [feed(Detector(), drawn(share, 5_000, seed)) for seed in range(2)] == [[], []]


def test_what_comes_in_bunches_is_learned():
    detector = Detector()
    day = ["all"] * 30 + ["none"] * 3
    assert feed(detector, day * 60) == []
    assert detector.share("none") == pytest.approx(3 / 33, abs=0.01)


def test_the_rise_of_what_was_rare_is_noticed_too():
    detector = Detector()
    feed(detector, ["none"] * 300)
    assert [turn for _, turn in feed(detector, ["all"] * 10)] == [Turn.CHANGED]


def test_a_change_that_goes_is_told_and_taken_for_variation():
    detector = Detector()
    turns = feed(detector, ["all"] * 100 + ["none"] * 10 + ["all"] * 60)
    assert [turn for _, turn in turns] == [Turn.CHANGED, Turn.AS_BEFORE]
    assert not detector.changed
    assert detector.passed > 0
    assert detector.needed > Detector().needed


def test_nothing_is_told_before_it_is_known_what_is_usual():
    assert feed(Detector(), ["all"] * 5 + ["none"] * (LEARNED - 5)) == []


def test_what_is_new_becomes_usual_when_it_is_accepted():
    detector = Detector()
    feed(detector, ["all"] * 100 + ["none"] * 20)
    assert detector.changed
    detector.accept()
    assert feed(detector, ["none"] * 100) == []
    assert not detector.changed


def test_it_goes_on_from_plain_data():
    detector = Detector()
    feed(detector, ["all"] * 100 + ["none"] * 2)
    again = Detector.read(json.loads(json.dumps(detector.plain())))
    assert again.plain() == detector.plain() == detector.copy().plain()
    assert [turn for _, turn in feed(again, ["none"] * 8)] == [Turn.CHANGED]
    with pytest.raises((ValueError, KeyError, TypeError)):
        Detector.read({"counts": {"all": "many"}})


def test_any_number_of_categories_is_bounded():
    detector = Detector()
    feed(detector, [str(number) for number in range(500)])
    assert len(detector.counts) <= 41
    assert len(detector.pending) <= 64
