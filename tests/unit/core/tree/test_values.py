import math
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.documents.json import DEEPEST_OF_PAGE
from scrapy_bt.core.tree.values import (
    LONGEST,
    OPERATORS,
    UnfitValueError,
    add,
    describe,
    equal,
    is_true,
    negate,
    storable,
    to_number,
    to_text,
)

TOO_LARGE = 2**63


@pytest.mark.parametrize("value", [None, False, 0, 0.0, "", [], {}])
def test_nothing_is_false(value: object) -> None:
    assert not is_true(value)


@pytest.mark.parametrize("value", [True, 1, -0.5, "0", "false", [None], {"a": None}])
def test_everything_else_is_true(value: object) -> None:
    assert is_true(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "a"),
        (None, ""),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (3.0, "3"),
        (2.5, "2.5"),
        (1e20, "1e+20"),
        ([1], "[1]"),
    ],
)
def test_values_as_text(value: object, text: str) -> None:
    assert to_text(value) == text


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, 3),
        (2.5, 2.5),
        ("3", 3),
        (" -3 ", -3),
        ("+2.50", 2.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        (True, True),
        ("5.", 5.0),
    ],
)
def test_values_as_numbers(value: object, number: float) -> None:
    found = to_number(value)
    assert found == number
    assert type(found) is type(number)


@pytest.mark.parametrize("value", ["", "a", "1_000", "nan", "inf", "0x1", "1 2", "٣", None, [], {}])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises(UnfitValueError, match="is not a number"):
        to_number(value)


def test_a_number_of_very_many_digits_is_infinite() -> None:
    assert to_number("9" * 5000) == math.inf


def test_what_begins_with_very_many_digits_takes_no_time() -> None:
    with pytest.raises(UnfitValueError, match="is not a number"):
        to_number("9" * 300_000 + "!")


@pytest.mark.parametrize(
    ("left", "operator", "right", "result"),
    [
        (1, "+", 2, 3),
        ("1", "+", 2, "12"),
        (1, "+", "b", "1b"),
        ("a", "+", True, "atrue"),
        ([1], "+", [2], [1, 2]),
        (1, "+", True, 2),
        ("3", "-", 1, 2),
        (2, "*", "1.5", 3.0),
        (6, "/", 3, 2),
        (7, "/", 2, 3.5),
        (-7, "/", 7, -1),
        (7, "%", 4, 3),
        (-7, "%", 4, 1),
        (7.5, "%", 2, 1.5),
        (1, "==", "1", True),
        ("1.0", "==", 1, True),
        ("a", "==", "a", True),
        ("a", "==", 1, False),
        (None, "==", None, True),
        (None, "==", "", False),
        (None, "==", 0, False),
        ([1], "==", "1", False),
        (1, "!=", "2", True),
        (1, "<", "2", True),
        ("10", "<", "9", True),  # two texts are compared as texts
        ("10", "<", 9, False),
        (2, ">=", 2.0, True),
        (3, ">", 2, True),
        (3, "<=", 2, False),
    ],
)
def test_operators(left: Any, operator: str, right: Any, result: Any) -> None:
    found = OPERATORS[operator](left, right)
    assert found == result
    assert type(found) is type(result)


@pytest.mark.parametrize(
    ("left", "operator", "right", "message"),
    [
        (1, "/", 0, "1 / 0: division by zero"),
        (1, "%", 0, "1 % 0: division by zero"),
        ("a", "-", 1, "'a' is not a number"),
        (None, "*", 1, "none is not a number"),
        (None, "+", 1, "none is not a number"),
        (None, "+", "a", "none + 'a': none cannot be joined to a text"),
        ({}, "<", 1, "{} is not a number"),
        ("a", "<", 1, "'a' is not a number"),
        (2**62, "*", 4, "too large"),
        (2**62, "+", 2**62, "too large"),
        (2**2000, "/", 3, "too large"),
        ([1] * 100, "-", 1, "… is not a number"),
    ],
)
def test_operators_that_do_not_apply_say_why(left: Any, operator: str, right: Any, message: str) -> None:
    with pytest.raises(UnfitValueError) as caught:
        OPERATORS[operator](left, right)
    assert message in str(caught.value)


def test_the_other_sign() -> None:
    assert negate("3") == -3
    assert negate(2.5) == -2.5
    with pytest.raises(UnfitValueError):
        negate(-TOO_LARGE)


def test_descriptions_are_short() -> None:
    assert describe(None) == "none"
    assert describe("a") == "'a'"
    assert len(describe("a" * 100)) == 38


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        (TOO_LARGE, str(TOO_LARGE)),
        (TOO_LARGE - 1, TOO_LARGE - 1),
        (-TOO_LARGE, -TOO_LARGE),
        (-TOO_LARGE - 1, str(-TOO_LARGE - 1)),
        ("a\ud800", "a?"),
        ("ü", "ü"),
        ([TOO_LARGE, {"\udc00": [TOO_LARGE]}], [str(TOO_LARGE), {"?": [str(TOO_LARGE)]}]),
        (None, None),
        (True, True),
        (2.5, 2.5),
    ],
)
def test_what_a_task_can_carry(value: Any, stored: Any) -> None:
    assert storable(value) == stored


def test_a_deep_value_is_carried() -> None:
    one: Any = TOO_LARGE
    other: Any = str(TOO_LARGE)
    for _ in range(DEEPEST_OF_PAGE // 2):
        one, other = [{"a": one}], [{"a": other}]
    assert storable(one) == other


def test_a_number_with_too_many_digits_to_write() -> None:
    assert storable(16**5000) == "0x1" + "0" * 5000


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=5)


@given(st.sampled_from(sorted(OPERATORS)), VALUES.map(storable), VALUES.map(storable))
def test_operators_give_a_value_that_can_be_stored_or_say_why_not(operator: str, left: Any, right: Any) -> None:
    with suppress(UnfitValueError):
        result = OPERATORS[operator](left, right)
        assert repr(storable(result)) == repr(result)


@given(VALUES, VALUES)
def test_equality_is_symmetric(left: Any, right: Any) -> None:
    assert equal(left, right) == equal(right, left)


@given(st.text(), st.text())
def test_texts_are_joined(left: str, right: str) -> None:
    assert add(left, right) == left + right


def test_what_grows_without_end_is_too_large() -> None:
    half = "x" * (LONGEST // 2)
    assert len(OPERATORS["+"](half, half)) == LONGEST
    with pytest.raises(UnfitValueError, match="too large: 10,000,001 characters, at most 10,000,000"):
        OPERATORS["+"](half + "x", half)
    with pytest.raises(UnfitValueError, match="entries"):
        OPERATORS["+"]([0] * LONGEST, [0])
