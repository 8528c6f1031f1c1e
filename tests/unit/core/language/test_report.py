from scrapy_bt.core.language.report import Report, place_of_name
from scrapy_bt.core.tree.nodes import Visit
from scrapy_bt.errors import Fault, Place


def test_a_fault_gets_the_line_that_it_is_about() -> None:
    report = Report("one\r\ntwo\n", "x.bt")
    report.add("c", Place("x.bt", 1, 2), "wrong", "right")
    assert report.faults == [Fault(Place("x.bt", 1, 2), "wrong", "right", "one", "c")]


def test_a_fault_without_a_place_is_about_the_file() -> None:
    report = Report("", "x.bt")
    report.add("c", None, "wrong")
    assert report.faults[0].place == Place("x.bt", 1, 1, 1, 1)


def test_a_place_beyond_the_text_has_no_line() -> None:
    report = Report("one", "x.bt")
    report.add("c", Place("x.bt", 7, 1), "wrong")
    assert report.faults[0].text == ""


def test_faults_come_by_their_places_and_once() -> None:
    report = Report("one\ntwo", "x.bt")
    for line, column in ((2, 1), (1, 3), (1, 2), (2, 1)):
        report.add("c", Place("x.bt", line, column), "wrong")
    assert [(fault.place.line, fault.place.column) for fault in report.in_order()] == [(1, 2), (1, 3), (2, 1)]


def test_a_declaration_is_marked_at_its_name() -> None:
    assert place_of_name(Visit("page", place=Place("x.bt", 2, 3, 9, 1))) == Place("x.bt", 2, 3, 2, 7)
    assert place_of_name(Visit("page")) is None
