import pytest

from scrapy_bt.core.language.checker.checkeddocument import CheckedDocument
from scrapy_bt.core.language.checker.flow import CallGraph
from scrapy_bt.core.language.checker.paths import Paths
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.report import Report

OTHERS = (
    'v :: visit "{url}" d :: data css "{x}" { from = source } gives :: and (g) { token = 1 g = 2 }'
    " asks :: and (p, q = 1, r = default) { if z { } }"
)


def needs(body: str, header: str = "") -> set[str]:
    text = f"t :: and {header} {{ {body} }} {OTHERS}"
    flow = CallGraph(CheckedDocument(parse(text), Report(text, "x.bt")))
    Paths(flow).follow()
    return {name for name, bit in flow.variables.items() if bit & flow.routines["t"].needs}


@pytest.mark.parametrize(
    ("body", "needed"),
    [
        ("a", {"a"}),
        ("a = 1 a", set()),
        ("a a = 1", {"a"}),
        ("a = a", {"a"}),
        ("a = 1 + b * -c", {"b", "c"}),
        ('x = "{a}{b.c}"', {"a", "b"}),
        ("page.url now", set()),
        ("if a { b = 1 } b", {"a"}),
        ("if 1 { a = 1 } else { a }", {"a"}),
        ("if 1 { } else { a = 1 } a", set()),
        ("if a = :d { a } a", {"x", "source"}),
        ("or { a = 1 a }", set()),
        ("async { a = 1 a } a", {"a"}),
        ("goroutine { a } a = 1", {"a"}),
        ("while a { a = 1 }", set()),
        ("while a { b } b = 1", {"a", "b"}),
        ("while 1 { a while 1 { b  a = 1 } b = 1 }", set()),
        ("while a = :d { a }", {"x", "source"}),
        (":v", {"url"}),
        ("url = 1 :v", set()),
        (":gives(1) token", set()),
        ("token :gives(1)", {"token"}),
        ("g = 1 :gives g", set()),
        (":gives", {"g"}),
        ("async { :gives(1) } token", {"token"}),
        (":asks(1)", {"z", "default"}),
        (":asks(1, 2, 3)", {"z", "default"}),
        (":asks", {"p", "z", "default"}),
        ("p = 1 :asks", {"z", "default"}),
        (":asks(a)", {"a", "z", "default"}),
        (":nobody  a b", set()),
        ("a :nobody", {"a"}),
    ],
)
def test_what_a_tree_needs_is_what_no_path_in_it_gives(body: str, needed: set[str]) -> None:
    assert needs(body) == needed


def test_parameters_are_given() -> None:
    assert needs("a b", "(a, b = a)") == set()
    assert needs("a b", "(a = b, b)") == {"b"}


def test_trees_that_call_each_other_need_what_any_of_them_needs() -> None:
    text = "a :: and (p) { :b x p } b :: and (q) { :a(1) y q }"
    flow = CallGraph(CheckedDocument(parse(text), Report(text, "x.bt")))
    Paths(flow).follow()
    needed = [{name for name, bit in flow.variables.items() if bit & flow.routines[tree].needs} for tree in "ab"]
    # q is no parameter of a, and a's caller has to give it: b is called without it.
    assert needed == [{"x", "y", "q"}, {"x", "y"}]


@pytest.mark.parametrize(
    ("body", "without"),
    [
        (":s", ["s"]),
        (":v :s", []),
        ("if 1 { :v } :s", []),
        ("while :s { :v }", []),
        ("while 1 { :s } :v", ["s"]),
        ("async { :v } :s", ["s"]),
        (":v goroutine { :s }", []),
        (":visits :s", ["s"]),
        (":nobody :s", []),
        ("x = 1 + :s", ["s"]),
    ],
)
def test_a_page_is_that_of_the_own_frame(body: str, without: list[str]) -> None:
    text = f't :: and {{ {body} }} v :: visit "https://a.test/" s :: data css "a" visits :: and {{ :v }}'
    flow = CallGraph(CheckedDocument(parse(text), Report(text, "x.bt")))
    paths = Paths(flow)
    paths.follow()
    assert [call.node for call in paths.without_page] == without


def test_a_called_tree_begins_without_a_page() -> None:
    text = 't :: and { :v :reads } v :: visit "https://a.test/" s :: data css "a" reads :: and { :s }'
    flow = CallGraph(CheckedDocument(parse(text), Report(text, "x.bt")))
    paths = Paths(flow)
    paths.follow()
    (call,) = paths.without_page
    assert call.place is not None
    assert call.place.column == text.index(":s }") + 1
