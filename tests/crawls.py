"""Crawls of random programs against scripted sites."""

from __future__ import annotations

from collections.abc import Sequence

from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.run import Limits
from scrapy_bt.testing.answers import VisitAnswer
from scrapy_bt.testing.stage import Conditions, Stage, StagedRequest
from tests.programs import FUNCTIONS

_TURNS = 50


def crawl(a_program: Program, answers: Sequence[VisitAnswer], *, stored: bool = True, step_budget: int = 1000) -> Stage:
    """Answer one visit after another, until there is none or no answer is left."""
    conditions = Conditions(limits=Limits(step_budget=step_budget), functions=FUNCTIONS)
    stage = Stage(a_program, conditions, stored=stored)
    stage.begin({})
    for answer in answers:
        for _ in range(_TURNS):
            if stage.flights or not (stage.go_on() or stage.wake_paused()):
                break
        if not stage.flights:
            break
        answer.happen(stage, None)
    return stage


def said_by(stage: Stage) -> list[str]:
    """What the outside sees of a crawl."""
    seen = (StagedRequest, ef.Emit, ef.Delay, ef.Pause, ef.Stopped, ef.Finished, ef.Trouble, ef.Looped, ef.Spawn)
    return [repr(line) for line in stage.log if isinstance(line.effect, seen)]
