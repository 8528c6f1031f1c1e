"""Workers on a journalled frontier are killed in the midst of their work, and nothing is lost."""

import random
import signal
from collections import Counter
from pathlib import Path

import pytest

from scrapy_bt.errors import BTError
from tests.contracts.killing import kill_after, start
from tests.contracts.worker import dies, has_failed_branch, is_leaf, names, open_frontier, work


def test_every_task_ends_once_however_often_the_worker_is_killed(tmp_path: Path) -> None:
    chance = random.Random(7)
    done: Counter[str] = Counter()
    unsure: list[str] = []
    for _ in range(8):
        lines = chance.randrange(1, 160)
        reported = kill_after(start("worker", str(tmp_path), lines=lines), lines)
        done.update(line.removeprefix("done ") for line in reported if line.startswith("done "))
        if reported and reported[-1].startswith("try "):
            # It was killed between the step and the word that it was done.
            unsure.append(reported[-1].removeprefix("try "))
    frontier = open_frontier(tmp_path)
    assert frontier.counts().unfinished, "the workers were too quick to be killed at work"
    rest: list[str] = []
    work(frontier, rest.append)
    done.update(line.removeprefix("done ") for line in rest if line.startswith("done "))

    expected = {f"{name} {phase}" for name in names() for phase in ((0, 1, "2 end") if is_leaf(name) else (0, "1 end"))}
    assert set(done) | set(unsure) == expected
    assert max(done.values()) == 1
    assert expected - set(done) <= set(unsure)
    assert {letter.entry.payload.decode() for letter in frontier.dead_letters()} == {
        f"{name} 2" for name in names() if dies(name)
    }
    steps = sum(count for count, _ in frontier.weights().values())
    assert steps == len(expected)
    frontier.close()


def test_the_forest_has_trees_with_and_without_failed_branches() -> None:
    failing = {has_failed_branch(name) for name in names() if not is_leaf(name)}
    assert failing == {True, False}


def test_a_second_worker_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    worker = start("worker", str(tmp_path), lines=1)
    assert worker.stdout is not None
    worker.stdout.readline()
    worker.send_signal(signal.SIGSTOP)
    with pytest.raises(BTError, match="another crawl is using it"):
        open_frontier(tmp_path)
    kill_after(worker, 0)
    open_frontier(tmp_path).close()
