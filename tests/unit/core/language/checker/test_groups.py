import pytest

from tests.checking import PAGE, codes, marked, only_fault


@pytest.mark.parametrize(
    "second",
    ["x = 2", "and { x = 2 }", "while x = [1] { true }", "if y { x = 2 } else { x = 3 }", ":part"],
)
def test_two_statements_that_run_at_once_assign_different_names(second: str) -> None:
    text = f"part :: and {{ x = 1 }} main :: and (y) {{ goroutine and {{ x = 1 {second} }} :part item {{ x = x }} }}"
    assert codes(text) == ["assigned-at-once"]


def test_the_place_is_that_of_the_second_assignment() -> None:
    fault = only_fault("main :: and { goroutine or { x = 1 and { y = 2 x = 3 } } item { x = x y = y } }")
    assert marked(fault) == "x = 3"
    assert "other_x" in fault.advice


def test_what_branches_of_their_own_assign_stays_inside() -> None:
    group = "goroutine and { goroutine { x = 1 } async { x = 1 } x = 2 }"
    text = f"{PAGE}main :: and {{ {group} item {{ x = x }} :page }}"
    assert codes(text) == []


def test_what_one_assigns_is_no_value_for_another() -> None:
    fault = only_fault("main :: and { goroutine and { x = 1 y = x } item { x = x y = y } }")
    assert fault.code == "unknown-variable"


def test_behind_the_group_it_is_there_but_no_page_is() -> None:
    text = 'page :: visit "https://a.test/" main :: and { goroutine and { x = 1 :page } item { x = x t = css "i" } }'
    assert codes(text) == ["no-page"]


def test_no_time_is_no_limit() -> None:
    assert codes("main :: and { goroutine and within 0s { true } }") == ["bad-amount"]


def test_a_group_that_calls_its_tree_never_ends() -> None:
    assert codes("main :: and { goroutine and { true :main } }") == ["endless-recursion"]
