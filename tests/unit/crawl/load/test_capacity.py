import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from scrapy_bt.crawl.load import capacity
from scrapy_bt.crawl.load.capacity import Capacity
from scrapy_bt.errors import BTError
from tests.waiting import until

FAST = {"BT_CAPACITY_INTERVAL": 0.02, "BT_CAPACITY_LAG_LIMIT": 1000.0}
"""How late the loop of a busy machine is says nothing here."""


class Host:
    """The files of a machine with 1000 kB and one CPU of which nothing is known."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.fill(10)
        for name, text in {
            "proc/self/statm": "9 0 0",
            "proc/self/stat": "1 (a) R" + " 0" * 20,
            "proc/self/status": "Cpus_allowed_list: 0",
            "proc/self/cgroup": "",
            "proc/self/mountinfo": "",
            "proc/stat": "cpu0 1 1 1 1 1 1 1 1",
        }.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    def fill(self, percent: int) -> None:
        path = self.root / "proc/meminfo"
        path.parent.mkdir(parents=True, exist_ok=True)
        # Replaced as a whole: it is read while it is written.
        new = path.with_suffix(".new")
        new.write_text(f"MemTotal: 1000 kB\nMemAvailable: {1000 - 10 * percent} kB\n", "utf-8")
        new.replace(path)


class Worker:
    """A worker that has *working* tasks."""

    def __init__(self, host: Host, *, cap: int = 16, settings: dict[str, Any] | None = None) -> None:
        self.working = 0
        self.capacity = Capacity(
            Settings({**FAST, **(settings or {})}), in_progress=lambda: self.working, cap=cap, root=host.root
        )

    def run(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do something while the capacity is measured."""

        async def scenario() -> None:
            self.capacity.start()
            try:
                await act()
            finally:
                self.capacity.stop()

        asyncio.run(scenario())


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_it_starts_with_the_initial_number_and_grows_to_the_cap(host: Host) -> None:
    worker = Worker(host, cap=6)
    assert worker.capacity.room() == 5

    async def act() -> None:
        assert worker.capacity.room() == 5
        worker.working = 3
        assert worker.capacity.room() == 2
        await until(lambda: worker.capacity.room() == 3)

    worker.run(act)
    assert worker.capacity.room() == 3
    worker.working = 6
    assert worker.capacity.room() == 0
    worker.working = 40
    assert worker.capacity.room() == 0


