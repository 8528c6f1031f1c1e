from random import Random

from scrapy_bt.testing.site.content.words import draw, draw_some, open_source


def test_one_kind_of_content_does_not_shift_another():
    first = open_source("seed", purpose="a")
    open_source("seed", purpose="b").random()
    assert first.random() == open_source("seed", purpose="a").random()
    assert open_source("seed", purpose="a").random() != open_source("seed", purpose="b").random()


def test_draws_come_from_the_things():
    assert draw(Random(1), ["only"]) == "only"


def test_some_are_different_and_keep_their_order():
    for seed in range(20):
        chosen = draw_some(Random(seed), "abcdef", 4)
        assert list(chosen) == sorted(set(chosen))
        assert len(chosen) == 4
