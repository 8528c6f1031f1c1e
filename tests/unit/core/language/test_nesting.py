from functools import reduce

from scrapy_bt.core.language.nesting import DEPTH_LIMIT, report_too_deep
from scrapy_bt.core.language.parser import read
from scrapy_bt.core.language.report import Report
from scrapy_bt.core.tree.nodes import (
    Assign,
    Body,
    Document,
    Expression,
    If,
    Literal,
    Reference,
    Source,
    Template,
    Tree,
    Unary,
    Visit,
)
from scrapy_bt.errors import Place


def signs(count: int) -> Document:
    value: Expression = reduce(lambda inner, _: Unary("!", inner), range(count), Literal(1))
    return Document((Visit("a"), Tree("b", "and", body=Body((Assign("x", value),)))))


def test_children_come_in_order_and_without_what_is_no_node() -> None:
    condition, body, otherwise = Reference("x"), Body(), Body((Literal(1),))
    assert list(If(condition, body, otherwise).children) == [condition, body, otherwise]
    assert list(If(condition, body).children) == [condition, body]
    template = Template(("a", Reference("b"), "c"))
    assert list(template.children) == [Reference("b")]
    assert list(Source("css", ("a", template)).children) == [template]
    assert list(Literal("a", place=Place("x", 1, 1)).children) == []


def test_the_limit_counts_nodes_within_nodes() -> None:
    report = Report("", "x.bt")
    # The tree, its body, the assignment and the literal count too.
    assert report_too_deep(signs(DEPTH_LIMIT - 4), report) == []
    assert report.faults == []
    document = signs(DEPTH_LIMIT - 3)
    assert report_too_deep(document, report) == [document.entries[1]]
    assert [fault.code for fault in report.faults] == ["too-deep"]


def test_a_tree_of_any_depth_is_looked_at() -> None:
    report = Report("", "x.bt")
    report_too_deep(signs(5_000), report)
    assert [fault.code for fault in report.faults] == ["too-deep"]


def test_the_fault_marks_one_column() -> None:
    (fault,) = read(f"m :: and {{ x = {'-' * 400}1 }}").report.faults
    assert (fault.code, fault.place.end_line, fault.place.end_column) == (
        "too-deep",
        fault.place.line,
        fault.place.column + 1,
    )
