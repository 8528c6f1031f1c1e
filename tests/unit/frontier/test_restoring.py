import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Completion, Park
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.listings import ControlTarget, TaskCounts
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.contracts.workshop import Clock, at, new, only


@pytest.fixture
def reopen(tmp_path: Path, clock: Clock) -> Callable[..., MemoryFrontier]:
    """Close the frontier that is open, change its file by some statements, and open it again."""
    opened: list[MemoryFrontier] = []

    def reopen(*statements: str) -> MemoryFrontier:
        while opened:
            opened.pop().close()
        if statements:
            connection = sqlite3.connect(tmp_path / "frontier.sqlite", isolation_level=None)
            for statement in statements:
                connection.execute(statement)
            connection.close()
        frontier = MemoryFrontier(lambda bucket: 0.0, limits={}, clock=clock, ageing=0.0, journal=Journal(tmp_path))
        opened.append(frontier)
        return frontier

    yield reopen
    for frontier in opened:
        frontier.close()


Reopen = Callable[..., MemoryFrontier]


def test_leased_tasks_are_ready_and_all_others_where_they_were(reopen: Reopen, clock: Clock) -> None:
    frontier = reopen()
    frontier.put([new(b"leased"), new(b"ready"), new(b"delayed", delay=5.0)])
    frontier.lease()
    frontier = reopen()
    assert frontier.counts() == TaskCounts(ready=2, delayed=1)
    clock.turn(5)
    assert [lease.entry.payload for lease in frontier.lease(3)] == [b"leased", b"ready", b"delayed"]


def test_ids_are_never_given_again(reopen: Reopen) -> None:
    (before,) = reopen().put([new()])
    (after,) = reopen().put([new()])
    assert after > before


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE task SET record = x'00' WHERE id = 1", "a stored task of 1 bytes"),
        ("UPDATE task SET bucket = 99 WHERE id = 1", "its bucket is not in the journal"),
        ("UPDATE task SET place = 7 WHERE id = 1", "7 is not a valid TaskState"),
        ("UPDATE task SET record = 'text' WHERE id = 1", "cannot be decoded"),
        ("UPDATE task SET record = (SELECT record FROM task WHERE id = 2) WHERE id = 1", "it calls itself task 2"),
    ],
)
def test_a_row_that_cannot_be_decoded_is_a_dead_letter_and_harms_no_other(
    reopen: Reopen, statement: str, reason: str
) -> None:
    reopen().put([new(b"1"), new(b"2")])
    frontier = reopen(statement)
    (letter,) = frontier.dead_letters()
    assert letter.entry.id == 1
    assert letter.reason.startswith("the stored task cannot be decoded: ")
    assert reason in letter.reason
    assert only(frontier.lease(2)).entry.payload == b"2"


def test_a_join_whose_last_part_is_lost_has_failed(reopen: Reopen) -> None:
    frontier = reopen()
    frontier.put([new(b"owner")])
    lease = only(frontier.lease())
    frontier.complete(lease, Completion(Park(lease.entry, 5), spawned=[new(b"part", join=5)]))
    frontier = reopen("DELETE FROM task WHERE id = 2")
    lease = only(frontier.lease(2))
    assert (lease.entry.payload, lease.joined, lease.failed) == (b"owner", 5, True)


def test_what_was_said_of_nodes_and_tasks_still_holds(reopen: Reopen) -> None:
    frontier = reopen()
    _, single, boosted = frontier.put([new(b"a", at("a")), new(b"b", at("b")), new(b"c", at("c"))])
    frontier.put([new(b"d", at("d"))])
    frontier.pause(ControlTarget(node="a"))
    frontier.pause(ControlTarget(task=single))
    frontier.boost(ControlTarget(node="d"), 1.0)
    frontier.boost(ControlTarget(task=boosted), 2.0)
    frontier = reopen()
    assert [lease.entry.payload for lease in frontier.lease(4)] == [b"c", b"d"]
    assert frontier.counts().paused == 2


def test_a_task_that_was_stopped_while_it_ran_does_not_come_back(reopen: Reopen) -> None:
    frontier = reopen()
    (task,) = frontier.put([new()])
    frontier.lease()
    frontier.stop(ControlTarget(task=task))
    assert reopen().counts() == TaskCounts()


def test_sessions_of_tasks_that_are_gone_are_dropped(reopen: Reopen) -> None:
    frontier = reopen()
    (task,) = frontier.put([new()])
    lease = only(frontier.lease())
    frontier.complete(lease, Completion(replace(new(), entry=lease.entry), cookies={task: b"jar"}))
    frontier = reopen("INSERT INTO cookies VALUES (77, x'00')")
    assert frontier.cookies(task) == b"jar"
    assert frontier.cookies(77) is None


def test_measures_and_texts_are_read_again(reopen: Reopen) -> None:
    frontier = reopen()
    frontier.put([new()])
    lease = only(frontier.lease())
    frontier.complete(lease, Completion(new(), measured={"page": 2.0}, rounds={"main/while": 3.0}))
    frontier.remember("started", "yes")
    frontier = reopen()
    assert frontier.weights() == {"page": (1, 4.0)}
    assert frontier.rounds() == {"main/while": (1, 3.0)}
    assert frontier.recall("started") == "yes"


def test_keys_and_sources_are_known_again(reopen: Reopen) -> None:
    frontier = reopen()
    frontier.put([replace(new(), key=b"put")])
    frontier.seed("urls", 0, [replace(new(), key=b"seeded"), new()])
    frontier = reopen()
    assert frontier.put([replace(new(), key=key) for key in (b"put", b"seeded")]) == [0, 0]
    assert frontier.seed("urls", 0, [new()]) == 2


@pytest.mark.parametrize("statement", ["INSERT INTO seen VALUES ('text')", "INSERT INTO source VALUES ('urls', 'far')"])
def test_what_is_no_key_or_no_number_damages_the_file(reopen: Reopen, statement: str) -> None:
    reopen()
    with pytest.raises(BTError, match="is damaged"):
        reopen(statement)
