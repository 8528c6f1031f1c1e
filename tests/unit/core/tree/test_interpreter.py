"""Frames, pages, and tasks that go on elsewhere; the names of tests are sentences of language.md and runtime.md."""

import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy.http import HtmlResponse

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import events as ev
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.effects import Trouble
from scrapy_bt.core.tree.interpreter import Interpreter
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.core.tree.task import SharedRecord, decode_task, encode_shared, encode_task
from scrapy_bt.crawl.reading.pages import ResponsePage
from scrapy_bt.crawl.reading.selectors import PageReader
from scrapy_bt.errors import ArgumentsError, NodeError, Place, TaskError
from scrapy_bt.testing import emit, failed, finished, page, status, visit, wait
from tests.crawls import crawl
from tests.programs import FUNCTIONS, Author, authors, some
from tests.trees import body, play, program, run

# Frames


def test_a_call_pushes_a_frame_with_its_parameters() -> None:
    tree = "part :: and (x) { :said x = x + 1 :said } main :: and { x = 1 :part(10) :said }"
    assert run(tree) == ([10, 11, 1], True)  # what is assigned to a parameter stays inside


def test_what_a_tree_assigned_goes_to_its_caller_when_it_succeeds() -> None:
    assert run("part :: and { x = 5 } main :: and { x = 1 :part :said }") == ([5], True)
    assert run("part :: and { x = 5 :no } main :: and { x = 1 or { :part :one } :said }") == (["one", 1], True)


def test_it_goes_on_through_all_callers() -> None:
    tree = "inner :: and { x = 5 } outer :: and { :inner } main :: and { :outer :said }"
    assert run(tree) == ([5], True)
    tree = "inner :: and { x = 5 } outer :: and (x) { :inner :said } main :: and { x = 1 :outer(2) :said }"
    assert run(tree) == ([5, 1], True)  # to `outer` it is a parameter


def test_what_a_branch_assigns_stays_inside() -> None:
    tree = "main :: and { x = 1 goroutine { x = 2 :said } async { x = 3 :said } :said state wait :said }"
    assert run(tree) == ([1, "wait", 2, 3, 1], True)
    tree = "part :: and { goroutine { x = 2 } } main :: and { x = 1 :part :said }"
    assert run(tree) == ([1], True)


def test_arguments_not_given_come_from_the_callers_frame() -> None:
    tree = "part :: and (x, y) { :said x = y :said } main :: and { x = 1 y = 2 :part :part(7) }"
    assert run(tree) == ([1, 2, 7, 2], True)


def test_and_only_then_from_the_default() -> None:
    tree = 'part :: and (x = "d") { :said } main :: and { :part :part("a") x = "v" :part }'
    assert run(tree) == (["d", "a", "v"], True)


def test_a_default_may_use_what_stands_before_it_and_the_callers_variables() -> None:
    tree = 'part :: and (a, x = "{a}-{b}") { :said } main :: and { b = 2 :part(1) a = 5 :part }'
    assert run(tree) == (["1-2", "5-2"], True)


def test_an_argument_that_is_none_is_given() -> None:
    assert run('part :: and (x = "d") { :said } main :: and { :part(none) }') == ([None], True)


def test_calls_may_stand_among_arguments() -> None:
    tree = "part :: and (x) { :said } main :: and { :page :part(:title) :part(:links | 1) :part(:no) :part(!:no) }"
    playbook = play(tree) << visit("page") >> page("<h1>T</h1>") << emit("said", x="T") << emit("said", x=1)
    playbook << emit("said", x=None) << emit("said", x=True) << finished()
    tree = (
        "part :: and (x) { :said } main :: and { :page if :part(:title + :title) { y = !:part(:title) } x = y :said }"
    )
    playbook = play(tree) << visit("page") >> page("<h1>T</h1>") << emit("said", x="TT") << emit("said", x="T")
    playbook << emit("said", x=False) << finished()


