import logging
import os
import time
from pathlib import Path

import psutil
import pytest

from scrapy_bt.crawl.load.machine import Machine, Use

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
GIBI = 2**30
UNIFIED = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
SEPARATE = (
    "33 25 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu\n"
    "34 25 0:30 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct\n"
    "35 25 0:31 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
)


class Host:
    """The files of a machine with 8 GiB and 4 CPUs; seconds are counted from its start."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write(
            "proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 100 kB\nMemAvailable: 6291456 kB\nHugePages_Total: 0\n"
        )
        self.write("proc/self/statm", f"9999 {GIBI // 4 // PAGE} 3 1 0 5 0\n")
        self.write("proc/self/status", "Name:\tpython\nCpus_allowed:\tf\nCpus_allowed_list:\t0-3\n")
        self.write("proc/self/cgroup", "")
        self.write("proc/self/mountinfo", "")
        self.spend(own=0, cpus=[(0, 100)] * 4)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def spend(self, *, own: float, cpus: list[tuple[float, float]]) -> None:
        """Seconds of CPU time: of this process, and of each CPU that it was busy and idle."""
        self.write("proc/self/stat", f"7 (a (b) c) R 1 1 1 0 -1 0 1 0 0 0 {round(own * TICKS)} 0 9 9 20 0 1 0 5\n")
        lines = "".join(
            f"cpu{number} {round(busy * TICKS)} 0 0 {round(idle * TICKS)} 0 0 0 0 {7 * TICKS} 0\n"
            for number, (busy, idle) in enumerate(cpus)
        )
        self.write("proc/stat", f"cpu  1 2 3 4 5 6 7 8 9 0\n{lines}intr 5 6\nctxt 9\n")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_memory_in_percent_of_the_machine(host: Host) -> None:
    assert Machine(host.root).read(0.0) == {"memory": Use(25.0, 3.125)}


def test_an_old_kernel_tells_what_is_free_and_what_is_cached(host: Host) -> None:
    host.write("proc/meminfo", "MemTotal: 8388608 kB\nMemFree: 4194304 kB\nCached: 2097152 kB\n")
    assert Machine(host.root).read(0.0)["memory"] == Use(25.0, 3.125)


def test_cpu_is_what_was_used_since_the_reading_before(host: Host) -> None:
    machine = Machine(host.root)
    assert "cpu" not in machine.read(0.0)
    host.spend(own=1, cpus=[(2, 100), (0, 102), (2, 100), (0, 102)])
    assert machine.read(2.0)["cpu"] == Use(50.0, 12.5)
    host.spend(own=1, cpus=[(2, 102), (0, 104), (2, 102), (0, 104)])
    assert machine.read(4.0)["cpu"] == Use(0.0, 0.0)


def test_only_cpus_count_on_which_this_process_may_run(host: Host) -> None:
    host.write("proc/self/status", "Cpus_allowed_list:\t0,2\n")
    machine = Machine(host.root)
    machine.read(0.0)
    host.spend(own=1, cpus=[(2, 100), (0, 102), (2, 100), (0, 102)])
    assert machine.read(2.0)["cpu"] == Use(100.0, 25.0)


def test_no_time_between_readings_tells_nothing_new(host: Host) -> None:
    machine = Machine(host.root)
    machine.read(0.0)
    machine.read(0.0)
    host.spend(own=1, cpus=[(2, 100), (0, 102), (2, 100), (0, 102)])
    first = machine.read(2.0)
    assert machine.read(2.0) == first
    assert machine.read(2.001) == first


def unified(host: Host, path: str) -> None:
    host.write("proc/self/cgroup", f"0::{path}\n")
    host.write("proc/self/mountinfo", UNIFIED)


def group(host: Host, path: str, *, used: int = 0, limit: str = "max", cpu: str = "max 100000") -> None:
    folder = f"sys/fs/cgroup{path}"
    host.write(f"{folder}/memory.max", f"{limit}\n")
    host.write(f"{folder}/memory.current", f"{used}\n")
    host.write(f"{folder}/memory.stat", "inactive_file 0\n")
    host.write(f"{folder}/cpu.max", f"{cpu}\n")
    host.write(f"{folder}/cpu.stat", "usage_usec 0\n")


def test_each_group_with_a_limit_has_its_own_percents(host: Host) -> None:
    unified(host, "/pod/main")
    group(host, "/pod", used=3 * GIBI // 2, limit=str(2 * GIBI))
    group(host, "/pod/main", used=GIBI // 2, limit=str(GIBI))
    assert Machine(host.root).read(0.0) == {
        "memory": Use(25.0, 3.125),
        "memory of /pod/main": Use(50.0, 25.0),
        "memory of /pod": Use(75.0, 12.5),
    }


def test_a_limit_above_what_the_machine_has_is_none(host: Host) -> None:
    unified(host, "/pod")
    group(host, "/pod", used=GIBI, limit=str(9 * GIBI))
    assert list(Machine(host.root).read(0.0)) == ["memory"]


def test_a_limit_of_nothing_is_full(host: Host) -> None:
    unified(host, "/pod")
    group(host, "/pod", used=GIBI, limit="0")
    assert Machine(host.root).read(0.0)["memory of /pod"] == Use(100.0, 100.0)


def test_a_share_of_cpu_time_is_the_whole_of_a_group(host: Host) -> None:
    unified(host, "/pod")
    group(host, "/pod", cpu="50000 100000")
    machine = Machine(host.root)
    machine.read(0.0)
    host.spend(own=0.5, cpus=[(1, 101)] * 4)
    host.write("sys/fs/cgroup/pod/cpu.stat", "usage_usec 750000\n")
    uses = machine.read(2.0)
    assert uses["cpu"] == Use(50.0, 6.25)
    assert uses["cpu of /pod"] == Use(75.0, 50.0)


@pytest.mark.parametrize(("accounts", "expected"), [("/pod", 75.0), ("/other", 50.0)])
def test_version_1_counts_cpu_time_in_another_tree(host: Host, accounts: str, expected: float) -> None:
    host.write("proc/self/cgroup", f"3:cpu:/pod\n4:cpuacct:{accounts}\n5:memory:/pod\n")
    host.write("proc/self/mountinfo", SEPARATE)
    for path, quota in (("", "-1"), ("/pod", "50000")):
        host.write(f"sys/fs/cgroup/cpu{path}/cpu.cfs_quota_us", quota)
        host.write(f"sys/fs/cgroup/cpu{path}/cpu.cfs_period_us", "100000")
        host.write(f"sys/fs/cgroup/cpuacct{path}/cpuacct.usage", "0")
        limit = "9223372036854771712" if not path else str(GIBI)
        host.write(f"sys/fs/cgroup/memory{path}/memory.limit_in_bytes", limit)
        host.write(f"sys/fs/cgroup/memory{path}/memory.usage_in_bytes", str(GIBI // 2))
        host.write(f"sys/fs/cgroup/memory{path}/memory.stat", f"hierarchical_memory_limit {limit}\n")
    machine = Machine(host.root)
    assert machine.read(0.0)["memory of /pod"] == Use(50.0, 25.0)
    host.spend(own=0.5, cpus=[(1, 101)] * 4)
    host.write("sys/fs/cgroup/cpuacct/pod/cpuacct.usage", "750000000")
    # Without the group's own count, what this process has used counts.
    assert machine.read(2.0)["cpu of /pod"] == Use(expected, 50.0)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("proc/self/cgroup", "nonsense"),
        ("sys/fs/cgroup/pod/memory.max", "many"),
        ("sys/fs/cgroup/pod/memory.stat", "inactive_file"),
        ("sys/fs/cgroup/pod/cpu.max", "?"),
    ],
)
def test_where_a_group_cannot_be_read_the_machine_counts(
    host: Host, name: str, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    unified(host, "/pod")
    group(host, "/pod", used=GIBI // 2, limit=str(GIBI), cpu="50000 100000")
    host.write(name, text)
    machine = Machine(host.root)
    machine.read(0.0)
    for second in (1, 2, 3):
        host.spend(own=second / 4, cpus=[(second / 2, 100 + second / 2)] * 4)
        uses = machine.read(float(second))
    assert uses["memory"] == Use(25.0, 3.125)
    assert uses["cpu"].used == 50.0
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "control group" in caplog.text
    # What can be read of a group counts all the same.
    assert ("memory of /pod" in uses) == ("cpu" in name)
    assert ("cpu of /pod" in uses) == ("memory" in name)


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("proc/meminfo", "memory"),
        ("proc/self/statm", "memory"),
        ("proc/stat", "cpu"),
        ("proc/self/stat", "cpu"),
    ],
)
@pytest.mark.parametrize("text", ["", "cpu0", "MemTotal: x kB", "a b c d"])
def test_what_the_machine_does_not_tell_is_left_out(
    host: Host, name: str, missing: str, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    host.write(name, text)
    machine = Machine(host.root)
    machine.read(0.0)
    machine.read(1.0)
    host.spend(own=1, cpus=[(2, 100)] * 4)
    host.write(name, text)
    assert set(machine.read(2.0)) == {"memory", "cpu"} - {missing}
    assert len(caplog.records) == 1


def test_all_cpus_count_where_those_of_the_process_are_not_told(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    host.write("proc/self/status", "Name: python\n")
    machine = Machine(host.root)
    machine.read(0.0)
    host.spend(own=1, cpus=[(2, 100), (0, 102), (2, 100), (0, 102)])
    assert machine.read(2.0)["cpu"] == Use(50.0, 12.5)
    assert len(caplog.records) == 1


def test_without_proc_the_process_and_the_load_are_known(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine(tmp_path)
    first = machine.read(0.0)
    assert set(first) == {"memory"}
    assert 0 < first["memory"].own == first["memory"].used < 100
    later = machine.read(1000.0)
    assert 0 <= later["cpu"].used <= 100
    assert 0 <= later["cpu"].own < 1
    assert machine.read(1000.0).keys() == {"memory"}
    assert caplog.records == []


@pytest.mark.skipif(not Path("/proc/meminfo").exists(), reason="needs a system with /proc")
def test_this_machine_is_as_others_see_it() -> None:
    """Others look before and after: what is seen between them is between them."""
    machine, process = Machine(), psutil.Process()

    def look() -> tuple[float, float, float, float]:
        memory, times = psutil.virtual_memory(), process.cpu_times()
        shares = (1 - memory.available / memory.total, process.memory_info().rss / memory.total)
        return *(100 * share for share in shares), time.monotonic(), times.user + times.system

    while True:  # others take memory and give it back: until they have not
        (used, own, _, outer_before), first, (used_after, *_) = look(), machine.read(start := time.monotonic()), look()
        if used == pytest.approx(used_after, abs=0.5):
            break
    assert first["memory"].used == pytest.approx(used, abs=1)
    assert first["memory"].own == pytest.approx(own, abs=1)
    *_, inner_begin, inner_before = look()
    while time.monotonic() < inner_begin + 0.1:
        pass
    *_, inner_after = look()
    uses = machine.read(end := time.monotonic())
    *_, outer_after = look()
    of_all = len(process.cpu_affinity()) * (end - start) / 100
    tick = 0.02  # of the user's and of the system's time
    assert (inner_after - inner_before - tick) / of_all <= uses["cpu"].own
    assert uses["cpu"].own <= (outer_after - outer_before + tick) / of_all
