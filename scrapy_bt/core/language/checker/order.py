"""Nodes that call each other, in the order in which what they do can be summed up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def components(graph: Mapping[str, Collection[str]]) -> Iterator[list[str]]:
    """Yield the strongly connected components of *graph*, each after all that it leads to.

    Tarjan's algorithm, without recursion.
    """
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_names: list[str] = []
    is_open: set[str] = set()
    for root in graph:
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(graph[root]))]
        index[root] = lowest[root] = len(index)
        open_names.append(root)
        is_open.add(root)
        while work:
            name, rest = work[-1]
            for successor in rest:
                if successor not in graph:
                    continue
                if successor not in index:
                    index[successor] = lowest[successor] = len(index)
                    open_names.append(successor)
                    is_open.add(successor)
                    work.append((successor, iter(graph[successor])))
                    break
                if successor in is_open:
                    lowest[name] = min(lowest[name], index[successor])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[name])
                if lowest[name] == index[name]:
                    yield _take_component(name, open_names, is_open)


def _take_component(root: str, open_names: list[str], is_open: set[str]) -> list[str]:
    component: list[str] = []
    while not component or component[-1] != root:
        component.append(open_names.pop())
        is_open.discard(component[-1])
    return component
