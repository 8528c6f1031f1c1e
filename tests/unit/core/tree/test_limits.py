import re

from scrapy_bt.core.tree import operations as op
from scrapy_bt.testing import (
    emit,
    failed,
    finished,
    page,
    passed,
    status,
    timeout,
    trouble,
    visit,
    wait,
)
from tests.trees import play, program


def test_a_group_that_takes_too_long_fails_when_its_task_goes_on() -> None:
    tree = "main :: and { or { and within 30s { :page state wait :page :one } :two } :three }"
    playbook = play(tree) << visit("page") >> passed(20) >> page("") << wait() << visit("page") >> passed(20)
    playbook >> page("") << trouble("main/or/and", "timeout", message=re.compile("30 s")) << emit("two")
    playbook << emit("three") << finished()


def test_what_ends_in_time_is_not_cut_off_afterwards() -> None:
    tree = "main :: and { and within 30s { :page } :other :one }"
    playbook = play(tree) << visit("page") >> passed(29) >> page("") << visit("other") >> passed(50)
    playbook >> page("") << emit("one") << finished()


def test_a_tree_that_takes_too_long_has_the_outcome_timeout_in_its_state_table() -> None:
    tree = """
    state slow { timeout = true }
    slow :: serial within 10s { :page :one }
    main :: and { :slow :two }
    """
    playbook = play(tree) << visit("page") >> passed(11) >> page("") << emit("two") << finished()
    assert playbook is not None


def test_a_tree_that_takes_too_long_can_be_tried_again() -> None:
    tree = "state slow { timeout = wait 1 2s } slow :: and within 10s { :page :one } main :: and { :slow }"
    playbook = play(tree) << visit("page") >> passed(11) >> page("") << wait(2) << visit("page") >> page("")
    playbook << emit("one") << finished()


def test_main_that_takes_too_long_fails() -> None:
    playbook = play("main :: and within 1m { :page :one }") << visit("page") >> passed(61) >> page("")
    playbook << failed(reason=re.compile("timeout"))


def test_what_it_holds_within_the_limit_is_given_back() -> None:
    tree = """
    (( slow ))
    slow :: and { :page :other }
    main :: and { or { and within 5s { :slow } true } :slow }
    """
    playbook = play(tree) << visit("page") >> passed(6) >> page("") << visit("page") >> page("")
    playbook << visit("other") >> page("") << finished()


def test_a_shared_value_that_is_cut_off_is_made_by_the_next() -> None:
    tree = """
    [[ slow ]]
    slow :: and { :page x = 3 }
    main :: and { or { and within 5s { :slow } true } :slow :said }
    """
    playbook = play(tree) << visit("page") >> passed(6) >> page("") << visit("page") >> page("")
    playbook << emit("said", x=3) << finished()


def test_a_visit_has_no_more_time_than_its_limit() -> None:
    tree = "main :: and within 9s { :page :other }"
    (step,) = (step for step in program(tree).operations if isinstance(step, op.StartLimit))
    assert (step.path, step.seconds) == ("main/.limit", 9.0)
    playbook = play(tree) << visit("page") >> timeout() << trouble("page", "timeout")
    playbook << failed()


def test_statuses_within_a_limit_are_as_ever() -> None:
    play("main :: and within 9s { :page }") << visit("page") >> status(404) << failed()
