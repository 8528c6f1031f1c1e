"""What the practice site was asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

CANCELLED = "cancelled"
DROPPED = "dropped"


@dataclass
class Counts:
    """Requests counted when they arrive, statuses when they leave."""

    total: int = 0
    begun: int = 0
    """Requests whose answer has begun."""
    by_url: Counter[str] = field(default_factory=Counter)
    by_path: Counter[str] = field(default_factory=Counter)
    by_folder: Counter[str] = field(default_factory=Counter)
    by_request: Counter[str] = field(default_factory=Counter)
    by_status: Counter[str] = field(default_factory=Counter)
    violations: int = 0
    max_concurrent: int = 0
    max_concurrent_by_path: dict[str, int] = field(default_factory=dict)
    max_concurrent_by_folder: dict[str, int] = field(default_factory=dict)
    _present: int = 0
    _present_by_path: Counter[str] = field(default_factory=Counter)
    _present_by_folder: Counter[str] = field(default_factory=Counter)

    def enter(self, method: str, path: str, *, url: str) -> None:
        """Count a request that arrives; url is the path with its query."""
        folder = folder_of(path)
        self.total += 1
        self.by_url[url] += 1
        self.by_path[path] += 1
        self.by_folder[folder] += 1
        self.by_request[f"{method} {path}"] += 1
        self._present += 1
        self.max_concurrent = max(self.max_concurrent, self._present)
        _raise_to_present(self.max_concurrent_by_path, self._present_by_path, path)
        _raise_to_present(self.max_concurrent_by_folder, self._present_by_folder, folder)

    def leave(self, path: str, *, status: str, is_violation: bool = False) -> None:
        """Count the end of a request that arrived before."""
        self.by_status[status] += 1
        self.violations += is_violation
        self._present -= 1
        self._present_by_path[path] -= 1
        self._present_by_folder[folder_of(path)] -= 1

    def as_json(self) -> dict[str, object]:
        """Return the counts as plain data."""
        return {
            "total": self.total,
            "by_path": self.by_path,
            "by_url": self.by_url,
            "by_folder": self.by_folder,
            "by_request": self.by_request,
            "by_status": self.by_status,
            "max_concurrent": self.max_concurrent,
            "max_concurrent_by_path": self.max_concurrent_by_path,
            "max_concurrent_by_folder": self.max_concurrent_by_folder,
            "violations": self.violations,
        }


def folder_of(path: str) -> str:
    """Return a path without its last segment: /author/ for /author/author-7/."""
    return path[: path.rstrip("/").rfind("/") + 1] or "/"


def _raise_to_present(highest: dict[str, int], present: Counter[str], key: str) -> None:
    present[key] += 1
    highest[key] = max(highest.get(key, 0), present[key])
