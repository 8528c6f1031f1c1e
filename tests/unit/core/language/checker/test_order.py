from hypothesis import given
from hypothesis import strategies as st

from scrapy_bt.core.language.checker.order import components

_NAMES = "abcdefg"
_GRAPHS = st.dictionaries(st.sampled_from(_NAMES), st.lists(st.sampled_from(_NAMES)))


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    seen, waiting = set[str](), [start]
    while waiting:
        for name in graph.get(waiting.pop(), ()):
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


def test_what_is_called_comes_before_what_calls() -> None:
    assert list(components({"a": ["b"], "b": ["c", "nowhere"], "c": []})) == [["c"], ["b"], ["a"]]


def test_names_that_call_each_other_come_together() -> None:
    (first, second) = components({"a": ["b"], "b": ["c"], "c": ["b"]})
    assert (sorted(first), second) == (["b", "c"], ["a"])


@given(_GRAPHS)
def test_components_are_as_a_slow_search_finds_them(graph: dict[str, list[str]]) -> None:
    found = list(components(graph))
    assert sorted(name for component in found for name in component) == sorted(graph)
    reached = {name: reachable(graph, name) for name in graph}
    place = {name: number for number, component in enumerate(found) for name in component}
    for name in graph:
        for other in graph:
            together = name == other or (other in reached[name] and name in reached[other])
            assert (place[name] == place[other]) == together
            if other in reached[name]:
                assert place[other] <= place[name]


def test_long_chains_are_ordered_without_recursion() -> None:
    chain = {str(number): [str(number + 1)] for number in range(5000)}
    assert next(components(chain)) == ["4999"]
