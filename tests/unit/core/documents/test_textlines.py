from scrapy_bt.core.documents.textlines import TextLines

LINES = TextLines("one\n\n  \ntwo\nthree")


def test_a_line_begins_and_ends():
    assert [LINES.line_start(index) for index in (0, 2, 9, 14)] == [0, 0, 8, 12]
    assert [LINES.line_over(index) for index in (0, 9, 14)] == [4, 12, len(LINES.text)]


def test_empty_lines_are_passed_both_ways():
    assert LINES.over_blank_lines(4) == 8
    assert LINES.back_over_blank_lines(8) == 4
    assert LINES.over_blank_lines(0) == 0
    assert LINES.back_over_blank_lines(12) == 12


def test_a_position_is_told_as_line_and_column() -> None:
    lines = TextLines("ab\n\ncd")
    assert [lines.position(index) for index in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2), (3, 3)]
