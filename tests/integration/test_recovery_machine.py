"""Random trees on random sites, stopped, killed, requeued and mended: nothing is lost, and nothing comes twice.

`BT_RECOVERY_CASES=10000 pytest tests/integration/test_recovery_machine.py` runs as many cases of each.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import redis
from hypothesis import HealthCheck, given, settings

from tests.contracts.recovery import Plan, expected, plans, recover
from tests.unit.frontier.redis.test_frontier import Workshop as RedisWorkshop
from tests.unit.frontier.test_memory import Workshop as FileWorkshop

CASES = int(os.environ.get("BT_RECOVERY_CASES", "40"))
SHM = Path("/dev/shm")

pytestmark = pytest.mark.timeout(max(900, CASES))

some = settings(
    max_examples=CASES,
    deadline=None,
    derandomize="BT_RECOVERY_CASES" not in os.environ,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@some
@given(plan=plans())
def test_a_crawl_with_a_jobdir_gives_the_records_of_an_undisturbed_one(plan: Plan) -> None:
    with TemporaryDirectory(dir=SHM if SHM.is_dir() else None) as folder:
        workshop = FileWorkshop(Path(folder))
        try:
            assert recover(plan, workshop).records == expected(plan.shape)
        finally:
            workshop.close()


@some
@given(plan=plans())
def test_a_crawl_on_redis_gives_the_records_of_an_undisturbed_one(client: redis.Redis, plan: Plan) -> None:
    assert recover(plan, RedisWorkshop(client)).records == expected(plan.shape)
