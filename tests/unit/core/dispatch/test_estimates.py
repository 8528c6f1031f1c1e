"""What another policy would have come to is told from what this one has led to."""

import math
import random

import pytest

from scrapy_bt.core.dispatch.estimates import CHOICES, Estimate, estimate, observed
from scrapy_bt.core.dispatch.experience import FinishedTask
from scrapy_bt.core.dispatch.states import FEATURES

QUEUE, WORTH = FEATURES.index("queue"), FEATURES.index("worth")
GOOD, BAD = -0.5, -3.0


def row(queue: float, worth: float) -> tuple[float, ...]:
    return tuple({QUEUE: queue, WORTH: worth}.get(at, 0.0) for at in range(len(FEATURES)))


@pytest.fixture
def outcomes():
    """Two workers that have tasks by chance: whoever seems worth less takes longer, and is the less loaded."""
    chance, found = random.Random(0), []
    for _ in range(2000):
        worst = chance.randrange(2)
        state = tuple(row(1.0 - (at == worst), BAD if at == worst else GOOD) for at in range(2))
        action = int(chance.random() < 0.3)
        found.append(FinishedTask(("a", "b"), state, action, (BAD if action == worst else GOOD) + chance.gauss(0, 0.2)))
    return found


@pytest.mark.parametrize("model", ["right", "wrong"])
def test_it_is_right_whether_the_model_is_or_not(outcomes, model):
    expected = [[each[WORTH] if model == "right" else -1.0 for each in outcome.state] for outcome in outcomes]
    for name, true in (("shortest", GOOD), ("least-loaded", BAD), ("random", (GOOD + BAD) / 2)):
        found = estimate(outcomes, expected, CHOICES[name])
        assert abs(found.reward - true) <= 2 * found.error, name
        assert found.error < 0.2
    best = estimate(outcomes, expected, CHOICES["shortest"])
    assert best.is_better_than(observed(outcomes))
    assert not observed(outcomes).is_better_than(best)


def test_few_outcomes_say_nothing(outcomes):
    assert observed(outcomes[:1]).error == math.inf
    assert observed([]) == Estimate(0.0, math.inf, 0)
    assert not observed(outcomes[:1]).is_better_than(observed(outcomes))
