import pytest

from scrapy_bt.core.tree.spacing import gap, is_sign, join


@pytest.mark.parametrize("before", ["", "=", "(", "+", "while", "else"])
def test_a_minus_without_an_operand_before_it_is_a_sign(before):
    assert is_sign(before)


@pytest.mark.parametrize("before", ["x", "3", ")", '"text"'])
def test_a_minus_after_an_operand_subtracts(before):
    assert not is_sign(before)


def test_words_are_joined_with_the_spaces_between_them():
    assert join(["x", "=", ":", "a", "(", "b", ",", "-", "1", ")", "-", "1"]) == "x = :a(b, -1) - 1"


@pytest.mark.parametrize(
    ("before", "last", "text", "space"),
    [
        ("", "a", "+", " "),
        (":", "a", "(", ""),
        ("=", "a", "(", " "),
        ("end", "!", "x", " "),
        ("=", "!", "x", ""),
        ("x", "-", "y", " "),
        ("=", "-", "y", ""),
    ],
)
def test_signs_stand_at_their_operands_and_operators_between_them(before, last, text, space):
    assert gap(before, last, text) == space
