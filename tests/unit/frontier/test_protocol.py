from dataclasses import fields

from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.persistence import NoJournal
from scrapy_bt.frontier.protocol import Counts, Frontier


def test_unfinished_are_all_tasks_but_the_dead() -> None:
    numbers = {field.name: 10**at for at, field in enumerate(fields(Counts))}
    apart = numbers["dead"] + numbers["resting"]  # the resting are among the paused
    assert Counts(**numbers).unfinished == sum(numbers.values()) - apart
    assert Counts().unfinished == 0


def test_who_has_every_method_is_a_frontier() -> None:
    assert isinstance(MemoryFrontier(lambda bucket: 0.0, limits={}), Frontier)
    assert not isinstance(NoJournal(), Frontier)


def test_counts_that_contradict_each_other_are_told() -> None:
    assert Counts(ready=-4, paused=4).is_damaged
    assert not Counts(ready=1, dead=2).is_damaged
