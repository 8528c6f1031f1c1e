"""The frontier in process keeps the contract, with a journal and without one."""

import shutil
from pathlib import Path

import pytest

from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.memory import MemoryFrontier
from tests.contracts.frontier import FrontierContract, SurvivalContract
from tests.contracts.workshop import Clock, Settings


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


class TestWithJournal(FrontierContract, SurvivalContract):
    @pytest.fixture
    def workshop(self, tmp_path: Path) -> Workshop:
        workshop = Workshop(tmp_path)
        yield workshop
        workshop.close()
