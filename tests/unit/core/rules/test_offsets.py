import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.offsets import NONE, Offset, move_down, move_up, parse_offset

TEXT = "ab\ncd\r\nef\n"
#       01 2 34 5 6 78 9   (10 is the end)


@pytest.mark.parametrize(("text", "offset"), [("0,0", NONE), ("1,2", Offset(1, 2)), (" 3 , 4 ", Offset(3, 4))])
def test_how_it_is_written(text: str, offset: Offset) -> None:
    assert parse_offset(text) == offset
    assert parse_offset(str(offset)) == offset


@pytest.mark.parametrize("text", ["", "1", "-1,0", "1,2,3", "a,b", "1;2", "٣,1"])
def test_what_is_no_offset(text: str) -> None:
    with pytest.raises(ValueError, match='write "lines,characters"'):
        parse_offset(text)


@pytest.mark.parametrize(
    ("place", "offset", "moved"),
    [
        (1, Offset(0, 0), [1]),
        (1, Offset(0, 3), [4]),  # across a line end
        (1, Offset(0, 9), [10]),  # to the end
        (1, Offset(0, 10), []),  # out of the text
        (1, Offset(1, 0), [3]),
        (1, Offset(1, 1), [4]),
        (2, Offset(1, 0), [3]),  # a line end belongs to the line that it ends
        (1, Offset(2, 0), [7]),
        (1, Offset(3, 0), [10]),  # the empty line at the end
        (1, Offset(4, 0), []),
        (1, Offset(2, 4), []),
    ],
)
def test_down_and_on(place: int, offset: Offset, moved: list[int]) -> None:
    assert move_down(TEXT, [place], offset) == moved


@pytest.mark.parametrize(
    ("place", "offset", "moved"),
    [
        (8, Offset(0, 0), [8]),
        (8, Offset(0, 8), [0]),
        (8, Offset(0, 9), []),
        (8, Offset(1, 0), [5]),  # before \\r\\n
        (8, Offset(1, 1), [4]),
        (8, Offset(2, 0), [2]),
        (8, Offset(2, 3), []),
        (8, Offset(3, 0), []),
        (9, Offset(1, 0), [5]),  # at a line end is still in the line
    ],
)
def test_up_and_back(place: int, offset: Offset, moved: list[int]) -> None:
    assert move_up(TEXT, [place], offset) == moved


@given(st.text("a\n", max_size=20), st.integers(1, 3), st.integers(0, 2))
def test_down_is_up_in_a_mirror(text: str, lines: int, characters: int) -> None:
    offset = Offset(lines, characters)
    for place in range(len(text) + 1):
        mirrored = [len(text) - moved for moved in move_up(text[::-1], [len(text) - place], offset)]
        assert move_down(text, [place], offset) == mirrored
