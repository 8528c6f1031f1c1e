import pytest

from tests.checking import PAGE, codes, only_fault

MAIN = f"{PAGE}main :: and {{ :page }}\n"


@pytest.mark.parametrize("resource", ["[[ pgae ]]", "(( pgae = 2 ))"])
def test_a_resource_is_a_declared_node(resource: str) -> None:
    fault = only_fault(MAIN + resource)
    assert (fault.code, fault.advice) == ("resource-of-unknown-node", "did you mean `page`?")


def test_each_kind_of_resource_is_named_once() -> None:
    assert codes(f"{MAIN}[[ page ]] (( page ))") == []
    assert codes(f"{MAIN}[[ page ]] [[ page = 3s ]]") == ["double-resource"]
    assert codes(f"{MAIN}(( page )) (( page ))") == ["double-resource"]


@pytest.mark.parametrize("resource", ["[[ page = 0s ]]", "(( page = 0 ))"])
def test_an_amount_lets_the_node_run(resource: str) -> None:
    assert codes(MAIN + resource) == ["bad-amount"]
