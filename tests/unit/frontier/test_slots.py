import pytest

from scrapy_bt.frontier.slots import PRECEDENCE, Standing, goes_by_ranking, is_ranked_anew, precedence_of, share_of


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


def test_a_line_is_ranked_anew_each_time_that_its_length_has_doubled() -> None:
    assert [length for length in range(1, 20) if is_ranked_anew(length)] == [1, 2, 4, 8, 16]
    doubled = [precedence_of(2**power) - precedence_of(2 ** (power - 1)) for power in range(1, 20)]
    assert doubled == pytest.approx([PRECEDENCE] * 19)
    assert precedence_of(1_000_000) < 0.001, "what is as urgent to a millisecond only"
