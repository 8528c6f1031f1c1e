import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.regex.patterns import compile_pattern
from scrapy_bt.core.rules.treatments.replace import Replace, parse_template
from scrapy_bt.errors import PatternError, PatternTimeout


@pytest.mark.parametrize(
    ("value", "find", "text", "treated"),
    [
        ("a<br>b<br>", "<br>", "\n", "a\nb\n"),
        ("a <b>c</b>", "<[^>]+>", "", "a c"),
        ("2019-05-13", r"(\d+)-(\d+)-(\d+)", r"\3.\2.\1", "13.05.2019"),
        ("x=1", r"(?P<key>\w)=(?P<value>\d)", r"\g<value>=\g<key>", "1=x"),
        ("ab", "(a)|(b)", r"[\1\2]", "[a][b]"),  # a group that took no part is empty
        ("ab", "b", r"\g<0>\g<0>", "abb"),
        ("a", "a", r"\n\t\r\\", "\n\t\r\\"),
        ("abc", "$", "!", "abc!"),
        ("abc", "x*", "-", "-a-b-c-"),
        ("abc", "z", "y", "abc"),
    ],
)
def test_replace(value: str, find: str, text: str, treated: str) -> None:
    assert Replace(find, text).apply([value]) == [treated]


@given(
    st.text("ab1 ", max_size=20),
    st.sampled_from(["a", "a*", "(a)|b", r"(\d)( )?", "(?i)A+", "(?=(a))"]),
    st.sampled_from(["", "x", r"\g<0>", r"[\g<0>\\]"]),
)
def test_replace_is_what_sub_is(value: str, find: str, text: str) -> None:
    assert Replace(find, text).apply([value, "a"]) == [re.sub(find, text, value), re.sub(find, text, "a")]


@pytest.mark.parametrize(("text", "position"), [(r"a\2", 1), (r"\g<no>", 0), (r"ab\q", 2), ("a\\", 1), (r"\g<", 0)])
def test_a_mistake_in_a_replacement_has_its_place(text: str, position: int) -> None:
    with pytest.raises(PatternError) as caught:
        parse_template(text, compile_pattern("(x)"))
    assert caught.value.position == position


def test_a_slow_replacement_is_given_up() -> None:
    deadline = Timeout(0.1, time.perf_counter).begin("tag text, treatment 1")
    with pytest.raises(PatternTimeout, match="tag text, treatment 1"):
        Replace(r"(a+)+\1b", "").apply(["a" * 5000], deadline)


@pytest.mark.parametrize(
    ("treatment", "made"),
    [
        (Replace("a", "bc"), 4),
        (Replace("abc", ""), 3),
        (Replace("[ab]", "bc"), 3),  # it is small at most, so it is not counted before
    ],
)
def test_what_is_made_is_told_before(treatment: Replace, made: int) -> None:
    spent: list[int] = []
    treatment.apply(["abc"], None, spent.append)
    assert sum(spent) == made


@pytest.mark.parametrize(
    ("find", "text"),
    [("a", "a" * 5000), ("[ab]", "a" * 5000), ("(?=(.*))", r"\1"), ("", "b" * 9000), ("(a)", r"\1" * 5000)],
)
def test_a_replacement_ends_before_too_much_is_made(find: str, text: str) -> None:
    spent = 0

    def spend(characters: int) -> None:
        nonlocal spent
        spent += characters
        if spent > 1_000_000:
            raise OverflowError

    with pytest.raises(OverflowError):
        Replace(find, text).apply(["a" * 5000], None, spend)


@pytest.mark.parametrize(
    ("treatment", "times"),
    [
        (Replace("<[^>]*>"), 1),
        (Replace("&amp;", "&"), 1),
        (Replace("a", "aa"), 2),
        (Replace("(a)(b)", r"\2\1--"), 3),
        (Replace("a*", "b"), 2),
        (Replace("(?=(.*))", r"\1"), float("inf")),
    ],
)
def test_how_much_longer_a_treatment_makes_a_value(treatment: Replace, times: float) -> None:
    assert treatment.growth() == times
