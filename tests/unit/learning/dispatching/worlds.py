"""What tasks have come to where workers differ, and where they do not."""

import random

from scrapy_bt.core.dispatch.experience import FinishedTask
from scrapy_bt.core.dispatch.states import URLKind, WorkerRecord, WorkerState, features_of

ITEM = URLKind("a.test/item", "a.test")
_NOW = 100.0


def _outcomes(count, *, banned_costs):
    chance = random.Random(0)
    found = []
    for _ in range(count):
        banned, action = chance.randrange(2), chance.randrange(2)
        record = {ITEM.route: WorkerRecord(weight=5.0, failures=5.0, at=_NOW)}
        workers = [WorkerState(str(at), _NOW, records=record if at == banned else {}) for at in range(2)]
        state = tuple(map(tuple, features_of(workers, ITEM, now=_NOW)))
        reward = -0.5 - banned_costs * (action == banned) - 0.2 * chance.random()
        found.append(FinishedTask(("0", "1"), state, action, reward))
    return found


def differing(count):
    """Who has failed lately fails again, and that costs much; any worker had the task."""
    return _outcomes(count, banned_costs=3.0)


def equal(count):
    """It makes no difference who has the task."""
    return _outcomes(count, banned_costs=0.0)
