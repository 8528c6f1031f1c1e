import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.locate import locate, spans


def found(text: str, start: str, end: str) -> list[str]:
    return list(locate(text, re.compile(start) if start else None, re.compile(end) if end else None))


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


def transcription(text: str, start: re.Pattern[str], end: re.Pattern[str]) -> list[tuple[int, int]]:
    """Steps 1 to 4 of rules.md, word by word, counting from one."""
    s = [0, *[match.end() for match in start.finditer(text)]]
    e = [0, *[match.start() for match in end.finditer(text)]]
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


CODES = st.sampled_from(["a", "b", "ab", "a+", "b*", "(?=a)", "aa?", "[ab]c", "c"])


@given(st.text("abc", max_size=40), CODES, CODES)
def test_the_same_as_the_specification_word_by_word(text: str, start: str, end: str) -> None:
    first, last = re.compile(start), re.compile(end)
    assert list(spans(text, first, last)) == transcription(text, first, last)


@given(st.text("abc", max_size=60), CODES, CODES)
def test_pieces_lie_between_a_start_and_the_next_end_and_do_not_overlap(text: str, start: str, end: str) -> None:
    first, last = re.compile(start), re.compile(end)
    starts = [match.end() for match in first.finditer(text)]
    ends = [match.start() for match in last.finditer(text)]
    before = -1
    for begin, finish in spans(text, first, last):
        assert begin in starts
        assert finish in ends
        assert not [other for other in starts if begin < other <= finish]
        assert begin >= before
        before = finish


def test_the_work_is_linear_in_the_matches() -> None:
    text = "<a>x<b>" * 20_000 + "<a>" * 20_000 + "<b>" * 20_000
    pieces = found(text, "<a>", "<b>")
    assert len(pieces) == 20_001
    assert set(pieces) == {"x", ""}
