from collections.abc import Callable
from functools import reduce

import pytest
from hypothesis import given

from scrapy_bt.core.language.checker import check, check_document
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes import Assign, Body, Document, Expression, Literal, Tree, Unary
from scrapy_bt.errors import Place
from tests.broken import QUOTES, WHOLE, any_texts
from tests.checking import PAGE, codes
from tests.strategies import documents


@pytest.mark.parametrize("text", [QUOTES, WHOLE], ids=["quotes", "whole"])
def test_a_file_without_faults_has_none(text: str) -> None:
    assert check(text) == []


def test_faults_of_syntax_and_of_meaning_are_told_together() -> None:
    text = "main :: and {\n  :pgae\n}\npage : visit\nother :: and {\n  :nobody\n}\n[[ nothing ]]\n"
    faults = check(text, file="x.bt")
    assert [(fault.code, str(fault.place)) for fault in faults] == [
        ("unknown-name", "x.bt:2:3"),
        ("missing-declares", "x.bt:4:6"),
        ("unused-declaration", "x.bt:5:1"),
        ("unknown-name", "x.bt:6:3"),
        ("resource-of-unknown-node", "x.bt:8:1"),
    ]


def test_what_a_fault_of_syntax_may_hide_is_not_said_to_be_missing() -> None:
    assert codes(f"{PAGE}broken :: and (a) {{ :page x = = }}\nmain :: and {{ :broken(1, 2)  y = x }}") == [
        "assignment-without-value"
    ]


def test_a_declaration_with_faults_is_known_by_name() -> None:
    assert codes("[[ page ]] state page { 404 = end }\npage :: vist\nmain :: and { :page }") == ["unknown-kind-of-node"]
    assert codes("main :: ad { }") == ["unknown-kind-of-node"]


def test_a_tree_that_was_never_a_text_is_checked_too() -> None:
    faults = check_document(Document((Tree("m", "and"),)), file="made.bt")
    assert [(fault.code, fault.place) for fault in faults] == [("missing-main", Place("made.bt", 1, 1, 1, 1))]
    assert check_document(parse(QUOTES), QUOTES) == []


def test_a_tree_of_any_depth_is_checked() -> None:
    value: Expression = reduce(lambda inner, _: Unary("!", inner), range(5_000), Literal(1))
    document = Document((Tree("main", "and", body=Body((Assign("x", value),))),))
    assert [fault.code for fault in check_document(document)] == ["too-deep"]


def test_a_fault_is_shown_with_its_line_a_caret_and_advice() -> None:
    (fault,) = check(f"{PAGE}main :: and {{\n\t:page  :pge\n}}\n", file="shop.bt")
    assert str(fault) == (
        "shop.bt:3:9: no node `pge` is declared\n    \t:page  :pge\n    \t       ^^^^\n    did you mean `:page`?"
    )


@given(any_texts())
def test_any_text_is_checked(text: str) -> None:
    for fault in check(text):
        assert fault.code
        assert str(fault)


@given(documents())
def test_any_tree_is_checked(document: Document) -> None:
    for fault in check_document(document):
        assert fault.code
        assert str(fault)


def _chain(count: int) -> str:
    return "".join(f"t{n} :: and {{ if x{n} {{ }}  :t{n + 1} }}\n" for n in range(count)) + f"t{count} :: and {{ }}\n"


def _ring(count: int) -> str:
    return "".join(f"t{n} :: and {{ x{n} = y{n}  if x{n} {{ }}  :t{(n + 1) % count} }}\n" for n in range(count))


@pytest.mark.parametrize(
    ("make", "code"),
    [(_chain, "unknown-variable"), (_ring, "unknown-variable")],
    ids=["chain", "ring"],
)
def test_long_ways_are_gone_within_their_time(make: Callable[[int], str], code: str) -> None:
    assert codes(f"{make(500)}main :: and {{ :t0 }}") == [code] * 500


def test_faults_of_meaning_beside_one_of_syntax_are_told() -> None:
    text = "main :: and (page, end) { now = 1 page = 2 while = 3 :nobody }"
    assert codes(text) == ["reserved-name", "reserved-word", "reserved-name", "reserved-name", "reserved-word"]
    table = "state page { 999 = end 404 | 404 = true empty = end foo = true wait = true }\nstate page { any = end }\n"
    assert codes(f"{table}{PAGE}main :: and {{ :page }}") == [
        "unknown-outcome",
        "double-outcome",
        "unknown-outcome",
        "reserved-word",
        "double-states",
    ]
    assert codes(f"{PAGE}(( page = 1.5 )) (( page = 0 )) [[ q ]]\nmain :: and {{ :page }}") == [
        "not-a-whole-number",
        "bad-amount",
        "resource-of-unknown-node",
    ]


def test_what_an_entry_with_faults_lacks_is_no_fault_of_its_own() -> None:
    assert codes("a :: data csss 'b'\nmain :: and (x, end) { :a }\nt :: and { :main(1, 2, 3) }") == [
        "unknown-source",
        "reserved-word",
        "unused-declaration",
    ]


def test_in_a_file_with_faults_of_syntax_main_is_not_missed() -> None:
    assert codes("x = 1") == ["attribute-outside"]
    assert codes("a :: and { }") == ["missing-main"]
