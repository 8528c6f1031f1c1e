import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from uuid import uuid4

import pytest

from scrapy_bt.crawl.load.cgroups import ControlGroup, list_groups, read_cores, read_cpu_seconds, read_memory

UNIFIED = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
SEPARATE = (
    "24 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n"
    "33 25 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:10 - cgroup cgroup rw,cpu,cpuacct\n"
    "35 25 0:31 / /sys/fs/cgroup/memory rw,relatime shared:12 - cgroup cgroup rw,memory\n"
    "41 25 0:37 / /sys/fs/cgroup/unified rw,relatime shared:18 - cgroup2 cgroup2 rw\n"
)
NO_LIMIT = "9223372036854771712\n"


def write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def unified(root: Path, path: str, files: Mapping[str, str] | None = None, mounts: str = UNIFIED) -> Path:
    """Write the files of version 2, those of groups by their place in the tree."""
    places = {"proc/self/cgroup": f"0::{path}\n", "proc/self/mountinfo": mounts}
    return write(root, {**places, **{f"sys/fs/cgroup/{name}": text for name, text in (files or {}).items()}})


def separate(root: Path, path: str, files: Mapping[str, str] | None = None, mounts: str = SEPARATE) -> Path:
    """Write the files of version 1."""
    text = f"12:memory:{path}\n5:cpu,cpuacct:{path}\n1:name=systemd:/init.scope\n0::/init.scope\n"
    places = {"proc/self/cgroup": text, "proc/self/mountinfo": mounts}
    return write(root, {**places, **{f"sys/fs/cgroup/{name}": each for name, each in (files or {}).items()}})


def test_nested_groups_are_listed_from_the_inside_out(tmp_path: Path) -> None:
    groups = list_groups(unified(tmp_path, "/kube/pod7/main"), "memory")
    top = tmp_path / "sys/fs/cgroup"
    assert groups == [
        ControlGroup("/kube/pod7/main", top / "kube/pod7/main", 2),
        ControlGroup("/kube/pod7", top / "kube/pod7", 2),
        ControlGroup("/kube", top / "kube", 2),
        ControlGroup("/", top, 2),
    ]


def test_version_1_has_a_tree_for_each_controller(tmp_path: Path) -> None:
    root = separate(tmp_path, "/docker/abc")
    assert [group.path for group in list_groups(root, "memory")] == ["/docker/abc", "/docker", "/"]
    assert {group.version for group in list_groups(root, "cpu")} == {1}
    assert list_groups(root, "cpu")[0].folder == tmp_path / "sys/fs/cgroup/cpu,cpuacct/docker/abc"
    assert list_groups(root, "cpuacct")[0].folder == tmp_path / "sys/fs/cgroup/cpu,cpuacct/docker/abc"


def test_a_controller_that_version_1_has_not_is_one_of_version_2(tmp_path: Path) -> None:
    places = {"proc/self/cgroup": "12:memory:/a\n0::/b\n", "proc/self/mountinfo": SEPARATE}
    groups = list_groups(write(tmp_path, places), "cpu")
    assert groups[0] == ControlGroup("/b", tmp_path / "sys/fs/cgroup/unified/b", 2)


def test_a_container_sees_its_own_part_of_the_tree(tmp_path: Path) -> None:
    mounts = SEPARATE.replace("0:31 / ", "0:31 /docker/abc ")
    groups = list_groups(separate(tmp_path, "/docker/abc/inner", mounts=mounts), "memory")
    top = tmp_path / "sys/fs/cgroup/memory"
    assert groups == [ControlGroup("/docker/abc/inner", top / "inner", 1), ControlGroup("/docker/abc", top, 1)]


@pytest.mark.parametrize("path", ["/elsewhere/abc", "/../../above", "/"])
def test_a_path_that_is_not_mounted_stands_for_the_mount(tmp_path: Path, path: str) -> None:
    mounts = UNIFIED.replace("0:26 / ", "0:26 /docker/abc ")
    assert list_groups(unified(tmp_path, path, mounts=mounts), "memory") == [
        ControlGroup("/docker/abc", tmp_path / "sys/fs/cgroup", 2)
    ]


def test_a_second_mount_may_be_the_right_one(tmp_path: Path) -> None:
    mounts = UNIFIED.replace("0:26 / /sys", "0:26 /other /mnt") + UNIFIED
    assert list_groups(unified(tmp_path, "/a", mounts=mounts), "cpu")[0].folder == tmp_path / "sys/fs/cgroup/a"


