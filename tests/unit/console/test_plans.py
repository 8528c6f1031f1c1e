import ast

import pytest

from scrapy_bt.console.plans import SECONDS, Plans
from scrapy_bt.console.refusals import Refusal
from scrapy_bt.console.routes import QUESTIONS, ConsoleRoute
from tests.contracts.workshop import Clock
from tests.unit.console.access.test_audit import parts_of

PLANNING = [each for each in QUESTIONS if each.endpoint.__name__.startswith("plan_")]


def act() -> dict[str, int]:
    return {"tasks": 1}


def test_a_plan_is_taken_once_by_who_made_it() -> None:
    plans = Plans()
    number = plans.add("ann", "orders shop", act)
    for user, kind in (("bob", "orders shop"), ("ann", "orders other"), ("ann", "letters shop")):
        with pytest.raises(Refusal, match="does not hold"):
            plans.take(number, user, kind)
    assert plans.take(number, "ann", "orders shop").act() == {"tasks": 1}
    with pytest.raises(Refusal, match="does not hold"):
        plans.take(number, "ann", "orders shop")


def test_a_plan_holds_half_a_minute() -> None:
    clock = Clock()
    plans = Plans(clock)
    number = plans.add("ann", "orders shop", act)
    clock.turn(SECONDS)
    with pytest.raises(Refusal, match="does not hold"):
        plans.take(number, "ann", "orders shop")


def test_what_cannot_be_taken_back_is_typed() -> None:
    plans = Plans()
    number = plans.add("ann", "orders shop", act, typed="shop")
    with pytest.raises(Refusal, match="type 'shop'"):
        plans.take(number, "ann", "orders shop", "shap")
    assert plans.take(number, "ann", "orders shop", "shop").typed == "shop"


def test_plans_that_nobody_confirms_do_not_heap_up() -> None:
    plans = Plans()
    first = plans.add("ann", "x", act)
    for _ in range(1000):
        plans.add("ann", "x", act)
    with pytest.raises(Refusal):
        plans.take(first, "ann", "x")


@pytest.mark.parametrize("address", PLANNING, ids=lambda each: each.path)
def test_what_is_planned_tells_its_command_line(address: ConsoleRoute) -> None:
    assert any(isinstance(node, ast.Constant) and node.value == "command" for node in parts_of(address))