def test_an_argument_that_cannot_be_computed_fails_the_call() -> None:
    assert run('part :: and (x) { :said } main :: or { :part("a" - 1) :one }') == (["one"], True)


def test_a_tree_reads_the_variables_of_its_callers() -> None:
    tree = "inner :: and { :said } outer :: and (y) { x = x + y :inner } main :: and { x = 1 :outer(2) }"
    assert run(tree) == ([3], True)


# Assignment


@pytest.mark.parametrize(
    ("statement", "value", "success"),
    [
        ("x = 1 + 2 * 3", 7, True),
        ('x = "a" + 1', "a1", True),
        ("x = :no", None, False),
        ("x = none", None, True),
        ("x = :no | 5", 5, True),
        ("x = :no | :no", None, False),
        ("x = 3 & 4", 4, True),
        ("x = 0 & :one", 0, True),
        ("x = !:no", True, True),
        ("x = 1 / 0", None, False),
        ('x = "a" - 1', None, False),
        ("x = :no + 1", None, False),
        ("x = 1 < 2", True, True),
        ('x = -"3"', -3, True),
    ],
)
def test_assignment(statement: str, value: object, success: bool) -> None:
    assert body(f"x = 9 or {{ {statement} :one }} :said") == ([value] if success else ["one", value], True)
    assert body(f"{statement} :one")[1] is success


def test_a_data_node_gives_its_first_value() -> None:
    tree = "main :: and { :page x = :links :said x = :links + 1 :said }"
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2>")
    playbook << emit("said", x="1") << emit("said", x="11") << finished()


# Pages


def test_data_and_items_read_the_page_of_the_last_visit_in_their_own_frame() -> None:
    tree = "part :: and { :other x = :title :said } main :: and { :page :part x = :title :said }"
    playbook = play(tree) << visit("page") >> page("<h1>list</h1>") << visit("other") >> page("<h1>detail</h1>")
    playbook << emit("said", x="detail") << emit("said", x="list") << finished()


def test_a_called_tree_starts_without_a_page() -> None:
    tree = "part :: and { x = page.url :said x = :title :said } main :: and { :page :part }"
    play(tree) << visit("page") >> page("<h1>T</h1>") << emit("said", x=None) << failed()


def test_a_branch_starts_with_its_parents_page() -> None:
    tree = "main :: and { :page goroutine { x = :title :said :other x = :title :said } :other x = :title :said }"
    playbook = play(tree) << visit("page") >> page("<h1>first</h1>") << visit("other") << emit("said", x="first")
    playbook << visit("other") >> page("<h1>mine</h1>") << emit("said", x="mine") >> page("<h1>its</h1>")
    playbook << emit("said", x="its") << finished()


def test_values_of_a_page_are_kept_while_the_task_waits() -> None:
    tree = """
    it :: item each css "a" { to = css "::attr(href)"  x = x }
    main :: and { :page x = 1 state wait :it x = :title :said while x = :links { :said }
                  x = page.url :said x = page.status :said x = page.headers.x_y :said }
    """
    playbook = play(tree) << visit("page") >> page("<h1>T</h1><a href=1><a href=2>", status=203, headers={"X-Y": "z"})
    playbook << wait() << emit("it", {"to": "1", "x": 1}) << emit("it", {"to": "2", "x": 1}) << emit("said", x="T")
    playbook << emit("said", x="1") << emit("said", x="2") << emit("said", x="https://site.test/page")
    playbook << emit("said", x=203) << emit("said", x="z") << finished()


def test_a_failed_visit_is_the_last_one_too() -> None:
    tree = "main :: and { :page or { :other x = page.status :said } x = page.status :said x = :title :said }"
    playbook = play(tree) << visit("page") >> page("<h1>T</h1>") << visit("other") >> status(404)
    playbook << emit("said", x=404) << failed()


def test_the_time_is_readable_everywhere() -> None:
    tree = "part :: and { x = now :said } main :: and { :part state wait x = now - 1 :said }"
    play(tree).under(now=1000.5) << emit("said", x=1000.5) << wait() << emit("said", x=999.5) << finished()


