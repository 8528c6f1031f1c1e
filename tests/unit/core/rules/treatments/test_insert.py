import pytest

from scrapy_bt.core.rules.treatments import Insert


@pytest.mark.parametrize(
    ("position", "treated"),
    [(0, "-abc"), (1, "a-bc"), (3, "abc-"), (9, "abc-"), (-1, "abc-"), (-2, "ab-c"), (-4, "-abc"), (-9, "-abc")],
)
def test_insert(position: int, treated: str) -> None:
    assert Insert("-", position).apply(["abc"]) == [treated]


def test_what_is_made_is_told_before() -> None:
    spent: list[int] = []
    Insert("xy", -1).apply(["abc"], None, spent.append)
    assert sum(spent) == 5


def test_how_much_longer_it_makes_a_value() -> None:
    assert Insert("abc").growth() == 4
