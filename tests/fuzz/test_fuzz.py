"""A fixed number of mutated inputs for each reader, and all that ever broke one."""

from pathlib import Path
from random import Random

import pytest

from tests.fuzz.__main__ import CORPUS, try_input
from tests.fuzz.__main__ import MOST as MEMORY
from tests.fuzz.mutation import mutated
from tests.fuzz.readers import READERS, Reader

TRIES = {"trees": 15, "har": 200, "manifests": 60, "snapshots": 40, "journals": 40}
MOST = 150


@pytest.mark.parametrize("name", READERS)
def test_no_input_breaks_its_reader(name, tmp_path) -> None:
    random = Random(name)
    for _ in range(TRIES.get(name, MOST)):
        data = mutated(READERS[name].seeds, random)
        assert try_input(name, data, tmp_path) == "", data


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="what a process has is told by Linux")
def test_an_input_that_takes_too_much_memory_is_noticed(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(READERS, "greedy", Reader([], lambda path: bytes(2 * MEMORY)))
    assert "MemoryError" in try_input("greedy", b"", tmp_path)
    monkeypatch.setitem(READERS, "greedy", Reader([], lambda path: bytes(MEMORY // 2)))
    assert try_input("greedy", b"", tmp_path) == ""


@pytest.mark.parametrize("name", READERS)
def test_the_good_inputs_are_read(name, tmp_path) -> None:
    for data in READERS[name].seeds:
        assert try_input(name, data, tmp_path) == ""


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*-*")), ids=lambda path: path.name)
def test_what_broke_a_reader_once_does_not_any_more(path, tmp_path) -> None:
    assert try_input(path.name.partition("-")[0], path.read_bytes(), tmp_path) == ""
