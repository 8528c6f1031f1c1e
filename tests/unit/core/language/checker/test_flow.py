import pytest

from scrapy_bt.core.language.checker.checkeddocument import CheckedDocument
from scrapy_bt.core.language.checker.flow import EVERYTHING, PAGE, CallGraph, FlowFact, in_frame
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.language.report import Report
from scrapy_bt.core.tree.nodes import Call, Literal, Tree, While, walk


def flow(text: str) -> CallGraph:
    return CallGraph(CheckedDocument(parse(text), Report(text, "x.bt")))


def names(found: CallGraph, bits: int) -> set[str]:
    return {name for name, bit in found.variables.items() if bit & bits} | ({"page"} if bits & PAGE else set())


@pytest.mark.parametrize(
    ("body", "exports"),
    [
        ("a = 1", {"a"}),
        ("while a = :d { b = 1 }", {"a", "b"}),
        ("if x { a = 1 } else if y { b = 1 } else { c = 1 }", {"a", "b", "c"}),
        ("or { a = 1 serial { b = 1 } }", {"a", "b"}),
        ("async { a = 1 } goroutine { b = 1 }", set()),
        ("p = 1 a = 1", {"a"}),
        (":other", {"o"}),
        ("x = 1 + :other", {"o", "x"}),
        ("async { :other }", set()),
        (":visit_page", set()),
        (":twice", {"o", "s"}),
    ],
)
def test_what_a_tree_assigns_goes_to_its_caller(body: str, exports: set[str]) -> None:
    text = (
        f't :: and (p) {{ {body} }} other :: and (q) {{ o = 1 q = 2 }} visit_page :: visit "https://a.test/"'
        ' d :: data css "a"'
        "twice :: and { s = 1 :again } again :: and { :twice :other }"
    )
    found = flow(text)
    assert names(found, found.gives("t")) == exports


def test_what_a_move_assigns_goes_to_the_caller_of_its_node() -> None:
    found = flow(
        'v :: visit "https://a.test/" state v { 403 = :login } login :: and (p) { token = 1 p = 2 } t :: and { :v }'
    )
    assert names(found, found.gives("v")) == {"token", "page"}
    assert names(found, found.gives("t")) == {"token"}


def test_a_node_that_is_not_declared_may_give_anything() -> None:
    assert flow("").gives("nobody") == EVERYTHING


@pytest.mark.parametrize(
    ("node", "facts"),
    [
        ("v", FlowFact.VISITS),
        ("calls", FlowFact.VISITS),
        ("branch", FlowFact.VISITS),
        ("remedy", FlowFact.VISITS),
        ("rests", FlowFact.STOPS),
        ("waits", FlowFact.NOTHING),
        ("plain", FlowFact.NOTHING),
        ("p", FlowFact.IMPURE),
        ("i", FlowFact.IMPURE),
        ("ring", FlowFact.VISITS | FlowFact.STOPS),
        ("ring2", FlowFact.VISITS | FlowFact.STOPS),
        ("nobody", FlowFact.VISITS),
    ],
)
def test_what_a_node_may_do_is_what_it_leads_to(node: str, facts: FlowFact) -> None:
    text = (
        'v :: visit "https://a.test/" plain :: data css "a" p :: data python "a:b" i :: item { x = :p }'
        " calls :: and { if x { :v } } branch :: and { async { :v } } rests :: and { state pause }"
        " waits :: and { state wait } remedy :: data css 'a' state remedy { empty = :v }"
        " ring :: and { :ring2 } ring2 :: and { :ring :v :rests }"
    )
    assert flow(text).facts(node) == facts


@pytest.mark.parametrize(
    ("node", "reads"),
    [
        ('x :: data css "a"', True),
        ('x :: data css "a" { from = y }', False),
        ('x :: data python "a:b"', False),
        ("x :: data", False),
        ('x :: visit "a{page.url}"', False),
        ('x :: visit "https://a.test/" { form = { y = css "b" } }', True),
        ('x :: visit { request = python "a:b" }', False),
        ("x :: item { y = page.url }", False),
        ('x :: item { y = css "a" }', True),
        ('x :: item each css "a" { }', True),
        ('x :: item each python "a:b" { y = 1 }', False),
        ("x :: item { y = :d }", True),
        ("x :: item { y = 1 + :d }", True),
        ("x :: item { y = :e }", False),
        ("x :: item { y = :nobody }", False),
        ("x :: and { :d }", False),
    ],
)
def test_a_page_is_read_by_what_takes_values_from_it(node: str, reads: bool) -> None:
    text = f'{node} d :: data css "a" e :: data css "a" {{ from = y }}'
    assert flow(text).routines["x"].reads_page is reads


def test_the_rounds_of_a_loop_give_what_is_assigned_in_them() -> None:
    text = (
        'v :: visit "https://a.test/" w :: data css "a" t :: and { o = 1 }'
        " main :: and { before = 1 while a == 1 { b = 1 while c = :w { :t e = 1 } async { f = 1 } :v } after = 1 }"
    )
    found = flow(text)
    outer, inner = (node for node in walk(found.checked.document) if isinstance(node, While))
    assert names(found, found.gains(outer)) == {"b", "c", "o", "e", "page"}
    assert names(found, found.gains(inner)) == {"c", "o", "e"}


def test_nodes_in_a_frame_are_those_outside_of_its_branches() -> None:
    (tree,) = parse("m :: and { :a async { :b } while :c { goroutine { :d } } 1 }").entries
    assert isinstance(tree, Tree)
    assert [node.node for node in in_frame([tree]) if isinstance(node, Call)] == ["a", "c"]
    assert [node.node for node in in_frame([tree], with_branches=True) if isinstance(node, Call)] == [*"abcd"]
    loop = tree.body.statements[2]
    known = list(in_frame([tree], known={id(loop): 0}))
    assert loop in known
    assert [node.node for node in known if isinstance(node, Call)] == ["a"]
    assert Literal(1) in known
