from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.rules.locate import Span
from scrapy_bt.operations.trials.lines import Lines, Units


def test_places_are_lines_and_columns_from_1():
    lines = Lines("ab\n\ncd")
    assert [lines.at(offset) for offset in (0, 2, 3, 4, 6)] == [(1, 1), (1, 3), (2, 1), (3, 1), (3, 3)]
    assert lines.shown(5) == "3:2"
    assert lines.ranges([Span(1, 5)]) == [{"line": 1, "column": 2, "end_line": 3, "end_column": 2}]


@given(st.text("aä🍞\n", max_size=30))
def test_units_are_those_of_utf_16(text):
    units = Units(text)
    for offset in range(len(text) + 1):
        unit = len(text[:offset].encode("utf-16-le")) // 2
        assert units.at(offset) == unit
        assert units.offset(unit) == offset
    assert units.pairs([Span(0, len(text))]) == [(0, len(text.encode("utf-16-le")) // 2)]
