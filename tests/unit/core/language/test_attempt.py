import pytest

from scrapy_bt.core.language.attempt import END, Attempt
from scrapy_bt.core.language.expression_builder import REPORT
from scrapy_bt.core.language.report import Report
from scrapy_bt.core.tree.nodes import Assign, Body, Document, Literal, Tree, Visit


@pytest.fixture(autouse=True)
def _report() -> None:
    REPORT.set(Report("", "x.bt"))


def test_a_text_without_faults_makes_a_document() -> None:
    attempt = Attempt("a :: visit")
    assert attempt.advance() is None
    assert attempt.document == Document((Visit("a"),))


def test_a_stretch_is_read_with_its_places_in_the_text() -> None:
    text = "junk\na :: visit\njunk"
    attempt = Attempt(text, 5, 15)
    assert attempt.advance() is None
    assert attempt.document is not None
    place = attempt.document.entries[0].place
    assert place is not None
    assert (place.line, place.column) == (2, 1)


@pytest.mark.parametrize(
    ("text", "kind", "word", "before", "place"),
    [
        ("a visit", "VISIT", "visit", "a", (1, 3)),
        ("\n :: visit", "__ANON_0", "::", "", (2, 2)),
        ("a ::", END, "", "::", (1, 5)),
        ("a :: data css", END, "", "css", (1, 14)),
        ("m :: and { x = @ }", "character @", "@", "=", (1, 16)),
        ("m :: and { :a(b c) }", "NAME", "c", "b", (1, 17)),
    ],
)
def test_a_stop_says_where_and_at_which_word(
    text: str, kind: str, word: str, before: str, place: tuple[int, int]
) -> None:
    stop = Attempt(text).advance()
    assert stop is not None
    assert (stop.kind, stop.word, stop.before, (stop.line, stop.column)) == (kind, word, before, place)


def test_after_a_stop_reading_can_go_on_in_the_open_block() -> None:
    text = "m :: and {\n  x = (\n  :a\n  y = 1\n}"
    attempt = Attempt(text)
    stop = attempt.advance()
    # The call is taken for what the parenthesis holds; the assignment is not.
    assert stop is not None
    assert stop.word == "y"
    assert attempt.leave_to_block() is not None
    attempt.go_to(text.index("y = 1"), stop)
    assert attempt.advance() is None
    assert attempt.document == Document((Tree("m", "and", (), Body((Assign("y", Literal(1)),))),))
    (tree,) = attempt.document.entries
    assert isinstance(tree, Tree)
    place = tree.body.statements[0].place
    assert place is not None
    assert (place.line, place.column) == (4, 3)


def test_without_an_open_block_there_is_nothing_to_go_on_in() -> None:
    attempt = Attempt("a b")
    assert attempt.advance() is not None
    assert attempt.leave_to_block() is None


def test_what_can_come_next_depends_on_all_that_is_open() -> None:
    attempt = Attempt("m :: and { x = (a @")
    attempt.advance()
    assert attempt.accepts("RPAR")
    assert attempt.accepts("VBAR")
    assert not attempt.accepts("RBRACE")
    assert not attempt.accepts(END)
    finished = Attempt("a :: visit @")
    finished.advance()
    assert finished.accepts(END)


def test_after_a_stop_in_parameters_reading_can_go_on_behind_the_bad_one() -> None:
    text = "m :: and (a, b = (1 2), c) { }"
    attempt = Attempt(text)
    stop = attempt.advance()
    assert stop is not None
    assert attempt.leave_to_parameters() == 1
    assert [getattr(part, "name", "") for part in attempt.read_parts()] == ["a"]
    attempt.go_to(text.index(", c"), stop)
    assert attempt.advance() is None


@pytest.mark.parametrize("text", ["m :: and { :a(b c) }", 'p :: visit "a" { b = [1 2] }', "(( a b ))", "m :: and x"])
def test_elsewhere_there_are_no_parameters_to_go_on_in(text: str) -> None:
    attempt = Attempt(text)
    assert attempt.advance() is not None
    assert attempt.leave_to_parameters() is None


def test_how_many_brackets_were_open_is_told() -> None:
    attempt = Attempt("m :: and { x = ((1 2 }")
    assert attempt.advance() is not None
    assert attempt.leave_to_block() == 2
