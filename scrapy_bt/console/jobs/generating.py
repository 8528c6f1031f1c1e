"""Code for what a tree leaves open: `scrapy bt generate` is run, which imports Python of the project, as a process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from ...core.documents.json import read_json
from ...errors import BTError
from ...sentences import say

SECONDS = 120.0
_LONGEST = 20_000
"""Characters of a patch that are shown."""


def plan_code(tree: Path, project: Path, *, seconds: float = SECONDS) -> dict[str, Any]:
    """The files that would be written, each with its patch; raises `BTError`."""
    done = _run(["generate", str(tree), "--diff", "--json"], project, seconds)
    try:
        told: Any = read_json(done.stdout, largest=None)
    except ValueError:
        told = None
    if done.returncode != 0 or not isinstance(told, dict):
        faults = [f"{each['line']}: {each['message']}" for each in told] if isinstance(told, list) else []
        raise BTError("; ".join(faults) or _last_words(done))
    files = [{**file, "diff": file["diff"][:_LONGEST]} for file in told["files"]]
    return {"files": files, "kept": told["kept"], "completed": told["completed"]}


def write_code(tree: Path, project: Path) -> None:
    """Write them; raises `BTError`."""
    done = _run(["generate", str(tree)], project, SECONDS)
    if done.returncode != 0:
        raise BTError(_last_words(done))


def _run(words: list[str], project: Path, seconds: float) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(  # noqa: S603 - no shell, and of this program alone
            [sys.executable, "-m", "scrapy", "bt", *words],
            cwd=project,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BTError(say("making code took longer than {:g} s, and was ended", seconds)) from None


def _last_words(done: subprocess.CompletedProcess[str]) -> str:
    said = (done.stderr or done.stdout).strip().splitlines()
    return said[-1] if said else say("making code ended with status {}", done.returncode)
