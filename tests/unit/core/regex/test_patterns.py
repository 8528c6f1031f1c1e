import re
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.regex.deadlines import Timeout
from scrapy_bt.core.regex.patterns import Pattern, compile_pattern
from scrapy_bt.core.regex.runs import EndlessRun
from scrapy_bt.errors import PatternError, PatternTimeout
from tests.waiting import takes_at_most

TIMEOUT = Timeout(0.3, time.perf_counter)
MEGABYTE = 1 << 20


def spans(matches, groups: int) -> list[list[tuple[int, int]]]:
    return [[(match.start(group), match.end(group)) for group in range(groups + 1)] for match in matches]


def assert_the_same_everywhere(text: str, page: str, flags: int = re.DOTALL) -> set[str]:
    """Compare each engine that takes the pattern with Python's `re`; return which did."""
    pattern, peer = Pattern(text, flags), re.compile(text, flags)
    expected = spans(peer.finditer(page), peer.groups)
    assert spans(pattern.finditer(page), peer.groups) == expected
    took = set()
    for dialect in ("re2", "regex"):
        engine = pattern._translated(dialect, page.isascii(), page.endswith("\n"))
        # An empty page is always searched by `re`, and RE2 takes no halves of surrogate pairs.
        if engine is not None and page and not (dialect == "re2" and "\ud800" in page):
            assert spans(engine.finditer(page, None, text), peer.groups) == expected, dialect
            took.add(dialect)
    return took


# Meaning


@pytest.mark.parametrize(
    "text",
    [
        r"\d+",
        r"\w+",
        r"\s",
        r"\S+",
        r"[^\W\d]+",
        r"[\s\S]",
        r"[\d.,]+ €",
        r"(?i)straße|KELVIN|ſ",
        "(?i)[k-s]+",
        "(?i)[^k]",
        "(?ai)[k-s]+",
        "(?i)i",
        "(?i)İ",
        r"\bw",
        r"\Bo",
        "^a",
        "(?m)^a",
        "a$",
        "(?m)a$",
        r"a\Z",
        "(?x) a  # a comment\n b",
        "(?-s:.)",
        "a{2,3}?",
        "a{1500}",
        "a{1,2000}b",
        "(a)|(b)",
        "(?P<x>a)(?P<y>b)?",
        "(?=a)",
        "(?<=a)b",
        "(?<!a)b",
        r"(.)\1",
        r"(?i)(a)\1",
        "(a)?(?(1)b|c)",
        "(?!)",
        "a|",
        "a*",
        "(a*)+b",
        "(?:a|b*)*c",
        "[]a]",
        "[a-]",
        "[^]]",
        "a{e<=1}",
        "[[a]]",
        r"\x41",
        r"[\ud800-\udfff]",
        "\\.\\*",
    ],
)
@pytest.mark.parametrize(
    "page",
    [
        "",
        "a",
        "aab aba abb w wow a\n",
        "a\nab\n\na",
        "Straße STRASSE ſ k K K kelvin İiıI 12,5 € ٣٤",
        "你好 world\u00a0und\x1cso\x0bweiter\u2028é_x A41 a{e<=1} [a]",
        "half \ud800 pair",
        "a" * 3000 + "b",
    ],
)
def test_each_engine_means_what_re_means(text: str, page: str) -> None:
    assert_the_same_everywhere(text, page)


ATOMS = st.sampled_from(["a", "b", "ü", ".", r"\d", r"\w", r"\W", r"\s", "[ab]", "[^a]", "[a-d]", r"\b", "^", "$", "x"])
MARKS = st.sampled_from(["", "", "", "*", "+", "?", "*?", "+?", "{1,2}", "{2}"])
PATTERNS = st.recursive(
    st.builds(lambda atom, mark: atom + ("" if atom in (r"\b", "^", "$") else mark), ATOMS, MARKS),
    lambda inner: st.one_of(
        st.builds("".join, st.lists(inner, min_size=1, max_size=3)),
        st.builds("({}){}".format, inner, MARKS),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("(?i:{})".format, inner),
        st.builds("(?={})".format, inner),
        st.builds("(?m:{})".format, inner),
    ),
    max_leaves=6,
)


@given(PATTERNS, st.text("aAbBüÜx1 \n€", max_size=20))
def test_any_pattern_means_what_re_means(text: str, page: str) -> None:
    assert_the_same_everywhere(text, page)


