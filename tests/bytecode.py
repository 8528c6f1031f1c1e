"""Bytecode for the many short commands that tests run."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode"


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
