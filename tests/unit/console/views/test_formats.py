import pytest

from scrapy_bt.console.views.formats import language_tag, line, marked, moment, number, place, seconds


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, ""),
        (0, "0 s"),
        (0.25, "0.2 s"),
        (1.5, "1.5 s"),
        (59, "59 s"),
        (240, "4 min"),
        (-7200, "-2 h"),
        (2e5, "2 d"),
    ],
)
def test_durations_have_one_unit(value: float | None, shown: str) -> None:
    assert seconds(value) == shown


def test_numbers_and_times() -> None:
    assert [number(value) for value in (None, 0, 12345, 2.25)] == ["", "0", "12,345", "2.2"]
    assert (moment(0.5), moment(None)) == ("1970-01-01T00:00:00+00:00", "")
    assert language_tag("zh_CN") == "zh-CN"


def test_a_line_goes_through_its_values_and_there_is_none_of_nothing() -> None:
    assert line([0.0, 2.0, 1.0]) == "M1.0 15.0L30.0 1.0L59.0 8.0"
    assert [line(values) for values in ([], [1.0], [0.0, 0.0])] == ["", "", ""]


def test_a_place_is_told_by_its_end() -> None:
    assert [place(path) for path in ("", "main/page", "main/while/detail/page")] == ["", "main/page", "…/detail/page"]


def test_what_stands_between_backticks_is_code_and_nothing_else_is_markup() -> None:
    assert marked("see `a <b>` & c") == "see <code>a &lt;b&gt;</code> &amp; c"