def test_spaces_in_a_mount_point_are_understood(tmp_path: Path) -> None:
    mounts = UNIFIED.replace("/sys/fs/cgroup", "/my\\040groups")
    assert list_groups(unified(tmp_path, "/a", mounts=mounts), "cpu")[0].folder == tmp_path / "my groups/a"


def test_without_groups_there_are_none(tmp_path: Path) -> None:
    assert list_groups(unified(tmp_path, "/a", mounts=""), "memory") == []
    assert list_groups(write(tmp_path, {"proc/self/cgroup": ""}), "memory") == []


@pytest.mark.parametrize(
    ("cgroup", "mountinfo"), [("nonsense", UNIFIED), ("0::a", UNIFIED), ("0::/a", "30 23 - cgroup2 cgroup2 rw")]
)
def test_files_that_the_kernel_would_not_write_are_an_error(tmp_path: Path, cgroup: str, mountinfo: str) -> None:
    root = write(tmp_path, {"proc/self/cgroup": cgroup, "proc/self/mountinfo": mountinfo})
    with pytest.raises(ValueError, match="has the line"):
        list_groups(root, "memory")


MEMORY_2 = {
    "memory.max": "1073741824\n",
    "memory.high": "max\n",
    "memory.current": "734003200\n",
    "memory.stat": "anon 419430400\nfile 314572800\ninactive_file 209715200\nactive_file 104857600\n",
}
MEMORY_1 = {
    "memory.limit_in_bytes": "1073741824\n",
    "memory.usage_in_bytes": "734003200\n",
    "memory.stat": "cache 1\ninactive_file 5\nhierarchical_memory_limit 1073741824\ntotal_inactive_file 209715200\n",
}


def group(folder: Path, files: Mapping[str, str], version: int) -> ControlGroup:
    return ControlGroup("/a", write(folder, files), version)


@pytest.mark.parametrize(("files", "version"), [(MEMORY_2, 2), (MEMORY_1, 1)])
def test_memory_in_use_is_without_the_inactive_cache(tmp_path: Path, files: dict[str, str], version: int) -> None:
    assert read_memory(group(tmp_path, files, version)) == (524288000, 1073741824)


@pytest.mark.parametrize(
    ("files", "version"),
    [
        (MEMORY_2 | {"memory.max": "max\n"}, 2),
        ({}, 2),
        (
            MEMORY_1
            | {"memory.limit_in_bytes": NO_LIMIT, "memory.stat": f"cache 1\nhierarchical_memory_limit {NO_LIMIT}"},
            1,
        ),
    ],
)
def test_memory_without_a_limit_is_none(tmp_path: Path, files: dict[str, str], version: int) -> None:
    assert read_memory(group(tmp_path, files, version)) is None


def test_the_tightest_of_the_limits_of_a_group_counts(tmp_path: Path) -> None:
    throttled = group(tmp_path / "2", MEMORY_2 | {"memory.high": "900000000\n"}, 2)
    assert read_memory(throttled) == (524288000, 900000000)
    stat = MEMORY_1["memory.stat"].replace("limit 1073741824", "limit 600000000")
    below = group(tmp_path / "1", MEMORY_1 | {"memory.limit_in_bytes": NO_LIMIT, "memory.stat": stat}, 1)
    assert read_memory(below) == (524288000, 600000000)


@pytest.mark.parametrize("name", ["memory.max", "memory.current", "memory.stat"])
def test_a_broken_file_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="holds"):
        read_memory(group(tmp_path, MEMORY_2 | {name: "no number\nat all"}, 2))


@pytest.mark.parametrize(
    ("files", "version", "expected"),
    [
        ({"cpu.max": "50000 100000\n"}, 2, 0.5),
        ({"cpu.max": "300000 200000\n"}, 2, 1.5),
        ({"cpu.max": "max 100000\n"}, 2, None),
        ({}, 2, None),
        ({"cpu.cfs_quota_us": "200000\n", "cpu.cfs_period_us": "100000\n"}, 1, 2.0),
        ({"cpu.cfs_quota_us": "-1\n", "cpu.cfs_period_us": "100000\n"}, 1, None),
    ],
)
def test_the_share_of_cpu_time(tmp_path: Path, files: dict[str, str], version: int, expected: float | None) -> None:
    assert read_cores(group(tmp_path, files, version)) == expected


@pytest.mark.parametrize("text", ["", "5", "x y", "0 100000", "5 0"])
def test_a_broken_share_of_cpu_time_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="holds"):
        read_cores(group(tmp_path, {"cpu.max": text}, 2))


