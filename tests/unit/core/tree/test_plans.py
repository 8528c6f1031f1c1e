from collections.abc import Collection
from typing import Any

import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree.nodes import Call, Data, Literal, Reference, Source, Tree, Visit
from scrapy_bt.core.tree.plans import (
    argument_uses,
    bind_parameters,
    name_value,
    plan_data,
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


def key_of(*arguments: Any, tree: Tree = TREE, reads: Collection[str] = (), **variables: Any) -> str:
    plans = plan_parameters(Call("part", tuple(map(Literal, arguments))), tree)
    return name_value("part", plans, reads, Frame(0, variables), 0.0)


def test_the_key_of_a_shared_value_tells_arguments_apart() -> None:
    assert key_of(1) == key_of(1) == key_of(a=1) == key_of(1, 5)
    assert key_of(1).startswith("part:")
    assert len({key_of(1), key_of("1"), key_of(1, 6), key_of(1, d=1), key_of(None), key_of(2**80)}) == 6
    assert key_of(tree=declared("part :: and { }")) == "part"


def test_the_key_of_a_shared_value_tells_apart_what_it_reads() -> None:
    assert key_of(1, reads={"u"}, u="a", x=1) == key_of(1, reads={"u"}, u="a", x=2)
    alone = declared("part :: and { }")
    keys = [
        key_of(1),
        key_of(1, reads={"u"}),
        key_of(1, reads={"u"}, u="a"),
        key_of(1, reads={"u", "v"}, u="a"),
        key_of(1, reads={"v"}, v="a"),
        key_of(tree=alone, reads={"u"}, u="a"),
        key_of(tree=alone, reads={EVERY}, u="a", v=1),
        key_of(tree=alone, reads={EVERY}, u="a", v=2),
    ]
    assert len(set(keys)) == len(keys)
    assert key_of(tree=alone, reads={EVERY}, **{"u": "a", "@page": 1}) == key_of(tree=alone, reads={EVERY}, u="a")


def test_an_argument_without_a_value_names_nothing() -> None:
    assert key_of(1)
    with pytest.raises(UnfitValueError):
        key_of(tree=declared('part :: and (a = "x" - 1) { }'))
