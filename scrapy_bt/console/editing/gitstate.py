"""The state of a file in git: nothing is ever committed here."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_SECONDS = 5.0


@dataclass(frozen=True)
class GitState:
    """*branch*: what is checked out."""

    branch: str
    is_known: bool
    """git keeps this file."""
    is_changed: bool
    """It is not as it was committed."""


def git_state(path: Path) -> GitState | None:
    """The state of a file in git; None without git, without a repository around it, or if it takes too long."""
    git = shutil.which("git")
    if git is None:
        return None
    words = ["status", "--porcelain=v2", "--branch", "--ignored", "--", path.name]
    try:
        said = subprocess.run(  # noqa: S603 - git, without a shell
            [git, "--no-optional-locks", "-c", "core.fsmonitor=false", *words],
            cwd=path.parent,
            capture_output=True,
            check=True,
            timeout=_SECONDS,
        ).stdout.decode(errors="replace")
    except (OSError, subprocess.SubprocessError):
        return None
    lines = said.splitlines()
    branch = next((line.split(" ", 2)[2] for line in lines if line.startswith("# branch.head ")), "")
    marks = [line[0] for line in lines if not line.startswith("#")]
    is_known = not {"?", "!"} & set(marks)
    return GitState(branch, is_known, is_changed=bool(marks))