def test_a_full_machine_leaves_room_for_one_task(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    host.fill(95)
    worker = Worker(host)

    async def act() -> None:
        assert worker.capacity.room() == 1
        worker.working = 1
        assert worker.capacity.room() == 0
        host.fill(20)
        await until(lambda: worker.capacity.report()["memory"]["used"] < 90)
        await until(lambda: worker.capacity.report()["fits"] == 15)

    worker.run(act)
    # Others log as well where the root logger lets them: asyncio which selector it uses.
    told = [record for record in caplog.records if record.name == capacity.__name__]
    assert [record.levelno for record in told] == [logging.WARNING]
    assert "memory is at 95 %, and BT_CAPACITY_MEMORY_LIMIT is 90" in caplog.text


def test_a_limit_can_be_set(host: Host) -> None:
    host.fill(60)
    worker = Worker(host, settings={"BT_CAPACITY_MEMORY_LIMIT": 50})

    async def act() -> None:
        assert worker.capacity.room() == 1

    worker.run(act)


def test_a_loop_that_is_always_late_takes_no_more(host: Host) -> None:
    worker = Worker(host, settings={"BT_CAPACITY_LAG_LIMIT": 0.001, "BT_CAPACITY_LEAST": 1})
    worker.working = 16

    def block() -> None:
        end = time.monotonic() + 0.02
        while time.monotonic() < end:
            pass

    async def act() -> None:
        while worker.capacity.report()["allowed"] > 4:
            block()
            await asyncio.sleep(0)

    worker.run(act)
    report = worker.capacity.report()
    assert report["tightest"] == "lag"
    assert report["lag"]["used"] > 0.001
    assert report["room"] == report["fits"] == 0


def test_the_report_says_what_the_answer_comes_from(host: Host) -> None:
    host.fill(40)
    worker = Worker(host, settings={"BT_CAPACITY_INITIAL": 7})
    before = worker.capacity.report()
    assert before["memory"] is before["cpu"] is before["lag"] is before["tightest"] is None

    async def act() -> None:
        report = json.loads(json.dumps(worker.capacity.report()))
        assert report == {
            "on": True,
            "in_progress": 0,
            "allowed": 7,
            "room": 7,
            "fits": 7,
            "tightest": None,
            "memory": {"used": 40.0, "own": 0.0, "limit": 90.0, "of": "machine"},
            "cpu": None,
            "lag": {"used": 0.0, "own": 0.0, "limit": 1000.0, "of": "process"},
        }

    worker.run(act)


def test_the_group_with_the_least_room_is_reported(host: Host) -> None:
    (host.root / "proc/self/cgroup").write_text("0::/pod\n", "ascii")
    (host.root / "proc/self/mountinfo").write_text("1 1 0:1 / /groups rw - cgroup2 cgroup2 rw\n", "ascii")
    (host.root / "proc/self/statm").write_text("9 10 0", "ascii")
    pod = host.root / "groups/pod"
    pod.mkdir(parents=True)
    for name, text in {"max": "512000", "current": "256000", "stat": "inactive_file 0"}.items():
        (pod / f"memory.{name}").write_text(text, "ascii")
    worker = Worker(host)

    async def act() -> None:
        memory = worker.capacity.report()["memory"]
        assert memory["of"] == "/pod"
        assert memory["used"] == 50.0

    worker.run(act)


def test_what_was_known_last_stays_after_the_end(host: Host) -> None:
    worker = Worker(host, cap=6)

    async def act() -> None:
        worker.working = 1
        await until(lambda: worker.capacity.room() == 5)

    worker.run(act)
    assert worker.capacity.room() == 5
    assert worker.capacity.report()["memory"]["used"] == 10.0


def test_it_can_be_started_twice_and_stopped_twice_and_started_again(host: Host) -> None:
    worker = Worker(host, cap=6)

    async def act() -> None:
        worker.capacity.start()
        worker.working = 1
        await until(lambda: worker.capacity.room() == 5)
        worker.capacity.stop()
        worker.capacity.stop()
        worker.working = 0
        worker.capacity.start()
        assert worker.capacity.room() == 5

    worker.run(act)


def test_nothing_runs_after_the_end(host: Host) -> None:
    asked = 0

    def in_progress() -> int:
        nonlocal asked
        asked += 1
        return 1

    async def scenario() -> None:
        capacity = Capacity(Settings(FAST), in_progress=in_progress, cap=16, root=host.root)
        capacity.start()
        await until(lambda: asked > 5)
        capacity.stop()
        before = asked
        await asyncio.sleep(0.02)
        assert asked == before

    asyncio.run(scenario())


def test_switched_off_only_the_cap_counts(host: Host) -> None:
    host.fill(99)
    worker = Worker(host, settings={"BT_CAPACITY": False})
    worker.working = 4

    async def act() -> None:
        assert worker.capacity.room() == 12
        report = worker.capacity.report()
        assert (report["on"], report["allowed"], report["fits"], report["memory"]) == (False, 16, 12, None)

    worker.run(act)


def test_the_real_machine_is_measured() -> None:
    capacity = Capacity(Settings(FAST), in_progress=lambda: 2, cap=16)

    async def scenario() -> None:
        capacity.start()
        await until(lambda: capacity.report()["cpu"] is not None)
        capacity.stop()

    asyncio.run(scenario())
    report = capacity.report()
    assert 0 < report["memory"]["own"] <= 100
    assert report["cpu"]["limit"] == 90.0


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("BT_CAPACITY", "maybe", "True or False"),
        ("BT_CAPACITY_INITIAL", 0, "a whole number from 1 on"),
        ("BT_CAPACITY_INITIAL", "few", "a whole number from 1 on"),
        ("BT_CAPACITY_MEMORY_LIMIT", 900, "a number from 1 to 100"),
        ("BT_CAPACITY_MEMORY_LIMIT", "", "a number from 1 to 100"),
        ("BT_CAPACITY_CPU_LIMIT", -1, "a number from 1 to 100"),
        ("BT_CAPACITY_LAG_LIMIT", 0, "a number of seconds from 0.001 on"),
        ("BT_CAPACITY_LAG_LIMIT", "inf", "a number of seconds from 0.001 on"),
        ("BT_CAPACITY_INTERVAL", "nan", "a number of seconds from 0.01 on"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(name: str, value: Any, advice: str) -> None:
    with pytest.raises(BTError, match=f"{name} is .*{value}.*: it is {advice}"):
        Capacity(Settings({name: value}), in_progress=lambda: 0, cap=16)