def test_links_start_from_the_page_they_were_on() -> None:
    tree = """
    to  :: data css "a::attr(href)" as url
    raw :: data json "links"
    out :: data css "a::attr(href)" as url { from = text }
    go  :: visit "{link}"
    main :: and { :page x = :to :said text = "<a href=there>" state wait x = :out :said link = "up/x y" :go }
    """
    playbook = play(tree) << visit("page") >> page('<base href="/base/"><a href="here">')
    playbook << emit("said", x="https://site.test/base/here") << wait()
    playbook << emit("said", x="https://site.test/base/there")
    playbook << visit("go", url="https://site.test/base/up/x%20y") >> status(200) << finished()


def test_a_relative_url_without_a_page_fails_its_visit() -> None:
    play('go :: visit "/x" main :: or { :go :one }') << emit("one") << finished()


# What a task carries


def carried(text: str, **arguments: object) -> dict[str, object]:
    playbook = play(text, **arguments)
    stage = playbook._begun()[1]
    return stage.flights[-1].task.frames[-1].variables


def test_a_task_carries_only_what_is_still_needed() -> None:
    assert carried("main :: and (a, b, c) { d = a :page x = b :said }", a=1, b=2, c=3) == {"b": 2}
    assert carried("main :: and (a) { :page a = 1 x = a :said }", a=1) == {}
    assert carried("part :: and (a) { :page } main :: and (a, b) { goroutine { :part(a) } }", a=1, b=2) == {}


def test_values_of_a_page_are_carried_only_if_they_are_read_later() -> None:
    playbook = (
        play("main :: and { :page :one :other x = y :said }") << visit("page") >> page("<h1>T</h1>") << emit("one")
    )
    assert playbook._begun()[1].flights[0].task.frames[-1].variables == {}
    playbook = play("main :: and { :page state pause x = :title :said :links }") << visit("page") >> page("<h1>T</h1>")
    assert playbook._begun()[1]._paused[0].frames[-1].variables == {"@title": ["T"], "@links": []}


# Tasks


def test_main_is_started_with_its_arguments() -> None:
    assert run("main :: and (x, y) { :said x = y :said }", x="a", y=2) == (["a", 2], True)
    assert run('main :: and (x, y = "{x}!") { :said x = y :said }', x="a") == (["a", "a!"], True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "crawl needs 'user' and 'secret': -a user=… -a secret=…"),
        ({"user": "a"}, "crawl needs 'secret': -a secret=…"),
        (
            {"user": "a", "secret": "b", "usr": "c"},
            "crawl has no argument 'usr' (it takes: user, secret, page)",
        ),
        (
            {"user": "a", "x": 1, "y": 1},
            "crawl has no arguments 'x' and 'y' (it takes: user, secret, page); crawl needs 'secret': -a secret=…",
        ),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, object], message: str) -> None:
    interpreter = Interpreter(program("main :: and (user, secret, page = 1) { :one }"), PageReader())
    with pytest.raises(ArgumentsError) as caught:
        interpreter.start(arguments)
    assert str(caught.value) == message


def test_an_argument_with_a_default_that_has_no_value_is_named() -> None:
    with pytest.raises(ArgumentsError, match="default of crawl's argument 'x' has no value"):
        run('main :: and (x = "a" - 1) { :said }')


def waiting(text: str = "main :: and { x = 5 :page :said }") -> tuple[Interpreter, bytes]:
    interpreter = Interpreter(program(text), PageReader())
    task, _ = interpreter.start({})
    return interpreter, encode_task(task)


def test_a_task_goes_on_in_another_process() -> None:
    _, payload = waiting()
    interpreter = Interpreter(program("main :: and { x = 5 :page :said }"), PageReader())
    _, effects = interpreter.resume(decode_task(payload, id=7), ev.Arrived("200"))
    assert effects == [ef.Emit("said", {"x": 5}), ef.Finished(success=True)]


