"""The rows of language.md, "Meaning", that are about control; the names of tests are its sentences."""

import re
from collections import Counter

import pytest

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.testing import (
    branch_ended,
    emit,
    failed,
    finished,
    looped,
    page,
    pause,
    printed,
    resumed,
    status,
    stopped,
    the_end,
    trouble,
    visit,
    wait,
)
from scrapy_bt.testing.stage import Conditions, Stage
from tests.trees import body, logs, play, program, run

# Blocks


@pytest.mark.parametrize(
    ("block", "said", "success"),
    [
        ("serial { :one :no :two }", ["one", "two"], True),
        ("serial { :no }", [], True),
        ("serial { }", [], True),
        ("and { :one :no :two }", ["one"], False),
        ("and { :one :two }", ["one", "two"], True),
        ("and { }", [], True),
        ("or { :no :one :two }", ["one"], True),
        ("or { :no :no }", [], False),
        ("or { }", [], False),
    ],
)
def test_blocks_as_trees_and_within_trees(block: str, said: list[str], success: bool) -> None:
    assert run(f"main :: {block}") == (said, success)
    assert run(f"main :: and {{ {block} }}") == (said, success)
    assert run(f"main :: and {{ {block} :three }}") == ([*said, "three"] if success else said, success)
    assert run(f"main :: serial {{ {block} :three }}") == ([*said, "three"], True)
    assert run(f"main :: or {{ {block} :three }}") == (said if success else [*said, "three"], True)


@pytest.mark.parametrize(
    ("expression", "said", "success"),
    [
        (":one | :two", ["one"], True),
        (":no | :two", ["two"], True),
        (":no | :no", [], False),
        (":one & :two", ["one", "two"], True),
        (":no & :two", [], False),
        (":one & :no", ["one"], False),
        ("!:no", [], True),
        ("!:one", ["one"], False),
        ("!(:no | :one) | :two", ["one", "two"], True),
        (":no & :one | :two & :three", ["two", "three"], True),
        ("true", [], True),
        ("false | 1 > 2", [], False),
        ("none", [], False),
        ('"text"', [], True),
        ('""', [], False),
        ("0", [], False),
        ("1 + 1 == 2 & :one", ["one"], True),
    ],
)
def test_the_same_as_expressions_short_circuit(expression: str, said: list[str], success: bool) -> None:
    assert body(expression) == (said, success)
    assert body(f"if {expression} {{ :three }} else {{ end ! }}") == ([*said, "three"] if success else said, success)


# if


@pytest.mark.parametrize(
    ("statement", "said", "success"),
    [
        ("if true { :one } else { :two }", ["one"], True),
        ("if false { :one } else { :two }", ["two"], True),
        ("if true { :no } else { :two }", [], False),
        ("if false { :one } else { :no }", [], False),
        ("if false { :no }", [], True),
        ("if :no { :one } else if :one { :two } else { :three }", ["one", "two"], True),
        ("if :no { :one } else if :no { :two } else { :three }", ["three"], True),
        ("if :no { :one } else if :no { :two }", [], True),
        ("if true { :one :no :two }", ["one"], False),  # a body stops at the first failure
    ],
)
def test_the_result_of_an_if_is_its_branch(statement: str, said: list[str], success: bool) -> None:
    assert body(statement) == (said, success)


def test_the_condition_of_an_if_can_take_the_first_value() -> None:
    tree = "main :: and { :page if x = :title { :said } else { :one } if y = :no { :two } else { x = y :said } }"
    play(tree) << visit("page") >> page("<h1>A</h1>") << emit("said", x="A") << emit("said", x=None) << finished()


# while


def test_while_repeats_as_long_as_its_condition_succeeds() -> None:
    tree = "main :: and { n = 3 while n > 0 { x = n :said n = n - 1 } :one }"
    assert run(tree) == ([3, 2, 1, "one"], True)


def test_while_fails_when_its_body_fails() -> None:
    assert body("n = 3 while n > 0 { :one :no }") == (["one"], False)
    assert body("while false { :no }") == ([], True)
    assert body("while :no { :one } :two") == (["two"], True)


def test_while_takes_the_values_of_a_node_one_after_another() -> None:
    tree = "main :: and { :page while x = :links { :said } :one }"
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2><a href=3>")
    playbook << emit("said", x="1") << emit("said", x="2") << emit("said", x="3")
    playbook << looped("main/while", 3) << emit("one") << finished() << the_end()


