"""The frontier in process keeps the contract, with a journal and without one."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from scrapy_bt.errors import BTError
from scrapy_bt.frontier.completion import Completion, Finish, Park, Requeue
from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.contracts import worker
from tests.contracts.frontier import FrontierContract, KeptContract, SurvivalContract
from tests.contracts.frontier_kept import KeptWorkshop
from tests.contracts.frontier_machine import FrontierMachine
from tests.contracts.frontier_once import keyed
from tests.contracts.workshop import Clock, Settings, at, new

# A file system without a disk, where there is one: thousands of files are opened here.
IN_MEMORY = Path("/dev/shm")


def open_folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None)


class Workshop:
    """Opens memory frontiers; with a folder, each with a journal in a subfolder of it."""

    def __init__(self, folder: Path | None = None) -> None:
        self.clock = Clock()
        self._folder = folder
        self._opened = 0
        self._frontiers: list[MemoryFrontier] = []

    def open(self, settings: Settings) -> MemoryFrontier:
        frontier = MemoryFrontier(
            settings.number,
            limits=settings.limits,
            clock=self.clock,
            ageing=settings.ageing,
            lease_seconds=settings.lease_seconds,
            lease_losses=settings.lease_losses,
            journal=None if self._folder is None else Journal(self._subfolder()),
        )
        self._frontiers.append(frontier)
        return frontier

    def reopen(self, settings: Settings) -> MemoryFrontier:
        """Open a copy of the files as they lie there: the same as after SIGKILL, which leaves no time to close."""
        source = self._subfolder()
        self._opened += 1
        shutil.copytree(source, self._subfolder())
        return self.open(settings)

    def close(self) -> None:
        for frontier in self._frontiers:
            frontier.close()

    def _subfolder(self) -> Path:
        assert self._folder is not None
        return self._folder / str(self._opened)


class TestWithoutJournal(FrontierContract):
    @pytest.fixture
    def workshop(self) -> Workshop:
        return Workshop()


class TestWithLanes(KeptContract):
    @pytest.fixture
    def workshop(self) -> KeptWorkshop:
        return KeptWorkshop(Workshop())


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_an_error_that_says_so_or_costs_single_tasks(seed: int) -> None:
    chance = Random(seed)
    with open_folder() as folder:
        frontier = worker.open_frontier(Path(folder))
        frontier.put(worker.roots())
        frontier.pause(ControlTarget(node="x"))
        for _ in range(20):
            for lease in frontier.lease(4):
                frontier.complete(lease, worker.step(lease))
        frontier.close()
        (file,) = Path(folder).iterdir()
        content = bytearray(file.read_bytes())
        for _ in range(chance.choice([1, 4, 16])):
            content[chance.randrange(len(content))] = chance.randrange(256)
        file.write_bytes(content[: len(content) if chance.random() < 0.8 else chance.randrange(len(content))])
        message = ""
        try:
            frontier = worker.open_frontier(Path(folder))
            while leases := frontier.lease(9):
                for lease in leases:
                    frontier.complete(lease, Completion(Finish()))
            frontier.close()
        except BTError as error:
            message = str(error)
        assert not message or message.startswith(f"{file}: ")


def test_a_deadlock_is_broken_at_once_when_nothing_runs() -> None:
    frontier = Workshop().open(Settings())
    frontier.put([new(b"parent", at("a", requires="api"))])
    (parent,) = frontier.lease()
    part = new(b"part", at("a", requires="api"), join=9)
    frontier.complete(parent, Completion(Park(replace(parent.entry, holds=("api",)), 9), spawned=[part]))
    assert [lease.joined for lease in frontier.lease()] == [9]


class TestWithJournal(FrontierContract, SurvivalContract):
    @pytest.fixture
    def workshop(self) -> Iterator[Workshop]:
        with open_folder() as folder:
            workshop = Workshop(Path(folder))
            yield workshop
            workshop.close()


class Interrupted(list[Requeue]):
    """Entries in the midst of whose reading something happens."""

    def __init__(self, entries: list[Requeue], happen: Callable[[], object]) -> None:
        super().__init__(entries)
        self._happen = happen

    def __iter__(self) -> Iterator[Requeue]:
        yield from super().__iter__()
        self._happen()


def store_by_put(frontier: MemoryFrontier, entries: list[Requeue]) -> None:
    assert 0 not in frontier.put(entries)


def store_by_seed(frontier: MemoryFrontier, entries: list[Requeue]) -> None:
    assert frontier.seed("urls", 0, entries) == len(entries)


@pytest.mark.parametrize("store", [store_by_put, store_by_seed])
def test_a_kill_in_the_midst_of_storing_keeps_neither_tasks_nor_their_keys_nor_how_far_they_have_come(
    store: Callable[[MemoryFrontier, list[Requeue]], None],
) -> None:
    with open_folder() as folder:
        workshop = Workshop(Path(folder))
        survivors: list[MemoryFrontier] = []
        entries = [keyed(b"a"), keyed(b"b")]
        killed = Interrupted(entries, lambda: survivors.append(workshop.reopen(Settings())))
        store(workshop.open(Settings()), killed)
        for survivor in survivors:
            assert survivor.counts().unfinished == 0
        store(survivors[-1], entries)
        again = workshop.reopen(Settings())
        assert again.counts().ready == 2
        assert again.put(entries) == [0, 0]
        workshop.close()


def size_up(frontier: MemoryFrontier) -> dict[str, int]:
    """How much there is in each part of a frontier that belongs to single tasks."""
    store = frontier._store
    return {
        "joins": len(store.joins._joins) + len(store.joins._owned) + len(store.joins._parked),
        "makings": len(store.sharing._making) + len(store.sharing._keys) + len(store.sharing._orphans),
        "places": len(store.places._holders) + len(store.places._held) + len(store.places._waiting),
        "marks": len(store.controls.paused) + len(store.controls.stopped) + len(store.controls.boosts),
        "leases": len(store.running) + len(store.leased),
    }


class MachineWithoutJournal(FrontierMachine):
    def make_workshop(self) -> Workshop:
        return Workshop()

    def check_that_nothing_is_left(self) -> None:
        assert set(size_up(self.frontier).values()) == {0}


class MachineWithJournal(FrontierMachine):
    survives = True

    def make_workshop(self) -> Workshop:
        self.folder = open_folder()
        return Workshop(Path(self.folder.name))

    def check_that_nothing_is_left(self) -> None:
        assert set(size_up(self.frontier).values()) == {0}
        connection = self.frontier._journal._connection
        for table in ("task", "hold", "mark", "joins", "maker", "letter"):
            assert connection.execute(f"SELECT * FROM {table}").fetchall() == [], table

    def close(self) -> None:
        self.workshop.close()
        self.folder.cleanup()


# Opening and killing takes files; without them many more lives can be lived in the same time.
TestMachineWithoutJournal = MachineWithoutJournal.TestCase
TestMachineWithoutJournal.settings = settings(max_examples=settings().max_examples, stateful_step_count=60)
TestMachineWithJournal = MachineWithJournal.TestCase
TestMachineWithJournal.settings = settings(max_examples=settings().max_examples // 4, stateful_step_count=40)
