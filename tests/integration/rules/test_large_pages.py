"""Pages of 50 MB, friendly and hostile: what is taken takes linear time, and what does not end is given up in time."""

import time
from contextlib import suppress

import pytest

from scrapy_bt.core.regex.budgets import TooMuch
from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.regex.patterns import LONG, Pattern
from scrapy_bt.core.rules.offsets import Offset
from scrapy_bt.core.rules.rule import Tag
from scrapy_bt.core.rules.tags import run_tag
from scrapy_bt.core.rules.treatments import Insert, Replace
from scrapy_bt.errors import PatternTimeout
from tests.waiting import IS_TIMED, takes_at_most

SIZE = 50_000_000
ROW = '<li><a href="/1">Näme</a> <i>1,50</i></li>\n'
ROWS = 1000


@pytest.fixture(scope="module")
def page():
    """A thousand rows in something long."""
    filler = "x y\n" * (SIZE // 4 // ROWS)
    return (filler + ROW) * ROWS


@pytest.fixture(scope="module")
def letters():
    return "a" * SIZE


def seconds(work):
    """Of this process: the machine may be busy."""
    before = time.process_time()
    work()
    return time.process_time() - before


def take(text, *, patience=1e9, **options):
    return run_tag(Tag("t", **options), text, "https://a.test/", timeout=Timeout(patience, time.perf_counter)).values


@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"start": "<i>", "end": "</i>"}, "1,50"),
        ({"start": '<a href="', "end": '"', "link": True}, "https://a.test/1"),
        ({"start": "<a [^>]*>", "end": "</a>", "treatments": (Replace("ä", "a"), Insert("!", -1))}, "Name!"),
        ({"start": "<li>", "start_offset": Offset(0, 3), "end": "</li>", "rematch": "[0-9],[0-9]+"}, "1,50"),
    ],
)
def test_a_page_of_fifty_megabytes_is_read(page, options, first):
    found = take(page, **options)
    assert len(found) == ROWS
    assert found[0] == first


def test_all_of_such_a_page_is_one_value(page):
    (found,) = take(page, start="^", treatments=(Replace("x y\n"),))
    assert found == ROW * ROWS


@pytest.mark.parametrize(
    "options", [{"start": "<i>", "end": "</i>"}, {"start": "<a [^>]*>", "end": "</a>"}, {"include": "nowhere"}]
)
def test_the_time_is_linear_in_the_page(page, options):
    some = seconds(lambda: take(page[: SIZE // 10], **options))
    whole = seconds(lambda: take(page, **options))
    assert not IS_TIMED or whole < 30 * some + 0.2


@pytest.mark.parametrize(
    "code",
    [r"(a+)+\1b", "(a|aa)+c", "(?:a?){40}a{40}b", "a*a*a*a*b", "(?<!a+)b", r"\ba+\b!", "(?i)(a+)+ö", "a+b", "(?<=a*)b"],
)
def test_a_hostile_code_ends_in_time(letters, code):
    """Some are done, the others are given up; `regex` sees the time only now and then on so long a text."""

    with takes_at_most(5), suppress(PatternTimeout):
        assert take(letters, patience=0.2, rematch=code) == ()


@pytest.mark.parametrize(("start", "end"), [("a", "b"), ("a", "[bc]"), ("aa", "aab"), ("a", "(?:a|b)")])
def test_codes_that_match_millions_of_times_end_in_time(letters, start, end):
    with takes_at_most(4), suppress(PatternTimeout):
        assert take(letters, patience=0.2, start=start, end=end) == ()


def test_one_end_behind_millions_of_starts_makes_one_piece(letters):
    with takes_at_most(4):
        take(letters + "b", start="a", end="b")


def test_what_grows_on_a_large_page_is_given_up(letters):
    doubling = (Replace("a", "aa"),) * 9
    with pytest.raises(TooMuch, match="tag t, treatment 4"):
        take(letters[:5_000_000], treatments=doubling)


def test_matches_without_end_share_the_time():
    text = "a" * (LONG + 1)
    pattern = Pattern("[ab]")
    with pytest.raises(PatternTimeout):
        pattern.starts(text, Timeout(0.0, time.perf_counter).begin())
    assert pattern.begin(text, Timeout(1e9, time.perf_counter)) is not None
    assert pattern.begin(text[:100], Timeout(1e9, time.perf_counter)) is None
