from scrapy_bt.core.documents.report import ShapeReport
from tests.waiting import takes_at_most


def test_faults_are_in_order_each_once_with_their_lines():
    report = ShapeReport("one\r\ntwo\n", "f", noun="rule")
    assert not report
    report.add("b", report.place(5, 8), "second")
    report.add("a", report.place(0, 3), "first", "mend it")
    report.add("b", report.place(5, 8), "second")
    assert report
    first, second = report.in_order()
    assert (first.text, first.advice, first.place.column, first.place.end_column) == ("one", "mend it", 1, 4)
    assert (second.text, second.place.line, str(second.place)) == ("two", 2, "f:2:1")


def test_a_place_may_go_over_lines_and_to_the_end():
    report = ShapeReport("ab\ncd", "f", noun="rule")
    place = report.place(1, 5)
    assert (place.line, place.column, place.end_line, place.end_column) == (1, 2, 2, 3)
    assert report.place(0, 0).end_column == 1


def test_the_nearest_name_is_proposed_or_what_there_is():
    report = ShapeReport("", "f", noun="rule")
    assert report.did_you_mean("titel", ["title", "text"]) == "did you mean `title`?"
    assert report.did_you_mean("xyz", ["title", "text"]) == "there are `title`, `text`"
    assert report.did_you_mean("xyz", ["title"]) == "there is `title`"
    assert report.did_you_mean("xyz", []) == ""
    assert report.did_you_mean("xyz", map(str, range(20))).endswith("`11` and 8 more")


def test_guessing_takes_no_time_that_matters():
    report = ShapeReport("", "f", noun="rule")
    with takes_at_most(5):
        for number in range(5000):
            report.did_you_mean(f"name{number}x", ["name" * 10 + str(known) for known in range(100)])
        report.did_you_mean("x" * 100_000, ["x" * 100_000])