@pytest.mark.parametrize(
    "text",
    [
        "main :: and { x = 5 :page :said }  new :: and { :one }",
        "main :: and { :two x = 6 :page :said }",
        "main :: serial { x = 5 :page :two :said }",
        "state page { 404 = end } main :: and { x = 5 y = 6 :page :said }",
    ],
)
def test_a_task_whose_position_still_exists_goes_on_in_a_changed_file(text: str) -> None:
    _, payload = waiting()
    interpreter, _ = waiting(text)
    _, effects = interpreter.resume(decode_task(payload), ev.Arrived("200"))
    assert ef.Emit("said", {"x": 5}) in effects
    assert effects[-1] == ef.Finished(success=True)


def test_a_task_whose_position_is_gone_says_so() -> None:
    _, payload = waiting()
    interpreter, _ = waiting("main :: and { x = 5 if true { :page } :said }")
    with pytest.raises(TaskError, match="its position is no longer in the file"):
        interpreter.resume(decode_task(payload), ev.Arrived("200"))
    with pytest.raises(TaskError, match="its position is no longer in the file"):
        interpreter.request(decode_task(payload))


def test_a_task_whose_caller_is_gone_says_so() -> None:
    parts = "part :: and { :page } "
    _, payload = waiting(f"{parts} main :: and {{ :part :said }}")
    interpreter, _ = waiting(f"{parts} main :: and {{ if true {{ :part }} :said }}")
    with pytest.raises(TaskError, match="its position is no longer in the file"):
        interpreter.resume(decode_task(payload), ev.Arrived("200"))
    interpreter, _ = waiting("part :: and { :page } main :: and { :part :said }")
    task = decode_task(payload)
    task.frames[0].position = task.frames[1].position
    with pytest.raises(TaskError, match="its call is no longer where it was"):
        interpreter.resume(task, ev.Arrived("200"))


def test_a_branch_goes_on_though_the_call_that_started_it_is_gone() -> None:
    parts = "part :: and { goroutine { :page :one } } "
    interpreter = Interpreter(program(f"{parts} main :: and {{ :part :said }}"), PageReader())
    _, effects = interpreter.start({})
    child = next(effect.task for effect in effects if isinstance(effect, ef.Spawn))
    assert child.ancestry
    changed = program(f"{parts} main :: and {{ if true {{ :part }} :said }}")
    assert changed.path_of(changed.stack_of(child)) == "part/goroutine/page"
    assert interpreter.program.path_of(interpreter.program.stack_of(child)) == "main/part/goroutine/page"


@pytest.mark.parametrize(
    "event",
    [ev.Shared(b""), ev.Make(), ev.Denied("x"), ev.JoinEnded(failed=False), ev.Answered([])],
    ids=lambda event: type(event).__name__,
)
def test_an_event_that_cannot_happen_there_is_an_error_of_the_task(event: ev.Event) -> None:
    interpreter, payload = waiting()
    with pytest.raises(TaskError, match=f"{type(event).__name__} cannot happen to a task at main/page"):
        interpreter.resume(decode_task(payload), event)


def test_an_answer_to_no_visit_is_an_error_of_the_task() -> None:
    interpreter, payload = waiting("main :: and { state wait :one }")
    with pytest.raises(TaskError, match="Arrived cannot happen to a task at main/one"):
        interpreter.resume(decode_task(payload), ev.Arrived("200"))
    with pytest.raises(TaskError, match="the task stands at main/one, which is no visit"):
        interpreter.request(decode_task(payload))


def test_a_damaged_shared_value_is_an_error_of_the_task() -> None:
    interpreter, payload = waiting("[[ part ]] part :: and { :page } main :: and { :part }")
    with pytest.raises(TaskError, match="the shared value cannot be decoded"):
        interpreter.resume(decode_task(payload), ev.Shared(b"\xc1"))


