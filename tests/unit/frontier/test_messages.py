import pytest

from scrapy_bt.errors import TaskError
from scrapy_bt.frontier.messages import KEPT, LARGEST, StartMessage


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
