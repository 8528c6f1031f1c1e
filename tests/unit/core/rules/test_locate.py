import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.regex.patterns import compile_pattern
from scrapy_bt.core.rules.locate import PieceSpan, Search, locate, pair
from scrapy_bt.core.rules.offsets import Offset, move_down, move_up, parse_offset


def found(text: str, start: str, end: str, start_offset: str = "0,0", end_offset: str = "0,0") -> list[str]:
    spans = locate(
        text,
        compile_pattern(start) if start else None,
        compile_pattern(end) if end else None,
        start_offset=parse_offset(start_offset),
        end_offset=parse_offset(end_offset),
    )
    return [text[first:last] for first, last in spans]


@pytest.mark.parametrize(
    ("text", "start", "end", "pieces"),
    [
        ("<a>x<b>", "<a>", "<b>", ["x"]),
        ("<a>…<a><c><b>…<b>", "<a>", "<b>", ["<c>"]),  # the case of the specification
        ("<a>1<b><a>2<b>", "<a>", "<b>", ["1", "2"]),
        ("<b><a>1<b>", "<a>", "<b>", ["1"]),  # an end before every start belongs to nobody
        ("<a>1<b>2<b>", "<a>", "<b>", ["1"]),  # the second end has no start of its own
        ("<a>1<a>2<b>", "<a>", "<b>", ["2"]),  # the nearest start
        ("<a>1<b>x<a>2", "<a>", "<b>", ["1"]),  # a start without an end
        ("<a><b>", "<a>", "<b>", [""]),  # s = e: the empty piece
        ("", "<a>", "<b>", []),
        ("<b><b>", "<a>", "<b>", []),
        ("<a><a>", "<a>", "<b>", []),
        ("abc<b>d<b>", "", "<b>", ["abc"]),  # an empty start code: the text's beginning
        ("<a>ab<a>cd", "<a>", "", ["cd"]),  # an empty end code: its end
        ("all of it", "", "", ["all of it"]),
        ("1-2-3", r"\d", "-", ["", ""]),
        ("k=1;k=22;", "k=", ";", ["1", "22"]),
        ("<A>x<B>", "(?i)<a>", "(?i)<b>", ["x"]),
        ("ababab", "a", "a", ["b", "b"]),  # the same code for both: each piece ends where the next begins
    ],
)
def test_hand_worked_cases(text: str, start: str, end: str, pieces: list[str]) -> None:
    assert found(text, start, end) == pieces


def transcription(text: str, start: str, end: str) -> list[tuple[int, int]]:
    """Steps 1 to 4 of rules.md, word by word, counting from one."""
    s = [0, *([match.end() for match in re.finditer(start, text)] if start else [0])]
    e = [0, *([match.start() for match in re.finditer(end, text)] if end else [len(text)])]
    taken: list[tuple[int, int]] = []
    i = j = 1
    if i >= len(s) or j >= len(e):
        return taken
    while True:
        while s[i] > e[j]:
            j += 1
            if j >= len(e):
                return taken
        while i < len(s) and s[i] <= e[j]:
            i += 1
        i -= 1
        taken.append((s[i], e[j]))
        j += 1
        i += 1
        if i >= len(s) or j >= len(e):
            return taken


def published(s: list[int], e: list[int]) -> list[tuple[int, int]]:
    """The published steps (1) to (5), word by word, with their guards."""
    k, m = len(s), len(e)
    s, e = [0, *s], [0, *e]
    taken: list[tuple[int, int]] = []
    i = j = 1
    if not k or not m:
        return taken
    while True:
        while s[i] > e[j]:
            j += 1
            if j > m:
                return taken
        while i <= k and s[i] <= e[j]:
            i += 1
        i -= 1
        if 1 <= i <= k and s[i] <= e[j]:
            taken.append((s[i], e[j]))
        j += 1
        i += 1
        if j > m or i > k:
            return taken


CODES = st.sampled_from(["", "a", "b", "ab", "aa", "aba", "abc", "a+", "b*", "(?=a)", "aa?", "[ab]c", "c", "."])