def test_a_resumed_task_starts_where_it_stopped() -> None:
    interpreter, payload = waiting("main :: and { :one :two :page :three }")
    _, effects = interpreter.resume(decode_task(payload), ev.Arrived("200"))
    assert [effect.node for effect in effects if isinstance(effect, ef.Emit)] == ["three"]


def test_a_task_that_was_granted_a_visit_asks_for_it() -> None:
    interpreter, payload = waiting()
    task, effects = interpreter.resume(decode_task(payload), ev.Granted())
    assert effects == [ef.SendVisit("page")]
    assert encode_task(task) == payload


def test_starting_at_a_resource_asks_for_it_first() -> None:
    interpreter = Interpreter(program("(( part = 1 )) part :: and { :page } main :: and { :part }"), PageReader())
    task, effects = interpreter.start({})
    assert effects == [ef.Hold("part")]
    assert isinstance(interpreter.program.operation(task.position), op.AcquirePermit)
    task, effects = interpreter.resume(task, ev.Granted())
    assert (effects, task.holds) == ([ef.SendVisit("page")], ["part"])


def test_limits_can_be_given() -> None:
    interpreter = Interpreter(program("main :: and { while true { x = 1 } }"), PageReader(), Limits(step_budget=3))
    assert interpreter.start({})[1] == [ef.Delay(0.0)]


# Any program


@given(authors(), st.sampled_from((1, 3, 1000)))
@some(80)
def test_any_program_does_the_same_when_its_tasks_are_stored_at_every_step(author: Author, budget: int) -> None:
    a_program = author.program()
    site = [author.answer() for _ in range(8)]
    plain, stored = (crawl(a_program, site, stored=stored, step_budget=budget) for stored in (False, True))
    assert [repr(line) for line in plain.log] == [repr(line) for line in stored.log]
    assert plain.is_over == stored.is_over


@given(authors(), st.integers(0, 2**32))
@some(60)
def test_only_errors_of_tasks_leave_the_interpreter(author: Author, number: int) -> None:
    """Whatever happens to whatever task: effects, or an error that the border knows."""
    a_program, dice = author.program(), Random(number)
    interpreter = Interpreter(a_program, PageReader(FUNCTIONS.get), Limits(step_budget=100))  # type: ignore[arg-type]
    value = encode_shared(SharedRecord({"x": 1}, [2], ("https://site.test/", 200, {}, zlib.compress(b"<i>"), "utf-8")))
    events = (
        ev.Granted(1.0),
        ev.Arrived("200", ResponsePage(HtmlResponse("https://site.test/", body=b"<i>1</i><p>2"))),
        ev.Arrived("timeout"),
        ev.Shared(value, 7, 3),
        ev.Make(1),
        ev.Denied("no"),
        ev.JoinEnded(failed=True),
        ev.JoinEnded(failed=False),
        ev.Answered([1, LookupError("x")]),
    )
    tasks, effects = [interpreter.start({}, id=1)[0]], []
    for _ in range(30):
        task = decode_task(encode_task(dice.choice(tasks)), id=dice.randrange(9))
        if dice.random() < 0.05:
            task.frames[-1].position = dice.choice(a_program.operations).id
        try:
            if isinstance(a_program.operation(task.position), op.FetchPage):
                interpreter.request(task)
            task, effects = interpreter.resume(task, dice.choice(events))
        except (TaskError, NodeError):
            continue
        for effect in effects:
            if isinstance(effect, ef.Await):
                for coroutine in effect.coroutines:
                    coroutine.close()  # type: ignore[attr-defined]  # a coroutine
        if not isinstance(effects[-1], (ef.Finished, ef.Stopped, ef.Await)):
            tasks.append(task)
        tasks += [effect.task for effect in effects if isinstance(effect, ef.Spawn)]


def test_a_trouble_names_node_path_place_and_outcome() -> None:
    place = Place("shop.bt", 12, 5)
    assert str(Trouble("page", "main/page", place, "404")) == "'page' at main/page (shop.bt:12:5): 404"
    assert str(Trouble("page", "main/page", None, "error", "boom")) == "'page' at main/page: error: boom"
