import re
import time
from math import inf

import pytest

from scrapy_bt.core.regex.costs import Price, least, price
from scrapy_bt.core.regex.syntax import parse
from tests.waiting import IS_TIMED


def price_of(text: str) -> Price:
    return price(parse(text, re.DOTALL).body)


@pytest.mark.parametrize(
    ("text", "degree"),
    [
        ("<a>", 0),
        ("(a|b|cd)x?", 0),
        ("a{1,30}b", 0),
        (r"\d+", 0),  # each digit is read once, because each attempt that reads some makes a match
        ('href="[^"]*"', 0),  # a run cannot contain the prefix
        ("<a[^>]*>", 1),
        ("<a.*?>", 1),
        (r"\d+,", 1),
        ("<a[^>]*>[^<]*<", 1),  # one way through the first run
        ("a.*b.*c", 2),
        ("(?:ab)*c", 1),
    ],
)
def test_the_degree_of_one_attempt(text: str, degree: int) -> None:
    assert price_of(text).attempt.degree == degree


@pytest.mark.parametrize("text", ["(a+)+b", "(a|bc|abc)*c", "(a*)*", "(?:a?){70}b", "(.*){9}", ".*.*.*.*.*.*.*.*x"])
def test_what_has_no_useful_bound(text: str) -> None:
    assert price_of(text).nanoseconds("a" * 1000) == inf or price_of(text).nanoseconds("a" * 1000) > 1e15
    assert price_of(text).safe_length(1e8) < 100


def test_attempts_are_counted() -> None:
    found = price_of("<a[^>]*>")
    assert found.nanoseconds("<a" * 50_000) > 100 * found.nanoseconds("xx" * 50_000)


def test_occurrences_that_overlap_are_counted_too() -> None:
    assert price_of("aaa.*b").nanoseconds("a" * 3000) >= 2998 * 3000


@pytest.mark.skipif(not IS_TIMED, reason="depends on how fast the machine is")
@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("<a[^>]*>", "<a" * 3000),
        ("<a.*?>", "<a" * 2000),
        (r"\d+,", "1" * 4000),
        ('href="[^"]*"', 'href="' * 50_000),
        ("a{1,30}b", "a" * 100_000),
        ("<a[^>]*>[^<]*<", "<a>" * 2000),
        ("a.*b.*c", "ab" * 100),
        ("(?:ab)*c", "ab" * 2000),
        ("(?:a|b|ab){1,6}c", "ab" * 2000),
        ("aaa.*b", "a" * 3000),
        ("aaaab", "aaaac" * 100_000),
        ("aaaab", "a" * 500_000),
        ("(?<=ab)c|(?=a.*b)x", "ab" * 1000),
    ],
)
def test_re_is_no_slower_than_the_bound(text: str, page: str) -> None:
    pattern, bound = re.compile(text, re.DOTALL), price_of(text).nanoseconds(page)
    seconds = []
    for _ in range(3):
        since = time.thread_time_ns()
        list(pattern.finditer(page))
        seconds.append(time.thread_time_ns() - since)
    assert min(seconds) <= 2 * bound + 1e6


@pytest.mark.parametrize(("text", "number"), [("a", 1), ("a?b", 1), ("(ab|c)d", 2), ("(?=a)", 0), ("(?:ab){2}", 4)])
def test_at_least_so_many_characters(text: str, number: int) -> None:
    assert least(parse(text, 0).body) == number
