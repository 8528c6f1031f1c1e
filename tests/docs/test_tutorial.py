"""The tutorial followed to the letter: its files, its commands, and what they print."""

import random
import socket
from collections.abc import Iterator

import pytest

from tests.docs.blocks import DOCS
from tests.docs.walk import Walk, fits, places, read_steps

STEPS = read_steps(DOCS / "tutorial.md", DOCS / "debugging.md")


def free_port() -> int:
    """Return a port with as many digits as the one that the pages name, so that columns are the same."""
    for port in random.sample(range(2000, 10_000), 1000):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    walk = Walk(STEPS, tmp_path_factory.mktemp("reader"), free_port())
    yield walk
    walk.end()


@pytest.mark.timeout(900)  # one command alone needs all before it
@pytest.mark.parametrize(("number", "place"), places(STEPS), ids=[place for _, place in places(STEPS)])
def test_a_command_prints_what_the_page_says(walk: Walk, number: int, place: str) -> None:
    command = STEPS[number].command
    assert command is not None
    printed = walk.output_of(number)
    assert fits(command.output, printed), f"{place}\nexpected:\n{command.output}\nprinted:\n{printed}"
