"""`scrapy bt demo --console`: the practice site, a crawl of some minutes in a project of its own, and the console."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from ...testing.site.process import PracticeSite
from .extras import CONSOLE, need
from .processes import Processes, environment_in
from .projects import make_project
from .stopping import stopping

_TESTING = Path(__file__).parents[2] / "testing"
TREE = _TESTING / "trees" / "catalogue.bt"
RULE = _TESTING / "rules" / "manual.yaml"
_WRITTEN_SITE = "http://127.0.0.1:8000/"
"""The practice site in the rule."""
LATENCY = 3.0
"""Seconds that the site takes to answer: a crawl can be looked at."""
_NAME = "practice"
_END_SECONDS = 30
_LOOK_SECONDS = 0.2


def show_console(*, port: int, console_port: int) -> int:
    """Serve all of it until Ctrl-C; returns the console's status."""
    need(*CONSOLE, extra="console")
    with tempfile.TemporaryDirectory(prefix="bt-demo-") as folder, PracticeSite(port=port, latency=LATENCY) as site:
        project = Path(folder) / _NAME
        fault = make_project(_NAME, project)
        if fault is not None:
            sys.stderr.write(f"{fault}\n")
            return 1
        _fill(project, site.url)
        print(f"The practice site: {site.url}; the project is below {project} until Ctrl-C", flush=True)
        with closing(Processes(project / "logs", folder=project)) as processes:
            processes.start("crawl", "crawl", TREE.stem, "-a", f"site={site.url.rstrip('/')}")
            # Not in our group: Ctrl-C is for us, and we tell it.
            console = subprocess.Popen(  # noqa: S603 - of this command line, and nothing else
                [sys.executable, "-m", "scrapy", "bt", "console", "--port", str(console_port)],
                cwd=project,
                env=environment_in(project),
                start_new_session=True,
            )
            with stopping() as stop:
                while console.poll() is None and not stop.wait(_LOOK_SECONDS):
                    pass
            if console.poll() is None:
                console.send_signal(signal.SIGINT)
            return console.wait(_END_SECONDS)


def _fill(project: Path, site: str) -> None:
    """A tree to be crawled, and a rule to be tried, of the practice site."""
    shutil.copy(TREE, project / "trees" / TREE.name)
    (project / "rules").mkdir(exist_ok=True)
    (project / "rules" / RULE.name).write_text(RULE.read_text("utf-8").replace(_WRITTEN_SITE, site), "utf-8")
    with (project / _NAME / "settings.py").open("a", encoding="utf-8") as settings:
        settings.write("\n# The practice site is on this machine.\nBT_ALLOW_INTERNAL = True\n")