def test_cpu_time_in_seconds(tmp_path: Path) -> None:
    assert read_cpu_seconds(group(tmp_path, {"cpu.stat": "usage_usec 2500000\nuser_usec 1\n"}, 2)) == 2.5
    assert read_cpu_seconds(group(tmp_path, {"cpuacct.usage": "2500000000\n"}, 1)) == 2.5
    with pytest.raises(ValueError, match="has no usage_usec"):
        read_cpu_seconds(group(tmp_path, {"cpu.stat": "user_usec 1\n"}, 2))


def topmost(controller: str) -> ControlGroup:
    """The topmost group of this system, in which a test may make a group of its own; else the test is skipped."""
    try:
        groups = list_groups(Path("/"), controller)
    except (OSError, ValueError) as error:
        pytest.skip(f"no control groups here: {error}")
    if os.geteuid() != 0 or not groups:
        pytest.skip("only root can make a control group, where there are any")
    if controller != "memory" and groups[0].path != "/":
        pytest.skip("this process is in a control group, which it should not leave")
    return groups[-1]


@pytest.fixture
def new_group() -> Iterator:
    """Make a control group in the topmost one, and remove it at the end."""
    with ExitStack() as made:

        def new_group(controller: str, name: str, probe: str) -> ControlGroup:
            top = topmost(controller)
            folder = top.folder / name
            try:
                folder.mkdir()
            except OSError as error:
                pytest.skip(f"this system lets nobody make a control group: {error}")
            made.callback(folder.rmdir)
            if not (folder / probe).exists():
                pytest.skip(f"the groups of this system have no {probe}")
            return ControlGroup(f"/{name}", folder, top.version)

        yield new_group


def test_a_real_limit_of_memory(new_group) -> None:
    version = topmost("memory").version
    name = "memory.max" if version == 2 else "memory.limit_in_bytes"
    made = new_group("memory", f"scrapy-bt-{uuid4().hex[:8]}", name)
    assert read_memory(made) is None
    (made.folder / name).write_text(str(64 * 2**20), "ascii")
    assert read_memory(made) == (0, 64 * 2**20)
    inner = ControlGroup(f"{made.path}/inner", made.folder / "inner", version)
    inner.folder.mkdir()
    try:
        if version == 1:  # where the limit above is given below too
            assert read_memory(inner) == (0, 64 * 2**20)
    finally:
        inner.folder.rmdir()


BUSY = """
import os, sys, time
from pathlib import Path
from scrapy_bt.crawl.load.machine import Machine
for folder in sys.argv[1:]:
    (Path(folder) / "cgroup.procs").write_text(str(os.getpid()), "ascii")
machine = Machine()
begun, spent = time.monotonic(), time.process_time()
machine.read(begun)
while time.monotonic() < begun + 0.5:
    pass
end = time.monotonic()
uses = machine.read(end)
print("cores", (time.process_time() - spent) / (end - begun), sep="|")
for name, use in uses.items():
    print(name, use.used, use.own, sep="|")
"""


def test_a_process_in_a_real_group_knows_its_share_of_cpu_time(new_group) -> None:
    version = topmost("cpu").version
    name = f"scrapy-bt-{uuid4().hex[:8]}"
    made = [new_group("cpu", name, "cpu.max" if version == 2 else "cpu.cfs_quota_us")]
    if version == 2:
        (made[0].folder / "cpu.max").write_text("20000 100000", "ascii")
    else:
        with suppress(FileExistsError):
            if list_groups(Path("/"), "cpuacct")[-1].folder != made[0].folder.parent:
                made.append(new_group("cpuacct", name, "cpuacct.usage"))
        (made[0].folder / "cpu.cfs_period_us").write_text("100000", "ascii")
        (made[0].folder / "cpu.cfs_quota_us").write_text("20000", "ascii")
    command = [sys.executable, "-c", BUSY, *(str(each.folder) for each in made)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[3]).stdout
    found = re.search(rf"^cpu of /{name}\|(\S+)\|(\S+)$", told, re.MULTILINE)
    assert found, told
    cores = re.search(r"^cores\|(\S+)$", told, re.MULTILINE)
    assert cores, told
    # A fifth of a core is all of it; a busy machine may give less, and the kernel lets it pass by parts of a period.
    share = pytest.approx(100 * float(cores[1]) / 0.2, rel=0.2, abs=10)
    assert [float(found[1]), float(found[2])] == [share, share]
