import inspect

import pytest

from scrapy_bt.frontier.journal import Journal
from scrapy_bt.frontier.persistence import NoJournal, TaskState

TOLD = [name for name, member in vars(NoJournal).items() if inspect.isfunction(member) and not name.startswith("_")]


class Recording(NoJournal):
    def __init__(self) -> None:
        self.told: list[str] = []

    def begin(self) -> None:
        self.told.append("begin")

    def commit(self) -> None:
        self.told.append("commit")

    def rollback(self) -> None:
        self.told.append("rollback")


def test_a_block_is_committed_as_a_whole() -> None:
    journal = Recording()
    with journal:
        journal.told.append("work")
    assert journal.told == ["begin", "work", "commit"]


def test_a_block_that_fails_is_rolled_back_and_its_error_goes_on() -> None:
    journal = Recording()
    with pytest.raises(KeyError), journal:
        raise KeyError
    assert journal.told == ["begin", "rollback"]


def test_without_files_there_were_no_earlier_leases() -> None:
    assert NoJournal().epoch == 0


@pytest.mark.parametrize("name", TOLD)
def test_the_journal_keeps_all_that_it_is_told(name: str) -> None:
    assert name in vars(Journal)
    assert inspect.signature(getattr(Journal, name)) == inspect.signature(getattr(NoJournal, name))


def test_the_numbers_of_places_are_those_in_the_files() -> None:
    assert {place.name: place.value for place in TaskState} == {"READY": 0, "DELAYED": 1, "PARKED": 2, "STRANDED": 3}
