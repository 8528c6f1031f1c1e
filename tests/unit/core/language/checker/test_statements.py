import pytest

from tests.checking import PAGE, codes, only_fault


@pytest.mark.parametrize(
    "body",
    ["break", "goroutine { break }", "while x { goroutine { break } x = none }", "if x { break }"],
)
def test_break_stands_in_a_loop_of_its_own_branch(body: str) -> None:
    assert "break-outside-loop" in codes(f"main :: and (x) {{ {body} }}")


@pytest.mark.parametrize(
    "body", ["while x { break }", "while x { if x { break } x = none }", "while x { and { break } }"]
)
def test_a_loop_may_be_left(body: str) -> None:
    assert "break-outside-loop" not in codes(f"main :: and (x) {{ {body} }}")


def test_what_follows_a_break_would_never_run() -> None:
    fault = only_fault(f"{PAGE}main :: and {{ while true {{ :page break :page }} }}")
    assert "the last statement of its block" in fault.advice


def test_a_list_alone_is_a_slip() -> None:
    fault = only_fault("main :: and (links, i) { x = links[i] item { x = x } }".replace("links[i]", "links [i]"))
    assert fault.code == "list-alone"
    assert "x[0]" in fault.advice
