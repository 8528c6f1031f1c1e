import re

import pytest

from scrapy_bt.core.regex.deadlines import Deadline
from scrapy_bt.core.regex.patterns import compile_pattern
from scrapy_bt.core.regex.runs import LONG, LONG_OF_ALMOST_ANY, LONG_OF_ANY, CharacterRuns, EndlessRun
from scrapy_bt.core.regex.syntax import parse
from scrapy_bt.core.rules.tags import Tag, run_tag
from scrapy_bt.errors import PatternTimeout

LETTERS = "a" * 2 * LONG + "x"
DEADLINE = Deadline(1.0, lambda: 0.0, 1.0, "tag t, rematch")


def demanded(pattern, text, seconds=1.0):
    CharacterRuns(pattern, parse(pattern, re.DOTALL).body).demand_short(text, Deadline(seconds, lambda: 0.0, seconds))


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(\w+)\s\1", LETTERS),
        (r"(?=a*)b", LETTERS),
        (r"(?:x|[a-c]{2,})(?!d)", LETTERS),
        (r"\w{1,900000}(?=,)", LETTERS),
        (r"(\w+)\s\1", "<p>" + LETTERS + "</p>"),
        (r"([^<]+)\s\1", "a " * LONG_OF_ALMOST_ANY),
        (r"(.+)\s\1", "a " * LONG_OF_ANY),
    ],
)
def test_what_takes_a_long_run_at_one_go_is_not_searched_for(pattern, text):
    with pytest.raises(EndlessRun):
        demanded(pattern, text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(\w+)\s\1", "a word " * LONG),
        (r"\w{1,1000}(?=,)", LETTERS),
        (r"(\d+)\s\1", LETTERS),
        (r"([^<]+)\s\1", "<p>a</p>" * LONG),
        (r"(.+?)\s\1", "<p>a</p>" * (LONG_OF_ANY // 10)),
        (r"a(?=b)", LETTERS),
        (r"(\w+)\s\1", "a" * LONG),
    ],
)
def test_others_are(pattern, text):
    demanded(pattern, text)


def test_with_more_time_more_is_searched():
    demanded(r"(\w+)\s\1", LETTERS, seconds=2.1)


def test_of_a_pattern_that_only_one_engine_reads_it_is_not_known_what_it_takes():
    for pattern, text in ((r"\p{L}+\s", LETTERS), (r"[\p{L}\s]+,", "a " * LONG_OF_ANY)):
        with pytest.raises(EndlessRun):
            CharacterRuns(pattern, None).demand_short(text, DEADLINE)
    CharacterRuns(r"\p{L}\s", None).demand_short(LETTERS, DEADLINE)


def test_a_search_that_could_not_be_stopped_names_the_tag_and_says_what_to_write():
    with pytest.raises(PatternTimeout, match=r"^tag t, rematch: `\(\\w\+\)\\s\\1` was not searched for: .* 500,000 ch"):
        list(compile_pattern(r"(\w+)\s\1").finditer(LETTERS * 2, DEADLINE))
    assert run_tag(Tag("t", rematch=r"(\w)\s\1"), "a a").values == ("a",)