def patterns(start: str, end: str):
    return (compile_pattern(code) if code else None for code in (start, end))


@given(st.text("abc", max_size=40), CODES, CODES)
def test_the_same_as_the_specification_word_by_word(text: str, start: str, end: str) -> None:
    assert locate(text, *patterns(start, end)) == transcription(text, start, end)


@given(st.text("abc", max_size=40), CODES, CODES)
def test_pieces_are_what_the_spans_say(text: str, start: str, end: str) -> None:
    spans = transcription(text, start, end)
    assert Search(*patterns(start, end)).pieces(text) == [text[first:last] for first, last in spans]


@given(
    st.text("abx", max_size=40),
    st.sampled_from(["a", "ab", "b", "(a)b?", "(a)(b)?"]),
    st.sampled_from(["x", "b", "ax", "bx"]),
)
def test_pieces_where_codes_share_characters(text: str, start: str, end: str) -> None:
    spans = transcription(text, start, end)
    assert Search(*patterns(start, end)).pieces(text) == [text[first:last] for first, last in spans]


@given(st.lists(st.integers(0, 30)).map(sorted), st.lists(st.integers(0, 30)).map(sorted))
def test_the_same_as_the_published_steps(starts: list[int], ends: list[int]) -> None:
    assert list(pair(starts, ends)) == published(starts, ends)


@given(st.text("abc", max_size=60), CODES.filter(bool), CODES.filter(bool))
def test_pieces_lie_between_a_start_and_the_next_end_and_do_not_overlap(text: str, start: str, end: str) -> None:
    starts = [match.end() for match in re.finditer(start, text)]
    ends = [match.start() for match in re.finditer(end, text)]
    before = -1
    for begin, finish in locate(text, *patterns(start, end)):
        assert begin in starts
        assert finish in ends
        assert not [other for other in starts if begin < other <= finish]
        assert not [other for other in ends if begin <= other < finish and other > before]
        assert begin >= before
        before = finish


OFFSETS = st.builds(Offset, st.integers(0, 2), st.integers(0, 3))


@given(st.text("ab\n\r", max_size=30), st.sampled_from("ab"), st.sampled_from("ab"), OFFSETS, OFFSETS)
def test_offsets_move_the_codes_before_they_are_paired(
    text: str, start: str, end: str, down: Offset, up: Offset
) -> None:
    spans = locate(text, *patterns(start, end), start_offset=down, end_offset=up)
    starts = [place for match in re.finditer(start, text) for place in move_down(text, [match.end()], down)]
    ends = [place for match in re.finditer(end, text) for place in move_up(text, [match.start()], up)]
    assert spans == published(starts, ends)
    assert starts == sorted(starts)
    assert ends == sorted(ends)


def test_offsets_by_hand() -> None:
    text = "Price:\n  12 EUR\nor less\n"
    assert found(text, "Price:", "EUR", "1,2", "0,1") == ["12"]
    assert found(text, "Price:", "less", "1,0", "1,0") == ["  12 EUR"]  # up to the end of the line above
    assert found(text, "Price:", "less", "1,0", "1,4") == ["  12"]
    assert found(text, "Price:", "EUR", "3,0") == []  # the last line begins behind the end code
    assert found(text, "Price:", "EUR", "4,0") == []  # there is no such line
    assert found(text, "", "", "1,2", "2,4") == ["12"]  # the edges of the text have offsets too


def test_the_work_is_linear_in_the_matches() -> None:
    text = "<a>x<b>" * 20_000 + "<a>" * 20_000 + "<b>" * 20_000
    for start, end in (("<a>", "<b>"), ("<[a]>", "<b>"), ("<a>", "<[b]>")):
        pieces = found(text, start, end)
        assert len(pieces) == 20_001
        assert set(pieces) == {"x", ""}


def test_a_span_has_names() -> None:
    (span,) = locate("<a>x<b>", *patterns("<a>", "<b>"))
    assert span == PieceSpan(start=3, end=4)
