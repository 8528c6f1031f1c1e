import pytest

from scrapy_bt.errors import TaskError
from scrapy_bt.frontier.listings import PEEKED, ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.messages import KEPT, LARGEST, StartMessage
from scrapy_bt.frontier.peeking import check_peek, peek
from scrapy_bt.frontier.store import TaskStore
from tests.contracts.workshop import at, new


def test_every_state_of_queued_tasks_can_be_asked_for() -> None:
    for state in PEEKED:
        check_peek(state, 200)
    with pytest.raises(ValueError, match="ready, running"):
        check_peek("dead", 1)


def test_a_look_in_vain_is_bounded_and_says_where_to_go_on(frontier: MemoryFrontier, store: TaskStore) -> None:
    frontier.put([new(bucket=at("a"), delay=9.0) for _ in range(2500)] + [new(bucket=at("b"), delay=99.0)])
    first = peek(store, ControlTarget(node="b"), "delayed", "", 10)
    assert (first.tasks, first.after) == ((), "delayed 2000")
    rest = peek(store, ControlTarget(node="b"), "delayed", first.after, 10)
    assert ([line.entry.bucket.node for line in rest.tasks], rest.after) == (["b"], "")


def test_a_task_is_found_by_its_number(frontier: MemoryFrontier, store: TaskStore) -> None:
    ids = frontier.put([new(b"1"), new(b"2")])
    assert [line.entry.payload for line in peek(store, ControlTarget(task=ids[1]), "ready", "", 10).tasks] == [b"2"]


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\x00", b"x" * LARGEST])
def test_a_message_comes_back_as_it_was(content) -> None:
    assert StartMessage.decode(StartMessage.of(content).encode()) == StartMessage(content, len(content))


def test_of_a_larger_message_the_beginning_is_kept() -> None:
    message = StartMessage.of(b"x" * (LARGEST + 1))
    assert (len(message.content), message.size) == (KEPT, LARGEST + 1)


@pytest.mark.parametrize("payload", [b"", b"\xc1", b"\x91" * 100_000, b"\x80"])
def test_what_is_no_message_is_told(payload) -> None:
    with pytest.raises(TaskError, match="the start message cannot be read"):
        StartMessage.decode(payload)
