import pytest

from scrapy_bt.errors import (
    LONGEST_MARK,
    ArgumentsError,
    BTError,
    Fault,
    LeaseLost,
    NodeError,
    Place,
    RuleError,
    TaskError,
    with_article,
)


def test_a_fault_shows_the_line_marks_what_is_wrong_and_says_what_to_write() -> None:
    fault = Fault(Place("a.bt", 3, 8, 3, 11), "there is no 'abc'", "write 'abd'", "\tmain :abc", "unknown-name")
    assert str(fault) == "a.bt:3:8: there is no 'abc'\n    \tmain :abc\n    \t      ^^^\n    write 'abd'"


def test_a_fault_without_text_and_advice_is_one_line() -> None:
    assert str(Fault(Place("a.bt", 1, 1), "nothing here")) == "a.bt:1:1: nothing here"


@pytest.mark.parametrize(
    ("place", "marks"),
    [
        (Place("a", 1, 1, 1, 99), "^^^^^^"),
        (Place("a", 1, 5, 2, 3), "    ^"),
        (Place("a", 1, 3, 1, 3), "  ^"),
        (Place("a", 1, 7, 1, 9), "      ^"),
    ],
)
def test_the_mark_stays_within_the_line(place: Place, marks: str) -> None:
    assert str(Fault(place, "wrong", text="abcdef")).splitlines()[2] == f"    {marks}"


def test_places_are_in_the_order_of_the_file() -> None:
    places = [Place("b", 1, 1), Place("a", 2, 1), Place("a", 1, 9), Place("a", 1, 2)]
    assert sorted(places) == places[::-1]


def test_a_rule_error_tells_every_fault() -> None:
    faults = [Fault(Place("a.bt", line, 1), f"wrong {line}") for line in (1, 2)]
    error = RuleError(faults)
    assert error.faults == tuple(faults)
    assert str(error) == "a.bt:1:1: wrong 1\na.bt:2:1: wrong 2"


@pytest.mark.parametrize("kind", [RuleError, ArgumentsError, TaskError, NodeError, LeaseLost])
def test_everything_that_is_raised_on_purpose_is_caught_by_one_name(kind: type[Exception]) -> None:
    assert issubclass(kind, BTError)


def test_of_a_very_long_line_the_surroundings_of_the_fault_are_shown() -> None:
    text = "a" * 1000 + "WRONG" + "b" * 1000
    shown, marks = str(Fault(Place("f.bt", 1, 1001, 1, 1006), "no", text=text)).splitlines()[1:]
    assert len(shown) < 250
    start = marks.index("^")
    assert shown[start : start + 5] == "WRONG"
    assert marks.strip() == "^^^^^"
    assert shown.strip().startswith("…a")
    assert shown.endswith("b…")


def test_a_fault_marks_no_more_than_its_beginning() -> None:
    fault = Fault(Place("a", 1, 3, 1, 150), "m", text="x" * 180)
    assert str(fault).splitlines()[-1] == f"      {'^' * LONGEST_MARK}"


def test_nouns_get_their_article() -> None:
    nouns = ("rule", "item", "AttributeError", "URL", "int", "user", "")
    expected = ("a rule", "an item", "an AttributeError", "a URL", "an int", "a user", "a ")
    assert tuple(map(with_article, nouns)) == expected
