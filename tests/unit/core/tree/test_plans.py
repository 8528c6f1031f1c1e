from typing import Any

import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes import Call, Data, Literal, Reference, Source, Tree, Visit
from scrapy_bt.core.tree.plans import (
    argument_uses,
    bind_parameters,
    plan_data,
    plan_key,
    plan_parameters,
    plan_source,
    plan_visit,
)
from scrapy_bt.core.tree.references import EVERY, PAGE
from scrapy_bt.core.tree.task import Frame
from scrapy_bt.core.tree.values import UnfitValueError


def declared(text: str) -> Any:
    (declaration,) = parse(text).declarations.values()
    return declaration


def test_a_source_is_planned_under_its_key() -> None:
    plan = plan_source(Source("css", ("a",), all=True, kind="text"), "node.3")
    assert (plan.key, plan.node, plan.all, plan.kind) == ("@node.3", "node", True, "text")


@pytest.mark.parametrize(
    ("text", "uses", "inputs"),
    [
        ('v :: visit "https://site.test/"', set(), set()),
        ('v :: visit "https://site.test/{a}/{b.c}?now={now}"', {"a", "b"}, set()),
        ('v :: visit "/x/{a}"', {"a", "@v.page.base"}, {"@v.page.base"}),
        ('v :: visit "{a}"', {"a", "@v.page.base"}, {"@v.page.base"}),
        ('v :: visit "https://{a}" { form = { b = c  d = page.url } }', {"a", "c", "@v.page.url"}, {"@v.page.url"}),
        ('v :: visit "https://a" { form = { b = css "x"  c = [css "y"] } }', {"@v.0", "@v.1"}, {"@v.0", "@v.1"}),
        ('v :: visit "https://a" { form = { b = css "{x}" } }', {PAGE, "x"}, {PAGE}),
        ('v :: visit { request = python "m:f"  headers = { a = b } }', {PAGE, EVERY, "b"}, {PAGE}),
        ('v :: visit "https://a" { form = { b = python "m:f" } }', {PAGE, EVERY}, {PAGE}),
    ],
)
def test_what_a_visit_needs(text: str, uses: set[str], inputs: set[str]) -> None:
    visit = declared(text)
    assert isinstance(visit, Visit)
    plan = plan_visit(visit)
    assert (plan["uses"], plan["inputs"]) == (uses, inputs)


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ('d :: data css "a" "b"', {"@d"}),
        ('d :: data css "{x}"', {PAGE, "x"}),
        ('d :: data css "{x}" { from = y  default = z }', {"x", "y", "z"}),
        ('d :: data css "a" as url { from = y }', {"y", "page.base"}),
        ('d :: data python "m:f"', {PAGE, EVERY}),
        ('d :: data python "m:f" { a = x  b = css "c" }', {PAGE, "x", "@d.0"}),
        ('d :: data python "m:f" { a = page.status }', {PAGE, "page.status"}),
    ],
)
def test_what_a_data_node_needs(text: str, uses: set[str]) -> None:
    data = declared(text)
    assert isinstance(data, Data)
    plan = plan_data(data, "t")
    assert plan["uses"] == uses
    assert plan["sets"] == {"t"}
    assert plan_data(data, None)["sets"] == frozenset()


TREE = declared('part :: and (a, b = 5, c = "{a}{d}") { }')


@pytest.mark.parametrize(
    ("arguments", "variables", "bound"),
    [
        ((), {}, {"b": 5, "c": ""}),
        ((), {"a": 1, "d": 2}, {"a": 1, "b": 5, "c": "12"}),
        ((), {"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2, "c": 3}),
        ((Literal(7),), {"a": 1, "d": 2}, {"a": 7, "b": 5, "c": "72"}),
        ((Literal(7), Reference("a"), Literal(None)), {"a": 1, "b": 9}, {"a": 7, "b": 1, "c": None}),
    ],
)
def test_parameters_get_arguments_then_variables_then_defaults(
    arguments: tuple[Any, ...], variables: dict[str, Any], bound: dict[str, Any]
) -> None:
    assert isinstance(TREE, Tree)
    plans = plan_parameters(Call("part", arguments), TREE)
    frame = Frame(0, dict(variables))
    assert bind_parameters(plans, frame, 0.0) == bound
    assert frame.variables == variables


def test_what_a_call_reads_of_its_caller() -> None:
    assert argument_uses(Call("part"), TREE) == {"a", "b", "c", "d"}
    assert argument_uses(Call("part", (Reference("x"), Literal(1), Literal(2))), TREE) == {"x"}
    assert argument_uses(Call("d"), declared('d :: data css "a"')) == frozenset()


def test_the_key_of_a_shared_value_tells_arguments_apart() -> None:
    def key(*arguments: Any, **variables: Any) -> str:
        return plan_key(Call("part", tuple(map(Literal, arguments))), TREE)(Frame(0, variables), 0.0)

    assert key(1) == key(1) == key(a=1) == key(1, 5)
    assert key(1).startswith("part:")
    assert len({key(1), key("1"), key(1, 6), key(1, d=1), key(None), key(2**80)}) == 6
    plain = declared("part :: and { }")
    assert plan_key(Call("part"), plain)(Frame(0), 0.0) == "part"


def test_an_argument_without_a_value_names_nothing() -> None:
    call = Call("part", (declared("x :: and { }").body and Literal(1),))
    assert plan_key(call, TREE)(Frame(0), 0.0)
    tree = declared('part :: and (a = "x" - 1) { }')
    with pytest.raises(UnfitValueError):
        plan_key(Call("part"), tree)(Frame(0), 0.0)
