from dataclasses import fields

from scrapy_bt.frontier.listings import TaskCounts


def test_unfinished_are_all_tasks_but_the_dead() -> None:
    numbers = {field.name: 10**at for at, field in enumerate(fields(TaskCounts))}
    apart = numbers["dead"] + numbers["resting"]  # the resting are among the paused
    assert TaskCounts(**numbers).unfinished == sum(numbers.values()) - apart
    assert TaskCounts().unfinished == 0


def test_counts_that_contradict_each_other_are_told() -> None:
    assert TaskCounts(ready=-4, paused=4).is_damaged
    assert not TaskCounts(ready=1, dead=2).is_damaged
