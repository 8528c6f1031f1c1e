"""Scrapy projects in temporary folders, whose commands run as real command lines."""

from __future__ import annotations

import json
import os
import pprint
import signal
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

from tests.bytecode import make_newer
from tests.commandlines import COMMAND, CommandLine

_PROBE = '''
import json
from pathlib import Path

from scrapy.statscollectors import MemoryStatsCollector


class FileStats(MemoryStatsCollector):
    """Leaves the statistics of a crawl in a file."""

    def _persist_stats(self, stats):
        super()._persist_stats(stats)
        Path("stats.json").write_text(json.dumps(stats, default=str))
'''


@dataclass(frozen=True)
class Result:
    """What a command came to; *items* and *stats* only of crawls."""

    code: int
    output: str
    log: str
    items: list[dict] = field(default_factory=list)
    stats: dict = field(default_factory=dict)

    @property
    def reason(self):
        return self.stats.get("finish_reason")

    @property
    def has_traceback(self):
        return "Traceback" in self.log + self.output

    def named(self, *fields):
        """The items that have exactly these fields."""
        return [item for item in self.items if set(item) == set(fields)]


class Project:
    """A project with `scrapy.cfg`, settings with the add-on, `trees/` and, when written, a package of spiders."""

    def __init__(self, folder: Path, *, site: str = "") -> None:
        self.folder = folder
        self.site = site
        self.prefix: list[str] = []
        """What stands before each command line."""
        self.process: type[subprocess.Popen] = CommandLine
        """How one is started."""
        self.settings = {
            "ADDONS": {"scrapy_bt.Addon": 300},
            "STATS_CLASS": "probe.FileStats",
            "LOG_LEVEL": "INFO",
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "BT_PROGRESS": "off",
            "DOWNLOAD_TIMEOUT": 150,
        }
        self.write("scrapy.cfg", "[settings]\ndefault = conf\n")
        self.write("probe.py", _PROBE)
        (folder / "trees").mkdir(parents=True)

    def write(self, path: str, text: str) -> Path:
        written = self.folder / path
        written.parent.mkdir(parents=True, exist_ok=True)
        before = written.stat().st_mtime if written.exists() else 0.0
        part = written.with_name(f"{written.name}.new")  # a command that was started before may be reading it
        part.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        make_newer(part, before)
        part.replace(written)
        return written

    def tree(self, name: str, text: str) -> Path:
        return self.write(f"trees/{name}.bt", text)

    def spiders(self, module: str, text: str) -> None:
        self.write("spiders/__init__.py", "")
        self.write(f"spiders/{module}.py", text)
        self.settings["SPIDER_MODULES"] = ["spiders"]

    def command(self, *arguments: str) -> list[str]:
        return [*self.prefix, *COMMAND, *arguments]

    def run(self, *arguments: str, settings: dict | None = None) -> Result:
        """A `scrapy` command in the project's folder."""
        with self.started(*arguments, settings=settings) as process:
            try:
                output, log = process.communicate()
            except BaseException:
                process.kill()
                print(process.communicate()[1][-4000:])
                raise
        return Result(process.returncode, output, log, self._read_items(), self._read_stats())

    @contextmanager
    def started(self, *arguments: str, settings: dict | None = None):
        """A `scrapy` command under way; it is killed if it is not over at the end of the block."""
        merged = {**self.settings, **(settings or {})}
        lines = [f"{name} = {pprint.pformat(value)}" for name, value in merged.items()]
        self.write("conf.py", "\n".join(lines) + "\n")
        (self.folder / "stats.json").unlink(missing_ok=True)
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        with self.process(
            self.command(*arguments),
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as process:
            try:
                yield process
            finally:
                if process.poll() is None:
                    process.kill()

    def crawl(self, spider: str, *options: str, settings: dict | None = None, **arguments: object) -> Result:
        """`scrapy crawl` with the items as `items.jl`; *arguments* are given with `-a`."""
        (self.folder / "items.jl").unlink(missing_ok=True)
        return self.run(*self.crawl_arguments(spider, *options, **arguments), settings=settings)

    def crawl_tree(self, text: str, *options: str, settings: dict | None = None, **arguments: object) -> Result:
        """Write a tree with a parameter `site`, crawl it, and expect that nothing unforeseen happened."""
        self.tree("tree", text)
        result = self.crawl("tree", *options, settings=settings, site=self.site, **arguments)
        assert result.code == (3 if result.stats.get("bt/dead_left") else 0), result.log
        assert not result.has_traceback, result.log
        return result

    def crawl_arguments(self, spider: str, *options: str, **arguments: object) -> list[str]:
        given = [part for name, value in arguments.items() for part in ("-a", f"{name}={value}")]
        return ["crawl", spider, *given, "-o", "items.jl", *options]

    def _read_items(self) -> list[dict]:
        path = self.folder / "items.jl"
        if not path.exists():
            return []
        return [
            item for line in path.read_text(encoding="utf-8").splitlines() if (item := _read_line(line)) is not None
        ]

    def _read_stats(self) -> dict:
        path = self.folder / "stats.json"
        return json.loads(path.read_text()) if path.exists() else {}


def _read_line(line: str) -> dict | None:
    """None for half a line, as a killed crawl may leave it."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def interrupt(process: subprocess.Popen) -> None:
    """Ctrl-C, once: end in order."""
    process.send_signal(signal.SIGINT)
