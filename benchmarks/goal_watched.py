"""A crawl that somebody watches in the console, against the same crawl that nobody watches: CPU of its own process."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.projects import crawl_project
from benchmarks.rounds import compare, interleave, spread, versions
from benchmarks.static_site import StaticSite
from tests.followers import followed

TREE = Path(__file__).parent / "trees" / "list.bt"
SETTINGS = """\
ADDONS = {"scrapy_bt.Addon": 300}
CONCURRENT_REQUESTS = CONCURRENT_REQUESTS_PER_DOMAIN = 32
LOG_LEVEL = "WARNING"
BT_PROGRESS = "off"
TELNETCONSOLE_ENABLED = REMOTE_CONTROL_ENABLED = False
"""
EXTENSION = 'EXTENSIONS={"benchmarks.watched_worker.MeasureAnswers": 0}'


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, details = (5, 1000) if quick else (9, 5000)
    with StaticSite(details=details, graph=1) as site, tempfile.TemporaryDirectory() as folder:
        project = _project(Path(folder))

        def crawl() -> dict[str, Any]:
            return crawl_project(project, "list", site.url, EXTENSION)

        def watched() -> dict[str, Any]:
            with followed(project):
                return crawl()

        measured = interleave({"watched": watched, "alone": crawl}, rounds)
    answers = [each["watched"]["answers"] for each in measured]
    return {
        "goal": "watched",
        "versions": versions("scrapy", "starlette", "uvicorn"),
        "settings": {"pages": site.list_pages},
        "rounds": rounds,
        "metrics": {
            "CPU of answers to who watches": spread([each["watched"]["share"] for each in measured], "%", at_most=1.0),
            "CPU/page": compare(measured, "cpu_ms_per_page", "watched", "alone", target=1.01, at_least=False),
            "answers": spread(answers, ""),
        },
    }


def _project(folder: Path) -> Path:
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = settings\n")
    (folder / "settings.py").write_text(SETTINGS)
    (folder / "trees").mkdir()
    (folder / "trees" / "list.bt").write_text(TREE.read_text())
    return folder
