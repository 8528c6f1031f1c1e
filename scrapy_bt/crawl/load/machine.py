"""What is in use of the machine's memory and CPU, and what this process uses of it, in percent.

Linux tells it in `/proc`, proc(5); what this process may use is narrowed by the CPUs that it may run on and by the
limits of its control groups. Other systems tell less, and what is not known holds nothing back: of memory only what
this process has used at most, of the CPU the load over the last minute.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

from ...sentences import say
from .cgroups import ControlGroup, list_groups, read_cores, read_cpu_seconds, read_memory

logger = logging.getLogger(__name__)

_Read = TypeVar("_Read")

_SECONDS_PER_TICK = 1 / os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 0.01


@dataclass(frozen=True, slots=True)
class Use:
    """Percent in use by everybody, and by this process, which may be a little more: both are measured coarsely."""

    used: float
    own: float


@dataclass(frozen=True, slots=True)
class _Times:
    """What has been used up until *now*: ticks of the machine's CPUs, seconds of this process and of groups."""

    now: float
    busy: int
    total: int
    own: float
    groups: dict[str, tuple[float, float]] = field(default_factory=dict)
    """By path: CPU seconds that the group has used, and the cores' time that it may use."""


class Machine:
    """Reads the files below *root*; what cannot be read there is logged once, and the rest counts without it."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._told: set[str] = set()
        self._has_proc = (root / "proc/self").exists()
        self._memory_groups = self._list_groups("memory")
        self._cpu_groups = self._list_groups("cpu")
        self._accounts = {group.path: group for group in self._list_groups("cpuacct") if group.version == 1}
        """Version 1 counts CPU time in a hierarchy of its own, most often with the same paths."""
        self._before: _Times | None = None
        self._cpu: dict[str, Use] = {}

    def read(self, now: float) -> dict[str, Use]:
        """Uses by name: `memory` and `cpu` of the machine, `memory of PATH` and `cpu of PATH` of groups with a limit.

        *now*: seconds of a clock that only goes forward. The CPU's use is that since the reading before, so the first
        one has none.
        """
        if not self._has_proc:
            return self._read_elsewhere(now)
        return {**self._read_memory(), **self._read_cpu(now)}

    def _read_memory(self) -> dict[str, Use]:
        own = self._try("the memory of this process", partial(_read_resident, self._root))
        machine = self._try("the memory of the machine", partial(_read_meminfo, self._root))
        if own is None:
            return {}
        uses = {}
        if machine is not None:
            uses["memory"] = _percent(*machine, own)
        for group in self._memory_groups:
            found = self._try(f"the memory of the control group {group.path}", partial(read_memory, group))
            if found is not None and (machine is None or found[1] < machine[1]):
                uses[f"memory of {group.path}"] = _percent(*found, own)
        return uses

    def _read_cpu(self, now: float) -> dict[str, Use]:
        times = self._try("the CPU time of the machine", partial(self._read_times, now))
        if times is None:
            return {}
        before = self._before
        if before is None:
            self._before = times
        elif times.total > before.total and times.now > before.now:
            self._before, self._cpu = times, _compare(before, times)
        return self._cpu

    def _read_times(self, now: float) -> _Times:
        cpus = self._try("the CPUs of this process", partial(_read_cpus, self._root))
        busy, total = _read_ticks(self._root, cpus)
        own = _read_own_seconds(self._root)
        groups = {}
        for group in self._cpu_groups:
            name = f"the CPU limit of the control group {group.path}"
            found = self._try(name, partial(self._read_group, group, own))
            if found is not None:
                groups[group.path] = found
        return _Times(now, busy, total, own, groups)

    def _read_group(self, group: ControlGroup, own: float) -> tuple[float, float] | None:
        cores = read_cores(group)
        if cores is None:
            return None
        account = self._accounts.get(group.path) if group.version == 1 else group
        return (own if account is None else read_cpu_seconds(account)), cores

    def _read_elsewhere(self, now: float) -> dict[str, Use]:
        """What the standard library tells on a system without `/proc`."""
        memory = self._try("the memory of this machine", _read_peak)
        load = self._try("the load of this machine", _read_load)
        own, before = time.process_time(), self._before
        self._before = _Times(now, 0, 0, own)
        uses = {} if memory is None else {"memory": memory}
        if load is not None and before is not None and now > before.now:
            used = 100 * (own - before.own) / ((now - before.now) * (os.cpu_count() or 1))
            uses["cpu"] = Use(load, max(0.0, used))
        return uses

    def _list_groups(self, controller: str) -> list[ControlGroup]:
        if not self._has_proc:
            return []
        return self._try("the control groups", partial(list_groups, self._root, controller)) or []

    def _try(self, what: str, read: Callable[[], _Read]) -> _Read | None:
        """What *read* gives; none, and a line in the log the first time, where it cannot."""
        try:
            return read()
        except (OSError, ValueError) as error:
            if what not in self._told:
                self._told.add(what)
                logger.warning("Capacity goes on without %s, which cannot be read: %s", what, error)
            return None


def _percent(used: int, total: int, own: int) -> Use:
    """A limit of 0 bytes is full."""
    return Use(100 * used / total, 100 * own / total) if total > 0 else Use(100.0, 100.0)


def _compare(before: _Times, after: _Times) -> dict[str, Use]:
    ticks, seconds, own = after.total - before.total, after.now - before.now, max(0.0, after.own - before.own)
    busy = max(0, after.busy - before.busy)
    uses = {"cpu": Use(100 * busy / ticks, 100 * own / (ticks * _SECONDS_PER_TICK))}
    for path, (used, cores) in after.groups.items():
        if path in before.groups:
            share = 100 / (cores * seconds)
            uses[f"cpu of {path}"] = Use(share * max(0.0, used - before.groups[path][0]), share * own)
    return uses


def _read_meminfo(root: Path) -> tuple[int, int]:
    """Bytes in use, and all there are; caches that the kernel would give up are not in use."""
    path = root / "proc/meminfo"
    table = {}
    for line in path.read_text("ascii").splitlines():
        name, _, rest = line.partition(":")
        table[name] = int(rest.split()[0]) * 1024 if rest.strip() else 0
    try:
        total = table["MemTotal"]
        # Kernels before 3.14 do not say what is available.
        free = table["MemAvailable"] if "MemAvailable" in table else table["MemFree"] + table["Cached"]
    except KeyError as error:
        raise ValueError(say("{} has no {}", path, error.args[0])) from None
    return max(0, total - free), total


def _read_resident(root: Path) -> int:
    """Bytes of this process that are in memory."""
    return _field(root / "proc/self/statm", 1) * os.sysconf("SC_PAGE_SIZE")


def _read_own_seconds(root: Path) -> float:
    """CPU time of this process: fields 14 and 15 of its `stat`, where the second may hold spaces and parentheses."""
    path = root / "proc/self/stat"
    fields = path.read_text("utf8", "replace").rpartition(")")[2].split()
    if len(fields) < 13:
        raise ValueError(say("{} is too short", path))
    return (int(fields[11]) + int(fields[12])) * _SECONDS_PER_TICK


def _read_ticks(root: Path, cpus: set[int] | None) -> tuple[int, int]:
    """Ticks that the CPUs were busy for, of all their ticks; a virtual machine's stolen ones are in use, by others."""
    path = root / "proc/stat"
    busy = total = 0
    for line in path.read_text("ascii").splitlines():
        name, *fields = line.split() or [""]
        number = name.removeprefix("cpu")
        if number == name or not number.isdigit() or (cpus is not None and int(number) not in cpus):
            continue
        # user nice system idle iowait irq softirq steal; guests' time, which follows, is in the user's.
        ticks = [int(each) for each in fields[:8]]
        total += sum(ticks)
        busy += sum(ticks) - sum(ticks[3:5])
    if not total:
        raise ValueError(say("{} has no line for any CPU of this process", path))
    return busy, total


