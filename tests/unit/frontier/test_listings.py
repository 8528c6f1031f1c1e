from dataclasses import fields

from scrapy_bt.frontier.listings import Counts


def test_unfinished_are_all_tasks_but_the_dead() -> None:
    numbers = {field.name: 10**at for at, field in enumerate(fields(Counts))}
    apart = numbers["dead"] + numbers["resting"]  # the resting are among the paused
    assert Counts(**numbers).unfinished == sum(numbers.values()) - apart
    assert Counts().unfinished == 0


def test_counts_that_contradict_each_other_are_told() -> None:
    assert Counts(ready=-4, paused=4).is_damaged
    assert not Counts(ready=1, dead=2).is_damaged