def test_while_over_no_value_succeeds_after_no_round() -> None:
    tree = "main :: and { :page while x = :links { :said } :one }"
    play(tree) << visit("page") >> page("") << looped("main/while", 0) << emit("one") << finished()


def test_while_over_values_stops_where_its_body_fails() -> None:
    tree = "main :: and { :page while x = :links { :said x == 1 } :one }"
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2><a href=3>")
    playbook << emit("said", x="1") << emit("said", x="2") << failed() << the_end()


def test_while_over_a_node_that_fails_for_good_fails() -> None:
    tree = 'broken :: data json "length(rows)" main :: and { :page while x = :broken { :said } :one }'
    play(tree) << visit("page") >> page(json={"rows": 7}) << trouble("broken", "error") << failed()


def test_values_are_taken_anew_in_each_round_of_an_outer_loop() -> None:
    tree = "main :: and { n = 0 while n < 2 { n = n + 1 :page while x = :links { :said } } }"
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2>") << emit("said", x="1") << emit("said", x="2")
    playbook << visit("page") >> page("<a href=3>") << emit("said", x="3") << looped("main/while/while", 1)
    playbook << looped("main/while", 2) << finished()


@pytest.mark.parametrize(
    "step", ["path = :next", "if true { path = :next }", "or { :no path = :next }", "and { path = :next } :three"]
)
def test_a_round_that_finds_nothing_for_the_condition_ends_the_loop_without_failure(step: str) -> None:
    tree = f'main :: and {{ path = "x" while path {{ :page {step} }} :one }}'
    playbook = play(tree) << visit("page") >> page("<a class=next href=y>")
    if ":three" in step:
        playbook << emit("three")
    playbook << visit("page") >> page("") << looped("main/while", 2) << emit("one") << finished()


@pytest.mark.parametrize(
    "loop",
    [
        "while path { :page other = :next }",  # the condition does not ask for it
        "while path { :page path = :next - 1 }",  # a computation that fails finds nothing, but is no search
        "while path { :page path = :next | :no | 0 :no }",
        "while path { :page path = :broken }",  # an error is no lack of values
    ],
)
def test_any_other_failure_in_a_loop_fails_it(loop: str) -> None:
    tree = f'broken :: data json "length(rows)" main :: and {{ path = "x" {loop} :one }}'
    play(tree) << visit("page") >> page('{"rows": 3}', headers={"Content-Type": "application/json"}) << failed()


def test_a_loop_can_be_endless_as_long_as_it_waits() -> None:
    playbook = play("main :: and { while true { :page } }")
    for _ in range(5):
        playbook << visit("page") >> status(200)


# async and goroutine


def test_async_runs_apart_and_nobody_waits_for_it() -> None:
    playbook = play("main :: and { async { :page :one } :two }") << emit("two") << finished()
    playbook << visit("page") >> status(200) << emit("one") << branch_ended(success=True) << the_end()


def test_the_failure_of_an_async_part_does_not_fail_the_tree() -> None:
    playbook = play("main :: and { async { :no } :page }") << visit("page")
    playbook << branch_ended(success=False) >> status(200) << finished() << the_end()


def test_a_goroutine_runs_at_the_same_time_and_its_tree_waits_for_it() -> None:
    playbook = play("main :: and { goroutine { :page :one } :two :other :three }") << emit("two")
    playbook << visit("other") << visit("page") >> page(to="other") << emit("three")
    playbook >> page(to="page") << emit("one") << branch_ended(success=True) << finished() << the_end()


def test_the_tree_fails_if_its_goroutine_failed() -> None:
    playbook = play("main :: and { goroutine { :page :no } :one }") << emit("one") << visit("page") >> status(200)
    playbook << branch_ended(success=False) << failed(reason="a goroutine failed") << the_end()


def test_it_waits_at_the_end_of_the_declared_tree_that_encloses_it() -> None:
    tree = "part :: and { goroutine { :page } :one } main :: and { :part :two }"
    play(tree) << emit("one") << visit("page") >> status(200) << emit("two") << finished()
    play(tree) << emit("one") << visit("page") >> status(500) << failed() << the_end()
    tree = "part :: and { goroutine { :page } :no } main :: or { :part :two }"
    play(tree) << visit("page") >> status(200) << emit("two") << finished()


