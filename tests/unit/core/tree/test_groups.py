import re

from scrapy_bt.testing import (
    branch_ended,
    emit,
    failed,
    finished,
    page,
    passed,
    refused,
    status,
    visit,
)
from tests.trees import play, program, run


def test_the_statements_of_a_group_run_at_the_same_time_and_what_they_assigned_is_there() -> None:
    tree = """
    main :: and {
        x = 1
        goroutine and {
            and { :page  a = css "i::text" }
            and { :other  b = css "i::text"  n = x + 1 }
        }
        item { a = a  b = b  n = n  x = x }
    }
    """
    playbook = play(tree) << visit("page") << visit("other") >> page("<i>one</i>") >> page("<i>two</i>")
    playbook << emit("main/item", a="one", b="two", n=2, x=1) << finished()


def test_each_statement_has_its_own_copy_of_the_variables() -> None:
    tree = "main :: and { x = 1 goroutine and { and { x = x + 1 :said } and { y = x :said } } :said item { y = y } }"
    assert run(tree) == ([2, 1, 2, "main/item"], True)


def test_a_statement_reads_the_page_of_its_tree_and_the_tree_keeps_its_page() -> None:
    tree = """
    main :: and {
        :page
        goroutine and { a = css "b::text"  and { :other  b = css "b::text" } }
        item { here = css "b::text"  a = a  b = b }
    }
    """
    playbook = play(tree) << visit("page") >> page("<b>first</b>") << visit("other") >> page("<b>second</b>")
    playbook << emit("main/item", here="first", a="first", b="second") << finished()


def test_and_waits_for_all_and_fails_if_one_has_failed() -> None:
    tree = "main :: and { or { goroutine and { :page  :other  :one } :two } }"
    playbook = play(tree) << visit("page") << visit("other") << emit("one") >> status(404) >> page("")
    playbook << emit("two") << finished()


def test_serial_waits_for_all_and_succeeds() -> None:
    tree = "main :: and { goroutine serial { and { a = 1 :page } and { :other b = 2 } } item { a = a b = b } }"
    playbook = play(tree) << visit("page") << visit("other") >> refused() >> page("")
    playbook << emit("main/item", a=1, b=2) << finished()


def test_or_ends_with_the_first_success_and_the_others_are_cancelled_at_their_next_step() -> None:
    tree = """
    main :: and {
        goroutine or { and { :page  :one  :about  :one } and { :other  found = "other" } }
        item { found = found }
    }
    """
    playbook = play(tree) << visit("page") << visit("other") >> page("", to="other")
    playbook << emit("main/item", found="other") << finished()
    playbook >> page("", to="page") << emit("one")  # its step was under way; the visit after it is not sent


def test_or_fails_when_no_statement_succeeds_and_says_why() -> None:
    playbook = play("main :: and { goroutine or { :page  :other } :one }") << visit("page") << visit("other")
    playbook >> status(404) >> status(404) << failed(reason=re.compile("main/goroutine.*404"))


def test_a_group_without_statements_is_as_its_kind_without_them() -> None:
    assert run("main :: and { goroutine and { } :one }") == (["one"], True)
    assert run("main :: and { or { goroutine or { } :two } }") == (["two"], True)


def test_a_failing_statement_is_no_dead_letter_of_its_own() -> None:
    tree = "main :: and { or { goroutine and { :page } :one } }"
    playbook = play(tree) << visit("page") >> status(404) << branch_ended(success=False) << emit("one") << finished()
    assert playbook is not None


def test_a_limit_of_time_is_one_of_each_statement() -> None:
    tree = "main :: and { or { goroutine and within 30s { and { :page :other } and { a = 1 } } :two } }"
    playbook = play(tree) << visit("page") >> passed(31) >> page("") << emit("two") << finished()
    assert playbook is not None


def test_what_a_called_tree_assigns_is_there_too() -> None:
    tree = """
    part :: and (n) { x = n * 2 }
    main :: and { goroutine and { :part(4)  y = 1 } item { x = x y = y } }
    """
    playbook = play(tree) << emit("main/item", x=8, y=1) << finished()
    assert playbook is not None


def test_a_goroutine_in_a_statement_is_waited_for_by_it() -> None:
    tree = """
    main :: and { goroutine or { and { goroutine { :page } x = 1 } and { :other x2 = 2 } } item { x = x } }
    """
    playbook = play(tree) << visit("other") << visit("page") >> page("", to="page")
    playbook << emit("main/item", x=1) << finished() >> page("", to="other")


def test_groups_nest_and_stand_in_loops() -> None:
    tree = """
    main :: and {
        total = 0
        while n = [1, 2, 3] {
            goroutine and { a = n  goroutine or { and { b = n * 10 } false } }
            total = total + a + b
        }
        x = total
        :said
    }
    """
    assert run(tree) == ([66], True)


def test_each_place_of_a_group_has_a_name_that_stays() -> None:
    names = {step.path for step in program("main :: and { goroutine and { :page  :page  x = 1 } :said }").operations}
    later = {step.path for step in program("main :: and { goroutine and { :page  :page  x = 1 :one } }").operations}
    assert {"main/goroutine", "main/goroutine/page", "main/goroutine/page#2", "main/goroutine/x="} <= names & later