@pytest.mark.parametrize(
    ("text", "page", "dialects"),
    [
        ("(a+)+b", "aab", {"re2", "regex"}),
        (r"\bü", "ü", {"regex"}),  # RE2 knows the boundaries of ASCII words only
        (r"\ba", "a", {"re2", "regex"}),
        ("(?=a)a", "a", {"regex"}),
        ("a$", "a", {"re2", "regex"}),
        ("a$", "a\n", {"regex"}),  # before the last line end
        ("a{1,2000}", "a", {"regex"}),
        ("a*", "a", {"regex"}),  # what may be empty
        ("(?i)é", "É", {"re2", "regex"}),
    ],
)
def test_which_engines_can_say_it(text: str, page: str, dialects: set[str]) -> None:
    assert assert_the_same_everywhere(text, page) == dialects


# Which engine


LINKS = '<a href="/a?x=1">One</a><b>two</b>\n' * 3000


@pytest.mark.parametrize(
    ("text", "page", "engine"),
    [
        ("<h1>", "<h1>" * 100_000, "re"),
        ('href="([^"]*)"', LINKS * 10, "re"),
        ("<h1[^>]*>", LINKS * 10, "re"),  # the prefix is nowhere
        ("<a[^>]*>", LINKS[:20_000], "re"),
        ("<a[^>]*>x", "<a" * 500_000, "re2"),  # each attempt would read to the end
        ("<a[^>]*>", "<a" * 500_000, "re"),  # there is no sign at which a match could end
        ("<b>.*?</b>", "<b>" * 100_000, "re2"),
        (r"[a-z]+@[a-z]+", "ab@cd", "re"),
        (r"[a-z]+@[a-z]+", "a" * MEGABYTE, "re2"),
        ("(a+)+b", "aaab", "re2"),
        ("(?=(a+)+b)", "aaab", "regex"),
        (r"(a+)+\1b", "aaab", "regex"),
        (r"\p{Han}+", "你好", "regex"),
    ],
)
def test_the_engine_is_chosen_for_each_text(text: str, page: str, engine: str) -> None:
    assert compile_pattern(text).engine(page) == engine


# Time


