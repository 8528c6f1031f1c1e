"""A plan on its way, request by request."""

import pytest

from scrapy_bt.core.inference.answers.values import Argument, Extraction, Taken
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.inference.plans.planrun import PlanRun, describe
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Sent

TOKEN = Taken(0, Extraction("css", "input::attr(value)"))
PLAN = Plan(
    (
        PlannedStep(0, Sent("GET", "https://shop.test/login")),
        PlannedStep(
            4,
            Sent("GET", "https://shop.test/list?t=old&q=old"),
            {Key("query", "t"): TOKEN, Key("query", "q"): Argument("word")},
            follows_redirects=False,
        ),
    ),
    4,
    {"word": "lamp"},
)


def start(plan: Plan = PLAN) -> PlanRun:
    return PlanRun(plan, now=0.0, random=lambda _: 0)


def page(html: str) -> Answer:
    return Answer(200, "https://shop.test/login", (("Content-Type", "text/html"),), html.encode())


def test_requests_come_in_order_with_values_of_answers() -> None:
    run = start()
    assert run.next() == (0, PLAN.steps[0].sent, True)
    run.receive(page('<input value="new">'))
    assert run.next() == (4, Sent("GET", "https://shop.test/list?t=new&q=lamp"), False)
    run.receive(page("done"))
    assert run.next() is None
    assert (run.failure, list(run.answers)) == ("", [0, 4])


def test_a_value_that_is_not_there_ends_the_run_and_names_step_and_value() -> None:
    run = start()
    run.next()
    run.receive(page("nothing"))
    assert run.next() is None
    assert run.failure == (
        "step 5 (GET /list): no value for query t: css `input::attr(value)` found nothing in "
        "the answer of step 1 (GET /login)"
    )


def test_a_request_without_an_answer_ends_the_run() -> None:
    run = start()
    run.next()
    run.fail("no connection")
    assert run.next() is None
    assert run.failure == "step 1 (GET /login): no connection"


def test_the_same_request_is_given_until_it_is_answered() -> None:
    run = start()
    assert run.next() == run.next()


def test_an_answer_that_nobody_waits_for_is_an_error() -> None:
    with pytest.raises(ValueError, match="waits"):
        start().receive(page(""))


def test_a_step_is_described_without_its_query() -> None:
    assert describe(3, Sent("POST", "https://shop.test?key=secret")) == "step 4 (POST /)"
