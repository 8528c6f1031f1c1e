"""The control groups of this process, versions 1 and 2, and the limits that they set: `/proc/self/cgroup` and its kin.

Sources: cgroups(7), the kernel's `admin-guide/cgroup-v1` and `admin-guide/cgroup-v2`, proc_pid_mountinfo(5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ...sentences import say

_UNLIMITED = 2**63 - 2**20
"""Bytes from which a number of version 1 means no limit; its highest depends on the size of a page."""

_OCTAL = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class ControlGroup:
    """A control group that holds this process, itself or a group above it."""

    path: str
    """As `/proc/self/cgroup` has it; for a group above it, its part."""
    folder: Path
    version: int


def list_groups(root: Path, controller: str) -> list[ControlGroup]:
    """The groups of one *controller* (`memory`, `cpu`, `cpuacct`), the innermost first, up to the one that is mounted.

    A container sees its own group and those below it; limits of groups above cannot be seen from within. Raises
    `OSError` or `ValueError` where the files in *root* are not there or not as the kernel writes them.
    """
    path, version = _find_path(root, controller)
    mounts = list(_mounts(root, controller if version == 1 else ""))
    if path is None or not mounts:
        return []
    inner = PurePosixPath(path)
    # A path below nothing that is mounted is the host's name for it: what is mounted is then the process' own group.
    top, folder = next((mount for mount in mounts if _is_below(inner, mount[0])), mounts[0])
    below = inner.relative_to(top) if _is_below(inner, top) else PurePosixPath()
    return [ControlGroup(str(PurePosixPath(top) / part), folder / part, version) for part in (below, *below.parents)]


def read_memory(group: ControlGroup) -> tuple[int, int] | None:
    """Bytes in use, without files that are only cached and not used lately, and the limit; None where there is none."""
    if group.version == 2:
        limits = [_read_limit(group.folder / name) for name in ("memory.max", "memory.high")]
        limit = min(_UNLIMITED if each is None else each for each in limits)
        if limit >= _UNLIMITED:  # the topmost group does not tell what it uses either
            return None
        used = _read_int(group.folder / "memory.current")
        cached = _read_table(group.folder / "memory.stat").get("inactive_file", 0)
    else:
        table = _read_table(group.folder / "memory.stat")
        # The kernel gives the tightest limit of the groups above too, also of those that a container does not see.
        inherited = table.get("hierarchical_memory_limit", _UNLIMITED)
        limit = min(_read_int(group.folder / "memory.limit_in_bytes"), inherited)
        used, cached = _read_int(group.folder / "memory.usage_in_bytes"), table.get("total_inactive_file", 0)
    return None if limit >= _UNLIMITED else (max(0, used - cached), limit)


def read_cores(group: ControlGroup) -> float | None:
    """How many cores' time the group may use (0.5: half of one); None where there is no limit."""
    if group.version == 2:
        path = group.folder / "cpu.max"
        if not path.exists():  # the topmost group has no limits
            return None
        quota, _, period = path.read_text("ascii").strip().partition(" ")
    else:
        path = group.folder / "cpu.cfs_quota_us"
        quota, period = path.read_text("ascii").strip(), str(_read_int(group.folder / "cpu.cfs_period_us"))
    if quota in {"max", "-1"}:
        return None
    time, span = _number(quota, path), _number(period, path)
    if time <= 0 or span <= 0:
        raise ValueError(say("{} holds '{} {}', which is no share of time", path, quota, period))
    return time / span


def read_cpu_seconds(group: ControlGroup) -> float:
    """CPU time that all processes of the group have used; in version 1 it is a group of the controller `cpuacct`."""
    if group.version == 1:
        return _read_int(group.folder / "cpuacct.usage") / 1e9
    path = group.folder / "cpu.stat"
    try:
        return _read_table(path)["usage_usec"] / 1e6
    except KeyError:
        raise ValueError(say("{} has no usage_usec", path)) from None


def _find_path(root: Path, controller: str) -> tuple[str | None, int]:
    """Path and version of this process' group; a controller that is not one of version 1 is one of version 2."""
    unified = None
    for line in (root / "proc/self/cgroup").read_text("utf8", "surrogateescape").splitlines():
        number, _, rest = line.partition(":")
        names, separator, path = rest.partition(":")
        if not separator or not path.startswith("/"):
            raise ValueError(say("{} has the line {}", root / "proc/self/cgroup", repr(line)))
        if controller in names.split(","):
            return path, 1
        if number == "0" and not names:
            unified = path
    return unified, 2


def _mounts(root: Path, controller: str) -> Iterator[tuple[str, Path]]:
    """What part of a hierarchy is mounted, and where: version 1's of *controller*, or version 2's if that is empty."""
    path = root / "proc/self/mountinfo"
    for line in path.read_text("utf8", "surrogateescape").splitlines():
        fields, _, rest = line.partition(" - ")
        kind, _, options = rest.partition(" ")
        if kind != ("cgroup" if controller else "cgroup2"):
            continue
        if controller and controller not in options.rpartition(" ")[2].split(","):
            continue
        places = [_OCTAL.sub(lambda found: chr(int(found[1], 8)), field) for field in fields.split()[3:5]]
        if len(places) < 2:
            raise ValueError(say("{} has the line {}", path, repr(line)))
        yield places[0], root / places[1].lstrip("/")


def _is_below(path: PurePosixPath, top: str) -> bool:
    return path.is_relative_to(top) and ".." not in path.parts


def _read_limit(path: Path) -> int | None:
    """Bytes; none for `max`, and where there is no such file: the topmost group has no limits."""
    if not path.exists():
        return None
    text = path.read_text("ascii").strip()
    return None if text == "max" else _number(text, path)


def _read_int(path: Path) -> int:
    return _number(path.read_text("ascii").strip(), path)


def _read_table(path: Path) -> dict[str, int]:
    """The numbers of a file of lines `name number`."""
    lines = (line.partition(" ") for line in path.read_text("ascii").splitlines())
    return {name: _number(text, path) for name, _, text in lines}


def _number(text: str, path: Path) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(say("{} holds {} instead of a number", path, repr(text))) from None
