"""Bytecode for tests, and for the many short commands that they run.

`python -m tests.bytecode` writes that of all tests, so that not each of several workers does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode"
AT_ONCE = 2


def keep_bytecode() -> None:
    """Keep bytecode in a folder of its own where Python is told to write none.

    Without it each command compiles Scrapy and this package anew, which is half of its time.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(FOLDER)
        sys.dont_write_bytecode = False
        # That of the projects that earlier runs made.
        shutil.rmtree(FOLDER.joinpath(*Path(tempfile.gettempdir()).parts[1:]), ignore_errors=True)


def make_newer(path: Path, before: float) -> None:
    """Give a file that was written again another second: Python knows a version of a file by its second and size."""
    os.utime(path, (max(path.stat().st_mtime, before + 1),) * 2)


def write_all() -> int:
    """Have every test collected once, in a few processes; return the worst of their statuses."""
    tests = Path(__file__).parent
    folders = sorted(str(path) for parent in (tests, tests / "unit") for path in parent.iterdir() if path.is_dir())
    folders = [folder for folder in folders if not folder.endswith(("unit", "__pycache__"))]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-qq", "-p", "no:cacheprovider"]
    running = [
        subprocess.Popen([*command, *folders[number::AT_ONCE]], stdout=subprocess.DEVNULL) for number in range(AT_ONCE)
    ]
    return max(process.wait() for process in running)


if __name__ == "__main__":
    sys.exit(write_all())
