import pytest

from scrapy_bt.frontier.slots import Standing, changes_precedence, goes_by_ranking, precedence_of, share_of


@pytest.mark.parametrize(
    ("places", "contenders", "share"), [(16, 0, 16), (16, 1, 16), (16, 5, 4), (16, 16, 1), (16, 1000, 1), (0, 3, 1)]
)
def test_a_share_is_what_each_may_have_before_others_have_as_much(places: int, contenders: int, share: int) -> None:
    assert share_of(places, contenders) == share


def test_a_slot_that_nobody_has_named_has_nothing_under_way() -> None:
    standing = Standing(16, 8, {"busy": (8, 0)})
    assert standing.under_way == {"busy": 8}
    assert (standing.free("busy"), standing.free("other")) == (0, 8)


def test_the_first_half_of_the_places_goes_by_the_ranking() -> None:
    assert goes_by_ranking(16, 7)
    assert not goes_by_ranking(16, 8)


def test_slots_are_open_again_when_they_have_something_free() -> None:
    assert list(Standing(16, 8, {"busy": (8, 0)}).opened(["busy", "other"])) == ["other"]


def test_a_line_comes_earlier_each_time_that_its_length_doubles() -> None:
    lengths = range(1, 1000)
    changes = [length for length in lengths if precedence_of(length) != precedence_of(length - 1)]
    assert changes == [length for length in lengths if changes_precedence(length)]
    assert precedence_of(1_000_000) < 0.001, "what is as urgent to a millisecond only"
