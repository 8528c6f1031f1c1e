import pytest

from scrapy_bt.core.language.parser import ParseResult, read
from scrapy_bt.core.tree.nodes import Data, Visit
from scrapy_bt.core.tree.notation import one_line


def found(text: str) -> list[tuple[str, int]]:
    return [(fault.code, fault.place.line) for fault in read(text).report.in_order()]


def names(reading: ParseResult) -> list[str]:
    return [entry.name for entry in reading.document.entries if isinstance(entry, (Visit, Data))]


def test_a_fault_in_one_declaration_hides_none_in_another() -> None:
    text = 'a :: vist\nb :: visit "c"\nd :: data\n  "e"\nf :: data css "g"\nh :: data xpth "i"\n'
    assert found(text) == [("unknown-kind-of-node", 1), ("missing-how", 4), ("unknown-source", 6)]
    reading = read(text)
    assert names(reading) == ["b", "f"]
    assert reading.broken == {"a", "d", "h"}


def test_several_faults_of_one_block_are_told() -> None:
    text = "m :: and {\n  x = =\n  :ok\n  while {\n    :a(\n  }\n  if a b {\n  }\n  y = 30m\n}\n"
    assert found(text) == [
        ("assignment-without-value", 2),
        ("while-without-condition", 4),
        ("missing-block", 7),
        ("duration-in-expression", 9),
    ]


def test_what_stands_between_declarations_hides_no_fault_of_the_next_line() -> None:
    text = 'a :: vist\nb visit "c"\n(( d, e ))\nstate f = end\n[ g ]\n// h\n'
    assert found(text) == [
        ("unknown-kind-of-node", 1),
        ("missing-declares", 2),
        ("resource-form", 3),
        ("state-without-table", 4),
        ("single-bracket", 5),
        ("other-comment", 6),
    ]


def test_a_statement_that_is_not_finished_hides_no_fault_of_the_next_line() -> None:
    text = "m :: and {\n  goroutine and within 3s\n  if { }\n  x = [a, ]\n  item each css 'a'\n  goroutine :b\n}\n"
    assert found(text) == [
        ("missing-block", 3),
        ("if-without-condition", 3),
        ("list-form", 4),
        ("each-without-fields", 6),
        ("missing-block", 6),
    ]


def test_a_block_that_is_never_closed_is_told_where_it_begins() -> None:
    assert found("m :: and {\n  while x {\n    :a\n}\nn :: visit\n") == [("unclosed-block", 2)]
    assert found("m :: and {\n  while x {\n    :a\n  }\nn :: visit\n") == [("unclosed-block", 1)]


def test_a_brace_that_comes_too_late_is_no_fault_of_its_own() -> None:
    assert found("m :: and {\n  :a\nn :: visit\n}\n") == [("unclosed-block", 1)]
    assert found("n :: visit\n}\n}\n") == [("extra-brace", 2)]


def test_an_unclosed_string_takes_no_braces_with_it() -> None:
    assert found('a :: visit "b { \n c = 1\n}\n') == [("unclosed-string", 1)]
    assert found('a :: item {\n  b = css "c }\n  d = css "e"\n}\n') == [("unclosed-string", 2)]


def test_a_word_of_the_language_cannot_be_declared() -> None:
    assert found("while :: and { }\nx :: visit\n") == [("reserved-word", 1)]


def test_the_end_of_a_declaration_is_told_where_it_comes_too_early() -> None:
    (fault,) = read("a :: data css  # nothing\nb :: visit").report.faults
    assert (fault.place.line, fault.place.column) == (1, 14)


@pytest.mark.parametrize("between", ["", "\n", "\r\n", " # x\n"])
def test_places_are_those_of_the_whole_text(between: str) -> None:
    text = f"a :: visit{between} b :: vist{between} c :: x"
    faults = read(text).report.in_order()
    assert [fault.text[fault.place.column - 1 : fault.place.end_column - 1] for fault in faults] == ["vist", "x"]


def test_what_is_too_large_is_told_once() -> None:
    assert found(f"a :: visit {{ x = {'9' * 30} }}\nb :: =\n") == [("number-too-large", 1), ("unknown-kind-of-node", 2)]


def test_several_faults_of_one_line_are_told() -> None:
    assert [code for code, _ in found("m :: and { x = = a = 1 while = 3 y = 30m z = 2 }")] == [
        "assignment-without-value",
        "reserved-word",
        "duration-in-expression",
    ]
    assert [code for code, _ in found("state p { 404 = retry 403 = end timeout || dns = end any = 3 }")] == [
        "move-form",
        "outcome-missing",
        "move-form",
    ]
    assert [code for code, _ in found('p :: visit "a" { x: 3 y = a + b z = [1 2] w = 1 }')] == [
        "missing-equals",
        "expression-in-attribute",
        "list-form",
    ]


def test_a_bad_parameter_hides_neither_other_parameters_nor_the_body() -> None:
    text = "m :: and (end, a, if, b = (1 c), d) { x = = }"
    codes = [code for code, _ in found(text)]
    assert codes == ["reserved-word", "reserved-word", "parenthesis-unclosed", "assignment-without-value"]


@pytest.mark.parametrize(
    "text",
    [
        "m :: and { :a(b = 3, 4) }",
        "m :: and { x = (a b = 3) }",
        "m :: and { x = a ? b : c :d }",
        "m :: and { if not x { y = = } else { z = 1 } }",
        "state p { timeout, dns = end }",
        "state p { :x = end }",
        'p :: visit "a" { "form" : 3 x = 1 }',
        "m :: and (a b, c) { d = 1 }",
        "m :: and (,a) { }",
        "m :: and (a,) { }",
    ],
)
def test_one_fault_brings_no_second_one(text: str) -> None:
    assert len(found(text)) == 1


def test_a_bad_resource_hides_none_on_its_line() -> None:
    assert [code for code, _ in found("(( a = 1.5 )) [[ b = 3 ]] (( c = x ))")] == [
        "not-a-whole-number",
        "duration-without-unit",
        "not-a-whole-number",
    ]


def test_what_could_be_read_of_entries_with_faults_is_kept_apart() -> None:
    reading = read("state p { 404 = retry 403 = end }\na :: visit\nm :: and (b, end) { x = = y z = 1 }")
    assert names(reading) == ["a"]
    assert [one_line(node) for node in reading.fragments] == ["state p { 403 = end }", "m :: and (b) { z = 1 }"]
    assert read("m :: and { x = 1 = 2").fragments == ()


def test_a_name_whose_declaration_lacks_its_sign_is_known_to_be_broken() -> None:
    assert "page" in read("page : visit\nm :: and { :page }").broken