def _read_cpus(root: Path) -> set[int]:
    """The CPUs that this process may run on, from a list like `0-3,8`."""
    path = root / "proc/self/status"
    for line in path.read_text("utf8", "replace").splitlines():
        name, _, value = line.partition(":")
        if name == "Cpus_allowed_list":
            ends = [part.partition("-") for part in value.strip().split(",")]
            return {cpu for first, _, last in ends for cpu in range(int(first), int(last or first) + 1)}
    raise ValueError(say("{} has no Cpus_allowed_list", path))


def _field(path: Path, index: int) -> int:
    fields = path.read_text("ascii").split()
    if len(fields) <= index:
        raise ValueError(say("{} is too short", path))
    return int(fields[index])


def _read_peak() -> Use:
    """The most memory that this process has had, as if nobody else used any."""
    try:
        import resource  # noqa: PLC0415 - Windows has no such module
    except ImportError as error:
        raise OSError(str(error)) from None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    share = 100 * peak / (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    return Use(share, share)


def _read_load() -> float:
    """Percent of the CPUs that processes could have used over the last minute, at most 100."""
    if not hasattr(os, "getloadavg"):
        raise OSError("this system has no load average")
    return min(100.0, 100 * os.getloadavg()[0] / (os.cpu_count() or 1))
