import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.deadlines import Patience
from scrapy_bt.core.rules.patterns import compile_pattern
from scrapy_bt.core.rules.treatments import Insert, Replace, parse_template, treat_all
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
    assert treat_all([value], Replace(find, text)) == [treated]


@given(
    st.text("ab1 ", max_size=20),
    st.sampled_from(["a", "a*", "(a)|b", r"(\d)( )?", "(?i)A+", "(?=(a))"]),
    st.sampled_from(["", "x", r"\g<0>", r"[\g<0>\\]"]),
)
def test_replace_is_what_sub_is(value: str, find: str, text: str) -> None:
    assert treat_all([value, "a"], Replace(find, text)) == [re.sub(find, text, value), re.sub(find, text, "a")]


@pytest.mark.parametrize(
    ("position", "treated"),
    [(0, "-abc"), (1, "a-bc"), (3, "abc-"), (9, "abc-"), (-1, "abc-"), (-2, "ab-c"), (-4, "-abc"), (-9, "-abc")],
)
def test_insert(position: int, treated: str) -> None:
    assert treat_all(["abc"], Insert("-", position)) == [treated]


@pytest.mark.parametrize(("text", "position"), [(r"a\2", 1), (r"\g<no>", 0), (r"ab\q", 2), ("a\\", 1), (r"\g<", 0)])
def test_a_mistake_in_a_replacement_has_its_place(text: str, position: int) -> None:
    with pytest.raises(PatternError) as caught:
        parse_template(text, compile_pattern("(x)"))
    assert caught.value.position == position


def test_a_slow_replacement_is_given_up() -> None:
    deadline = Patience(0.1, time.perf_counter).begin("tag text, treatment 1")
    with pytest.raises(PatternTimeout, match="tag text, treatment 1"):
        treat_all(["a" * 5000], Replace(r"(a+)+\1b", ""), deadline)