def test_the_tree_waits_for_its_goroutines_however_it_ends() -> None:
    for end, success in (("end", True), ("end !", False), (":no", False)):
        playbook = play(f"main :: and {{ goroutine {{ :page }} {end} }}") << visit("page") >> status(200)
        playbook << (finished() if success else failed())


def test_a_goroutine_within_a_goroutine_is_waited_for_by_the_same_tree() -> None:
    tree = "part :: and { goroutine { goroutine { :page } :one } } main :: and { :part :two }"
    playbook = play(tree) << emit("one") << branch_ended(success=True) << visit("page") >> status(200) << emit("two")
    playbook << finished() << the_end()
    play(tree) << emit("one") << visit("page") >> status(500) << failed() << the_end()


def test_an_async_part_waits_for_its_own_goroutines() -> None:
    playbook = (
        play("main :: and { async { goroutine { :page } :one } :two }") << emit("two") << finished() << emit("one")
    )
    playbook << visit("page") >> status(500) << branch_ended(success=False) << branch_ended(success=False) << the_end()


def test_nobody_waits_for_an_async_part_within_a_goroutine() -> None:
    playbook = play("main :: and { goroutine { async { :page } :one } }") << emit("one") << visit("page")
    playbook << finished() >> status(500) << the_end()


def test_each_goroutine_of_a_loop_has_its_own_copy_of_the_variables() -> None:
    tree = "main :: and { :page while x = :links { goroutine { :said x = 0 :other :said } } x = 9 :said }"
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2>") << emit("said", x=9)
    playbook << emit("said", x="1") << visit("other") << emit("said", x="2") << visit("other")
    playbook >> status(200) << emit("said", x=0) >> status(200) << emit("said", x=0) << finished() << the_end()


def test_what_a_branch_needs_survives_a_wait_before_it() -> None:
    tree = "main :: and { :page while x = :links { state wait goroutine { :said } } }"
    playbook = play(tree) << visit("page") >> page("<a href=1><a href=2>")
    playbook << wait() << wait() << emit("said", x="1") << emit("said", x="2") << finished()


def test_a_tree_can_start_goroutines_again_after_it_has_waited_for_some() -> None:
    tree = "part :: and { goroutine { :page } } main :: and { :part :part goroutine { :other } }"
    playbook = play(tree) << visit("page") >> status(200) << visit("page") >> status(200) << visit("other")
    playbook >> status(200) << finished() << the_end()


# end, and states of the task


@pytest.mark.parametrize(
    ("statements", "said", "success"),
    [
        (":one end :two", ["one"], True),
        (":one end ! :two", ["one"], False),
        ("while true { :one end }", ["one"], True),
        ("if true { end } :one", [], True),
        ("or { :no end ! } :one", [], False),
        ("serial { end ! } :one", [], False),
    ],
)
def test_the_tree_finishes_at_an_end(statements: str, said: list[str], success: bool) -> None:
    assert body(statements) == (said, success)


def test_end_finishes_the_declared_tree_that_encloses_it_only() -> None:
    assert run("part :: and { :one end :two } main :: and { :part :three }") == (["one", "three"], True)
    assert run("part :: and { :one end ! :two } main :: or { :part :three }") == (["one", "three"], True)


def test_end_in_a_branch_finishes_the_branch() -> None:
    assert body("goroutine { :one end :two } :three") == (["three", "one"], True)
    assert body("goroutine { :one end ! } :three") == (["three", "one"], False)
    assert body("async { end ! } :three") == (["three"], True)


def test_a_task_that_waits_lets_others_pass() -> None:
    assert body("goroutine { :one } state wait :two") == (["wait", "one", "two"], True)


def test_a_task_that_pauses_goes_on_when_it_is_resumed() -> None:
    playbook = play("main :: and { :one x = 7 state pause :said }") << emit("one") << pause()
    playbook >> resumed() << emit("said", x=7) << finished()


def test_a_task_that_stops_is_cancelled() -> None:
    play("main :: and { :one state stop :two }") << emit("one") << stopped(reason="state stop") << the_end()
    play("main :: and { goroutine { state stop } :one }") << emit("one") << stopped() << failed() << the_end()


# Recursion and long runs


