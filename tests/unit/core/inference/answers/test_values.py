"""Values, and what they are made of."""

from scrapy_bt.core.inference.answers.values import (
    Argument,
    Coded,
    Constant,
    Decoded,
    Each,
    Extraction,
    Joined,
    Now,
    Taken,
    Value,
    Within,
    arguments_in,
    steps_of,
)

LINK = Extraction("css", "a::attr(href)")
DEEP: Value = Coded(
    Joined((Taken(1, LINK), Decoded(Within(Taken(3, LINK), Extraction("re", "x")), "url"), Argument("word"), Each(4))),
    "md5",
)


def test_a_value_knows_the_steps_it_comes_from() -> None:
    assert steps_of(DEEP) == {1, 3, 4}
    assert steps_of(Constant("a")) == steps_of(Now()) == steps_of(Argument("b")) == frozenset()


def test_a_value_knows_its_arguments() -> None:
    assert arguments_in(DEEP) == (Argument("word"),)
    assert arguments_in(Within(Argument("a", is_secret=True), LINK)) == (Argument("a", is_secret=True),)
    assert arguments_in(Taken(1, LINK)) == ()


def test_equal_values_are_one() -> None:
    assert len({DEEP, DEEP, Constant("a"), Constant("a")}) == 2
