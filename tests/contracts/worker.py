"""A worker that can be killed at any moment: it works on a forest of tasks and reports each step before and after it.

Started as `python -m tests.contracts.worker FOLDER LINES`, it works on a memory frontier with its journal in it
until it has reported so many lines; then it waits to be killed.
"""

import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from scrapy_bt.frontier.completion import Completion, Finish, MakingOutcome, Park, Requeue
from scrapy_bt.frontier.entries import Bucket, DeadLetter, Entry, Lease, SharedValue
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.lanes import Lanes
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.protocol import Frontier

TREES, BRANCHES, DEPTH = 12, 3, 3
AHEAD = 40
"""So many lines further than what is read of it does a worker come at most, however late it is killed."""
KEPT = ("api",)
LANES = Lanes("left", frozenset({"left", "right"}), timeout=0.0005)
"""Half of the leaves are kept for a worker that never comes."""


def names() -> Iterator[str]:
    """The names of all tasks: a tree's number, then the branches on the way."""

    def below(name: str, depth: int) -> Iterator[str]:
        yield name
        if depth:
            for n in range(BRANCHES):
                yield from below(f"{name}.{n}", depth - 1)

    for tree in range(TREES):
        yield from below(str(tree), DEPTH)


def is_leaf(name: str) -> bool:
    return name.count(".") == DEPTH


def dies(name: str) -> bool:
    return is_leaf(name) and name.endswith("1.2")


def has_failed_branch(name: str) -> bool:
    """Whether a branch of this task fails: only a leaf does."""
    return any(dies(f"{name}.{n}") for n in range(BRANCHES))


def roots() -> Iterator[Requeue]:
    return (Requeue(entry(str(tree), 0)) for tree in range(TREES))


def entry(name: str, phase: int, *, join: int = 0, share: str = "") -> Entry:
    place = ("leaf", "right" if name.endswith("1") else "left") if is_leaf(name) else ("", "")
    bucket = Bucket("t", f"depth {name.count('.')}", requires=place[0], lane=place[1])
    return Entry(bucket, f"{name} {phase}".encode(), join=join, share=share)


def step(lease: Lease) -> Completion:
    """What the next step of a task does; it depends on nothing but the lease."""
    name, phase = lease.entry.payload.decode().split()
    made = [MakingOutcome(lease.entry.share, SharedValue(name.encode()))] if lease.make else []
    if is_leaf(name):
        if phase == "0":
            asking = entry(name, 1, share=f"of tree {name.partition('.')[0]}")
            return Completion(Requeue(asking), measured={"leaf": 1.0})
        if phase == "1":
            kept = replace(entry(name, 2), holds=KEPT)
            return Completion(Requeue(kept, 0.001), made=made, measured={"leaf": 1.0})
        if dies(name):
            letter = DeadLetter(lease.entry, "planned")
            return Completion(Finish(success=False), dead=letter, measured={"leaf": 1.0})
        return Completion(Finish(), measured={"leaf": 1.0})
    if phase == "0":
        join = lease.entry.id
        spawned = [Requeue(entry(f"{name}.{n}", 0, join=join)) for n in range(BRANCHES)]
        return Completion(Park(entry(name, 1), join), spawned=spawned, measured={"branch": 1.0})
    assert lease.joined == lease.entry.id
    assert lease.failed == has_failed_branch(name)
    return Completion(Finish(), measured={"branch": 1.0})


def work(frontier: Frontier, report: Callable[[str], None]) -> None:
    """Lease and complete until nothing is left; *report* gets a line before and a line after each step."""
    while frontier.counts().unfinished:
        for lease in frontier.lease(4, lanes=LANES):
            completion = step(lease)
            name = lease.entry.payload.decode()
            ending = " end" if isinstance(completion.next, Finish) else ""
            report(f"try {name}{ending}")
            frontier.complete(lease, completion)
            report(f"done {name}{ending}")


def print_and_wait(lines: int) -> Callable[[str], None]:
    """A report to the output, which waits after so many lines: a pipe takes more than all of them at once."""
    numbers = count(1)

    def report(line: str) -> None:
        print(line, flush=True)
        if next(numbers) == lines:
            signal.pause()

    return report


def open_frontier(folder: Path) -> MemoryFrontier:
    return MemoryFrontier(lambda bucket: 0.0, limits={"leaf": 3}, journal=Journal(folder))


def main() -> None:
    frontier = open_frontier(Path(sys.argv[1]))
    if not frontier.recall("started"):
        frontier.put(roots())
        frontier.remember("started", "yes")
    work(frontier, print_and_wait(int(sys.argv[2])))
    frontier.close()


if __name__ == "__main__":
    main()
