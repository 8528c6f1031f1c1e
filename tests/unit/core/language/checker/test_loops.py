import pytest

from tests.checking import PAGE, codes, only_fault

BEGIN = (
    f'{PAGE}d :: data css "a" {{ from = x }} py :: data python "a:b" visits :: and {{ :page }}'
    " sets :: and { x = 2 } stops :: and { state stop } nothing :: and { y = 1 }"
)
USES = "x = 1 y = 1 :page :d :py :visits :sets :stops :nothing"


def loop(text: str) -> list[str]:
    return codes(f"{BEGIN}\nmain :: and {{ {USES}\n{text} }}")


@pytest.mark.parametrize(
    "text",
    [
        "while true { }",
        "while x { }",
        "while x > 1 { y = x }",
        "while :d { y = 1 }",
        "while true { :nothing }",
        "while true { async { x = 2 } }",
        "while x { goroutine { end } }",
        "while x { state wait }",
        "while page.url { y = 1 }",
        "while 1 { x = x + 1 }",
        "while y { x = x + 1 }",
        "while x { or { y = 2 } }",
    ],
)
def test_if_nothing_can_change_a_loop_then_it_never_ends(text: str) -> None:
    assert loop(text) == ["endless-loop"]


@pytest.mark.parametrize(
    "text",
    [
        "while true { :page }",
        "while true { :visits }",
        "while true { async { :visits } }",
        "while x { x = x - 1 }",
        "while x { if 1 { or { x = 2 } } }",
        "while x { :sets }",
        "while :d { x = 1 }",
        "while :py { }",
        "while true { :py }",
        "while y = :d { }",
        "while true { end }",
        "while true { if x { end ! } }",
        "while true { state stop }",
        "while true { if x { while y { or { state stop } } } }",
        "while true { state pause }",
        "while true { :stops }",
        "while now < 5 { }",
        "while false { }",
        "while none { }",
        "while true { false }",
        "while true { x = x + 1  x < 5 }",
        "while true { x = x + 1  if x < 5 { false } }",
        "while true { x = x + 1  z = :d }",
        "while true { x = x + 1  y = 1 + :d }",
    ],
)
def test_if_something_may_end_a_loop_then_it_is_none(text: str) -> None:
    assert loop(text) == []


def test_an_outer_loop_is_judged_by_the_inner_one_too() -> None:
    assert loop("while y { while x { x = x - 1 } }") == ["endless-loop"]
    assert loop("while x { while y { y = y - 1 } x = 0 }") == []
    assert loop("while x { while y { x = 0 } }") == ["endless-loop"]


def test_the_fault_says_what_is_missing() -> None:
    fault = only_fault("main :: and { while true { } }")
    assert fault.message == "this loop can never end: it visits nothing, and nothing in it ends it"
    fault = only_fault("main :: and (x) { while x { } }")
    assert fault.message == "this loop can never end: it visits nothing, and nothing in it changes its condition"


def test_a_call_of_nobody_brings_no_second_fault() -> None:
    assert codes("main :: and { while true { :nobody } }") == ["unknown-name"]
