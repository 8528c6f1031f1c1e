"""Projects as users have them: made by a template, run by the `scrapy` command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.project_worker import RESULT
from benchmarks.rounds import ROOT


def run_scrapy(folder: Path, *arguments: str, environment: dict[str, str] | None = None) -> None:
    """Run a command of Scrapy in a folder; it has to succeed."""
    command = [sys.executable, "-m", "scrapy", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")


def crawl_project(project: Path, spider: str, site: str, *settings: str) -> dict[str, Any]:
    """The measures of one crawl; *settings*: further ones, as `NAME=VALUE`."""
    result = project / "result.json"
    given = ('EXTENSIONS={"benchmarks.project_worker.Measure": 0}', *settings)
    options = [part for setting in given for part in ("-s", setting)]
    environment = {**os.environ, RESULT: str(result), "PYTHONPATH": str(ROOT)}
    run_scrapy(project, "crawl", spider, "-a", f"site={site}", *options, environment=environment)
    measures: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    return measures
