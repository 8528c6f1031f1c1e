from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.run import MOST_SPAWNED, Limits
from scrapy_bt.testing.stage import Conditions, Stage
from tests.trees import program


def test_a_step_makes_no_more_tasks_than_are_stored_at_once() -> None:
    tree = "main :: and { n = 0 while n < 600 { n = n + 1 async { :one } } :two }"
    stage = Stage(program(tree), Conditions(limits=Limits(step_budget=1_000_000)), stored=True)
    stage.begin({})
    steps = [0]
    for line in stage.log:
        if isinstance(line.effect, ef.Spawn):
            steps[-1] += 1
        elif isinstance(line.effect, ef.Delay):
            steps.append(0)
    assert steps == [MOST_SPAWNED, MOST_SPAWNED, 100]
    assert sum(isinstance(line.effect, ef.Emit) for line in stage.log) == 601