def fault_of(text: str, page: str) -> PatternTimeout | None:
    try:
        compile_pattern(text).findall(page, TIMEOUT.begin("title"))
    except PatternTimeout as error:
        return error
    return None


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("(a+)+b", "a" * MEGABYTE),
        ("(a|aa)+$", "a" * MEGABYTE + "\n"),
        (r"(a+)+\1\1b", "a" * MEGABYTE),
        ("(?=(a|a)*b)c", "a" * MEGABYTE),
        ("(?:a.*b|a)", "a" * MEGABYTE),  # RE2 reads to the end for each match
        ("<a[^>]*>", "<a" * (MEGABYTE // 2)),
        (r"(.*)(.*)(.*)(.*)(.*)[^\s\S]", "ab" * (MEGABYTE // 2)),
        ("a[ab]{500}c", "ab" * (MEGABYTE // 2)),
        (r"\w+\s*\w+\s*\w+@", "你好吗 " * (MEGABYTE // 4)),
        (r"(?:\w+ ?)+@", "你好吗 " * (MEGABYTE // 4)),
        (r"(?<=(a+)+b)c", "a" * MEGABYTE),
    ],
)
def test_a_hostile_pattern_ends_in_time(text: str, page: str) -> None:
    with takes_at_most(1.5):
        fault = fault_of(text, page)
    assert fault is None or (fault.owner == "title" and ("0.3 s" in str(fault) or isinstance(fault, EndlessRun)))


def test_many_short_texts_share_the_time() -> None:
    ticks = iter(range(1000))
    deadline = Timeout(5, lambda: float(next(ticks))).begin("price")
    pattern = compile_pattern(r"\d")
    with pytest.raises(PatternTimeout, match="price: "):
        assert [pattern.findall("1", deadline) for _ in range(100)]


def test_other_threads_run_while_a_pattern_is_slow() -> None:
    """However busy the machine is, in one of the calls some ticks come."""
    ticks, done = [], threading.Event()

    def tick() -> None:
        while not done.wait(0.01):
            ticks.append(None)

    thread = threading.Thread(target=tick)
    thread.start()
    while len(ticks) < 3:
        ticks.clear()
        with pytest.raises(PatternTimeout):
            compile_pattern(r"(a+)+\1b").findall("a" * 5000, TIMEOUT.begin())
    done.set()
    thread.join()


# Mistakes


@pytest.mark.parametrize(
    ("text", "position"),
    [("(", 0), ("a)", 1), ("[a", 0), ("a**", 2), ("(?P<1>a)", 4), ("a{3,2}", 2), (r"\2", 1), ("(?<=a+", 0)],
)
def test_a_mistake_has_its_place(text: str, position: int) -> None:
    with pytest.raises(PatternError) as caught:
        compile_pattern(text)
    assert (caught.value.pattern, caught.value.position) == (text, position)
    assert f"`{text}` is no regular expression: " in str(caught.value)


@pytest.mark.parametrize("text", ["(" * 5000 + ")" * 5000, "a" * 200_000, "a{99999999999999}"])
def test_an_immense_pattern_is_a_mistake(text: str) -> None:
    with pytest.raises(PatternError) as caught:
        compile_pattern(text)
    assert len(str(caught.value)) < 200


# What it offers


def test_what_a_pattern_offers() -> None:
    pattern = compile_pattern("(?P<key>[a-z])=(?P<value>[0-9])?")
    assert (pattern.groups, dict(pattern.names), pattern.literal) == (2, {"key": 1, "value": 2}, None)
    assert pattern.findall("a=1 b=") == ["a", "b"]
    assert pattern.starts("a=1 b=") == [0, 4]
    assert pattern.ends("a=1 b=") == [3, 6]
    assert pattern.is_in("x a=")
    assert not pattern.is_in("x")
    assert compile_pattern("(a)?b").findall("b ab") == ["a"]


@pytest.mark.parametrize("text", ["a", "a+", "(a)", "(a)?b", "(?:(a)|b)", "(a)(b)", "((a)b)", "b*", r"(a+)+\1b"])
def test_many_texts_are_searched_as_each_alone(text: str) -> None:
    pattern, values = compile_pattern(text), ["ab", "", "b", "xaab", "xx"]
    assert pattern.findall_in(values) == [found for value in values for found in pattern.findall(value)]
    assert pattern.select(values) == [value for value in values if re.search(text, value)]
    assert pattern.select(values, without=True) == [value for value in values if not re.search(text, value)]


def test_many_texts_are_quick_only_together() -> None:
    pattern = compile_pattern(r"\d+,")
    assert pattern.quick_for(["1" * 300] * 10) is not None
    assert pattern.quick_for(["1" * 300] * 10_000) is None
    assert pattern.quick_for([]) is not None


@pytest.mark.parametrize(
    ("text", "literal"), [("<a>", "<a>"), (r"\.x", ".x"), ("(?i)a", None), ("(?i)1", "1"), ("a.", None), ("", None)]
)
def test_a_pattern_may_be_a_text(text: str, literal: str | None) -> None:
    assert compile_pattern(text).literal == literal


def test_groups_have_names_in_every_engine() -> None:
    pattern = Pattern("(?P<a>x)(?P<b>ü)?")
    for page in ("xü",):
        engine = pattern._translated("re2", False, False)
        (found,) = engine.finditer(page, None, "")
        assert (found.group("a"), found.group("b"), found.start("b"), found.end(2)) == ("x", "ü", 1, 2)
    (found,) = pattern._translated("re2", True, False).finditer("x", None, "")
    assert found.group("b") is None


def test_what_re_cannot_read_is_left_to_regex() -> None:
    pattern = compile_pattern(r"(?<word>\p{Han}+)")
    assert pattern.findall("ab 你好 c") == ["你好"]
    assert dict(pattern.names) == {"word": 1}


@pytest.mark.parametrize("text", ["(?R)", "a(?1)(b)", "(?P<n>x(?&n)?)", "(?P<n>x)(?P>n)", "(a)(?-1)"])
def test_a_pattern_that_calls_itself_or_a_group_is_refused(text: str) -> None:
    with pytest.raises(PatternError, match="cannot call itself"):
        compile_pattern(text)


@pytest.mark.parametrize("text", [r"\(?R\)?", "[(?R)]", r"[\](?R)]", "(?i:a)(?=b)"])
def test_what_only_looks_like_a_call_is_none(text: str) -> None:
    assert compile_pattern(text)