def test_a_tree_that_calls_itself_last_leaves_no_caller_behind() -> None:
    for kind in ("and", "serial", "or"):
        first = ":no" if kind == "or" else "n = n - 1"
        down = (
            f"down :: {kind} (n) {{ {first} if n > 0 {{ :down(n{' - 1' if kind == 'or' else ''}) }} else {{ :one }} }}"
        )
        said, success = run(f"{down} main :: and {{ :down(2000) }}")
        assert [line for line in said if line != "wait"] == ["one"], kind
        assert success


def test_a_failure_at_the_end_of_a_chain_of_serial_trees_is_none() -> None:
    tree = "down :: serial (n) { if n > 0 { :down(n - 1) } else { :no } } main :: and { :down(5) :one }"
    assert run(tree) == (["one"], True)
    assert run("part :: and { :no } main :: serial { :part }") == ([], True)
    assert run("part :: and { goroutine { :no } } main :: serial { :part }") == ([], True)


def test_a_walk_by_async_recursion_needs_one_frame_a_task() -> None:
    tree = "crawl :: and (link) { :about while l = :links { async { :crawl(l) } } } main :: and { :crawl(0) }"
    playbook = play(tree) << visit("about", url="https://site.test/0") >> page("<a href=1>") << finished()
    for number in range(1, 50):
        playbook << visit("about", url=f"https://site.test/{number}") >> page(f"<a href={number + 1}>")
    stage = playbook._stages[1]
    assert [len(flight.task.frames) for flight in stage.flights] == [1]
    assert [len(flight.task.ancestry) for flight in stage.flights] == [0]


def test_calls_that_nest_too_deeply_fail() -> None:
    tree = "deep :: and (n) { :deep(n + 1) :one } main :: or { :deep(1) :two }"
    playbook = play(tree).under(stack_limit=20)
    playbook << trouble("deep", "error", message="calls are nested deeper than 20 (BT_STACK_LIMIT)") << emit("two")
    playbook << finished()


def test_a_loop_that_visits_nothing_yields_to_others() -> None:
    tree = "main :: and { goroutine { :one } n = 0 while n < 40 { n = n + 1 } :two }"
    playbook = play(tree).under(step_budget=50) << wait(0.0) << emit("one")
    playbook << wait() << emit("two") << finished() << the_end()


@pytest.mark.parametrize("budget", range(1, 40))
def test_it_does_not_matter_where_the_budget_ends(budget: int) -> None:
    tree = """
    (( part = 1 ))  [[ made ]]
    made :: and { y = 4 }
    part :: and (a) { x = a + y :said b = a }
    main :: and {
        :page  n = 2
        while x = :links { goroutine { :said } :made :part(n)  z = :title + "!"  x = z :said  n = b + 1 }
        x = page.url :said
    }
    """
    stage = Stage(program(tree), Conditions(limits=Limits(step_budget=budget)), stored=True)
    stage.begin({})
    while stage.go_on():
        pass
    page("<h1>T</h1><a href=1><a href=2>").happen(stage, None)
    while stage.go_on():
        pass
    said = [line.effect.record["x"] for line in stage.log if isinstance(line.effect, ef.Emit)]
    assert Counter(said) == Counter(["1", "2", 6, 7, "T!", "T!", "https://site.test/page"])
    assert stage.is_over


# Places


def test_positions_and_troubles_have_paths() -> None:
    tree = "part :: and { :page } main :: and { if true { :part } :one }"
    playbook = play(tree) << visit("page") >> status(404)
    playbook << trouble("page", "404", path="main/if/part/page")
    playbook << failed(reason=re.compile(r"^'page' at main/if/part/page \(<text>:\d+:15\): 404$"))


def test_every_step_has_its_place() -> None:
    assert all(
        step.place is not None for step in program("main :: and { :page while x = :links { :said } }").operations
    )


def test_a_node_without_values_is_told_where_that_ends_its_task_and_nowhere_else() -> None:
    play("main :: and { :no }") << trouble("no", "empty") << failed(reason=re.compile("'no' at main/no .*: empty"))
    assert not [line for line in logs("main :: or { :no :one }") if "Trouble" in type(line.effect).__name__]


@pytest.mark.parametrize(
    ("tree", "message"),
    [("main :: and { :one end ! }", "it ends in failure"), ("main :: and { 1 == 2 }", "the condition is false")],
)
def test_a_task_that_its_author_lets_fail_says_so(tree: str, message: str) -> None:
    told = [line.effect for line in logs(tree) if "Trouble" in type(line.effect).__name__]
    assert [(trouble.node, trouble.outcome, trouble.message) for trouble in told] == [("main", "failed", message)]


