"""Sources take turns until nothing new is found."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scrapy_bt.core.inference.blackboard.blackboard import Blackboard
from scrapy_bt.core.inference.blackboard.controller import MOST_TURNS, Controller
from scrapy_bt.core.inference.blackboard.source import Knowledge, Post
from scrapy_bt.core.inference.findings import SessionCookie, StepNeed, Weight
from scrapy_bt.core.samples.traffic import Recording

RECORDING = Recording("one", ())


@dataclass
class Scripted:
    name: str
    watches: tuple[type, ...]
    derives: Callable[[Knowledge], Iterable[Post]]
    fits: bool = True

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return self.fits

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        return self.derives(knowledge)


def weigh(knowledge: Knowledge) -> Iterable[Post]:
    return [Post(Weight(1, 2.0), "as recorded")]


def need(knowledge: Knowledge) -> Iterable[Post]:
    return [Post(StepNeed(each.step, is_needed=True), "weighed") for each in knowledge.findings(Weight)]


def test_each_runs_once_and_again_when_what_it_watches_has_changed() -> None:
    board = Blackboard([RECORDING])
    controller = Controller(board, [Scripted("need", (Weight,), need), Scripted("weigh", (), weigh)])
    assert controller.run_round() == 2
    assert board.findings(StepNeed) == [StepNeed(1, is_needed=True)]
    states = controller.states
    assert [(states[name].is_, states[name].turns, states[name].posted) for name in ("need", "weigh")] == [
        ("watching", 2, 1),
        ("watching", 1, 1),
    ]
    assert controller.run_round() == 0


def test_a_status_that_changes_wakes_too() -> None:
    board = Blackboard([RECORDING])
    controller = Controller(board, [Scripted("weigh", (), weigh), Scripted("need", (Weight,), need)])
    controller.run_round()
    board.set_status(0, "verified", [1], "replay")
    controller.run_round()
    assert controller.states["need"].turns == 2


def test_a_source_that_does_not_fit_the_samples_sleeps() -> None:
    board = Blackboard([RECORDING])
    controller = Controller(board, [Scripted("weigh", (), weigh, fits=False)])
    assert controller.run_round() == 0
    assert controller.states["weigh"].is_ == "asleep"
    assert controller.faults == []


def test_a_source_that_fails_is_given_up_and_the_others_go_on() -> None:
    def fail(knowledge: Knowledge) -> Iterable[Post]:
        raise ValueError("hunter2")

    board = Blackboard([RECORDING])
    controller = Controller(board, [Scripted("fail", (), fail), Scripted("weigh", (), weigh)])
    assert controller.run_round() == 1
    (fault,) = controller.faults
    assert fault.startswith("the source 'fail' was given up: it raised ValueError at line ")
    assert "hunter2" not in fault


def test_a_source_that_wakes_itself_for_ever_is_given_up() -> None:
    def more(knowledge: Knowledge) -> Iterable[Post]:
        return [Post(SessionCookie(len(knowledge.findings(SessionCookie)), "a"), "")]

    controller = Controller(Blackboard([RECORDING]), [Scripted("more", (SessionCookie,), more)])
    assert controller.run_round() == MOST_TURNS
    assert "turns in one round" in controller.faults[0]
