import pytest

from scrapy_bt.core.tree.nodes import OUTCOMES
from tests.checking import PAGE, TITLE, codes, only_fault

MAIN = f"{PAGE}{TITLE}i :: item {{ t = css 'h1' }}\nt :: and {{ }}\nmain :: and {{ :page :title :i :t }}\n"


def test_a_table_is_about_a_declared_node() -> None:
    fault = only_fault(f"{MAIN}state pgae {{ 404 = end }}")
    assert (fault.code, fault.advice) == ("states-of-unknown-node", "did you mean `state page`?")


def test_a_node_has_one_table() -> None:
    fault = only_fault(f"{MAIN}state page {{ 404 = end }}\nstate page {{ 403 = end }}")
    assert (fault.code, fault.place.line) == ("double-states", 7)
    assert "<text>:6:1" in fault.message


def test_an_outcome_has_one_row() -> None:
    assert codes(f"{MAIN}state page {{ 404 | 5xx = end 403 | 404 = stop }}") == ["double-outcome"]
    assert codes(f"{MAIN}state page {{ 404 | 404 = end }}") == ["double-outcome"]


HAPPENS = {
    "page": {"404", "5xx", "599", "timeout", "dns", "refused", "error", "any", "empty", "login"},
    "title": {"empty", "error"},
    "i": {"empty", "error"},
    "t": {"error", "any"},
}


def test_a_tree_with_a_limit_of_time_may_take_too_long() -> None:
    tree = 'state t { timeout = end } t :: and within 3s { print "x" } main :: and { :t }'
    assert codes(tree) == []


@pytest.mark.parametrize("node", HAPPENS)
@pytest.mark.parametrize("outcome", ["404", "5xx", "599", *OUTCOMES])
def test_an_outcome_can_happen_to_its_node(node: str, outcome: str) -> None:
    expected = [] if outcome in HAPPENS[node] else ["impossible-outcome"]
    assert codes(f"{MAIN}state {node} {{ {outcome} = end }}") == expected


@pytest.mark.parametrize(
    ("outcome", "advice"),
    [
        ("timout", "did you mean `timeout`?"),
        ("4040", "codes are"),
        ("0xx", "codes are"),
        ("6xx", "codes are"),
        ("099", "codes are"),
        ("600", "codes are"),
    ],
)
def test_there_are_no_other_outcomes(outcome: str, advice: str) -> None:
    fault = only_fault(f"{MAIN}state page {{ {outcome} = end }}")
    assert fault.code == "unknown-outcome"
    assert fault.advice.startswith(advice)