# The second edition


def test_break_leaves_the_nearest_loop_with_success() -> None:
    tree = "main :: and (list) { while x in_list { while true { break } if x == 2 { break } :said } :one }"
    playbook = play(tree.replace("x in_list", "x = list"), list=[1, 2, 3])
    playbook << emit("said", x=1) << emit("one") << finished()


@pytest.mark.parametrize(
    ("given", "said"),
    [([1, "a"], [1, "a"]), ([], []), (None, []), ("text", ["text"]), ({"a": 1}, [{"a": 1}]), (0, [0])],
)
def test_a_loop_goes_over_the_entries_of_a_list_and_over_what_is_none_once(given: object, said: list[object]) -> None:
    playbook = play("main :: and (list) { while x = list { :said } }", list=given)
    for value in said:
        playbook << emit("said", x=value)
    playbook << finished()


def test_a_loop_over_a_list_that_cannot_be_computed_fails() -> None:
    playbook = play('main :: or { while x = 1 - "a" { :said } :one }')
    playbook << emit("one") << finished()


def test_a_condition_takes_any_value_but_none() -> None:
    tree = "main :: and (row) { if x = row.a as number { :said } if x = row.b { :said } else { :one } }"
    play(tree, row={"a": "0 €"}) << emit("said", x=0) << emit("one") << finished()


def test_arguments_by_name_and_by_place() -> None:
    tree = 'main :: and { :t(1, c = [2, css "a"]) } t :: and (a, b = "B", c) { item { a = a b = b c = c } }'
    play(tree) << emit("t/item", a=1, b="B", c=[2, None]) << finished()


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("x.offers.price as number", 12.5),
        ("x.offers.price", "12.50 EUR"),
        ("x.tags[1]", "b"),
        ("x.tags[2]", None),
        ("x.list.name", "second"),
        ("x.list[1].name", "second"),
        ("x.none.at.all as number", None),
        ("x.tags as text", "a"),
        ("x.raw as json", {"a": [1]}),
        ("x.link as url", None),
        ('"{x.tags[0]}-{x.list[1].name}"', "a-second"),
    ],
)
def test_what_lies_in_a_json_value_is_reached_by_names_and_numbers(expression: str, value: object) -> None:
    x = {
        "offers": {"price": "12.50 EUR"},
        "tags": ["a", "b"],
        "list": [{"other": 1}, {"name": "second"}],
        "raw": '{"a": [1]}',
        "link": "/a",
    }
    play(f"main :: and (x) {{ item {{ v = {expression} }} }}", x=x) << emit("main/item", v=value) << finished()


def test_a_value_as_url_starts_from_the_page() -> None:
    tree = "main :: and (x) { :page state wait item { v = x as url } }"
    playbook = play(tree, x="/a") << visit("page") >> page("", url="https://site.test/b/") << wait()
    playbook << emit("main/item", v="https://site.test/a") << finished()


def test_what_a_tree_prints_is_told() -> None:
    play('main :: and (x) { print "x is {x}" :one }', x=7) << printed("x is 7") << emit("one") << finished()


def test_a_table_of_all_visits_and_one_of_several_nodes_stand_behind_a_nodes_own() -> None:
    tree = """
    state { 404 = true  5xx = false  timeout = wait 1 0s }
    state page | other { 503 = true  timeout = wait 2 0s }
    state page { 5xx = end }
    main :: serial { :other :page :one }
    """
    moves = {step.name: step.moves for step in program(tree).operations if isinstance(step, op.FetchPage)}
    assert moves["page"] == {"5xx": "end", "404": "true", "timeout": op.Retry(2, 0.0)}
    assert moves["other"] == {"503": "true", "timeout": op.Retry(2, 0.0), "404": "true", "5xx": "false"}
    playbook = play(tree) << visit("other") >> status(503) << visit("page") >> status(404) << emit("one")
    playbook << finished()


def test_any_of_its_own_keeps_the_failures_of_other_tables_away() -> None:
    tree = "state { 404 = end  empty = false } state page { any = true } main :: and { :page }"
    (moves,) = (step.moves for step in program(tree).operations if isinstance(step, op.FetchPage))
    assert moves == {"any": "true", "empty": "false"}
