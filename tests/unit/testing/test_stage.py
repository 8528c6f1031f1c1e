import asyncio

import pytest

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.errors import ArgumentsError
from scrapy_bt.testing.answers import page, status
from scrapy_bt.testing.stage import Conditions, Happening, Stage, StagedRequest
from tests.trees import program


def begun(text: str, conditions: Conditions | None = None, *, stored: bool = True, **arguments: object) -> Stage:
    stage = Stage(program(text), conditions or Conditions(), stored=stored)
    stage.begin(arguments)
    return stage


def nodes(stage: Stage) -> list[str]:
    return [flight.sent.node for flight in stage.flights]


def test_requests_are_logged_as_they_are_sent() -> None:
    stage = begun('go :: visit PUT "https://site.test/ü" { headers = { a = 1 } } main :: and { :go }')
    assert stage.log == [Happening(1, StagedRequest(1, "go", "https://site.test/%C3%BC", "PUT", {"headers": {"a": 1}}))]
    assert not stage.is_over


def test_a_task_that_is_stored_is_another_object_each_time() -> None:
    for stored in (True, False):
        stage = begun("main :: and { :page :other }", stored=stored)
        first = stage.flights[0].task
        status(200).happen(stage, None)
        assert (stage.flights[0].task is first) is not stored


def test_tasks_are_numbered_in_the_order_of_their_start() -> None:
    stage = begun("main :: and { goroutine { async { :one } } goroutine { :two } }")
    assert [line.task for line in stage.log if isinstance(line.effect, ef.Finished)] == [2, 3, 4, 1]
    assert stage.is_over


def test_a_visit_that_makes_no_request_has_an_error() -> None:
    stage = begun('go :: visit "/relative" main :: and { :go }')
    (trouble,) = (line.effect for line in stage.log if isinstance(line.effect, ef.Trouble))
    assert (trouble.node, trouble.outcome) == ("go", "error")
    assert stage.is_over


def test_arguments_are_checked() -> None:
    with pytest.raises(ArgumentsError, match="needs 'a'"):
        begun("main :: and (a) { :one }")


def test_an_endless_crawl_is_noticed() -> None:
    with pytest.raises(AssertionError, match="goes on for 10000 steps"):
        begun("main :: and { while true { x = 1 } }", Conditions(limits=Limits(step_budget=1)))


def test_time_passes_for_those_who_wait() -> None:
    stage = begun("state page { any = wait 2 10s } main :: and { :page }", Conditions(now=100.0))
    status(500).happen(stage, None)
    assert nodes(stage) == []
    stage.pass_time(9.0)
    assert nodes(stage) == []
    stage.pass_time(1.5)
    assert (nodes(stage), stage.now) == (["page"], 110.5)
    status(500).happen(stage, None)
    assert stage.go_on()
    assert (nodes(stage), stage.now) == (["page"], 120.5)
    assert not stage.go_on()


def test_paused_tasks_wait_for_somebody() -> None:
    stage = begun("main :: and { goroutine { state pause } state pause :page }")
    assert not stage.go_on()
    assert not stage.is_over
    assert stage.wake_paused() == 2
    assert nodes(stage) == ["page"]
    assert stage.wake_paused() == 0


def test_values_can_be_there_from_the_beginning() -> None:
    text = "[[ part ]] [[ title ]] part :: and { :page a = 1 } main :: and { :part x = a :said x = :title :said }"
    stage = begun(text, Conditions(shared={"part": {"a": 7}, "title": ["T", "U"]}))
    assert [line.effect.record["x"] for line in stage.log if isinstance(line.effect, ef.Emit)] == [7, "T"]


def test_who_waits_for_himself_is_told_so() -> None:
    stage = begun("[[ part ]] part :: and { goroutine { :part } a = 1 } main :: and { :part x = a :said }")
    assert stage.go_on()
    assert stage.is_over
    assert isinstance(stage.log[-1].effect, ef.Finished)


def test_an_answer_goes_on_from_its_page() -> None:
    stage = begun("main :: and { :page x = :title :said x = page.url :said }")
    page("<h1>T</h1>", url="https://else.test/").happen(stage, None)
    assert [line.effect.record["x"] for line in stage.log if isinstance(line.effect, ef.Emit)] == [
        "T",
        "https://else.test/",
    ]


def test_coroutines_are_awaited_within_an_event_loop_too() -> None:
    async def late(_response: object, _context: object) -> str:
        await asyncio.sleep(0)
        return "late"

    async def test() -> Stage:
        text = 'it :: data python "f:late" main :: and { x = :it :said }'
        return begun(text, Conditions(functions={"f:late": late}))

    stage = asyncio.run(test())
    assert stage.log[0].effect == ef.Emit("said", {"x": "late"})
