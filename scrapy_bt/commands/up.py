"""Start all workers of a project on this machine, and show how they get on."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import Any

from rich.live import Live
from scrapy.exceptions import UsageError
from scrapy.settings import Settings
from scrapy.utils.project import inside_project

from ..core.documents.numbers import read_whole
from ..core.schemes.files.reader import read_scheme
from ..core.schemes.files.workers import MOST_WORKERS, WORKERS_FILE, Workers, read_workers_file
from ..crawl.display.consoles import open_console
from ..crawl.project.folders import configuration_folder
from ..crawl.project.trees import read_text
from ..errors import BTError
from ..operations.queues import Queue, open_queues
from ..settings import BTSettings
from .shared.arguments import add_settings, read_settings
from .shared.board import Dashboard
from .shared.practice import Practice, count_messages, count_records, start_servers
from .shared.processes import Process, Processes
from .shared.statuses import Status
from .shared.stopping import stopping
from .shared.tables import as_tables, as_text

_OTHERWISE = "for a look, scrapy bt up --practice starts one"
_EVERY, _EVERY_LINE = 0.5, 5.0
"""Seconds between two looks: on a terminal, and for lines elsewhere."""
_BEGIN_SECONDS = 60.0
"""How long the first seeds are waited for, before the workers begin."""
_TIMEOUT = 30.0
"""Seconds that processes have to end in order."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--practice",
        action="store_true",
        help="start the practice site, and of Redis, PostgreSQL and Kafka what no setting names",
    )
    parser.add_argument(
        "-w",
        dest="workers",
        action="append",
        default=[],
        metavar="NAME=N",
        help=f"another number than in {WORKERS_FILE}",
    )
    parser.add_argument("--logs", type=Path, default=Path("logs"), metavar="FOLDER", help="for what they say (logs)")
    parser.add_argument("--stay", action="store_true", help="with --practice: keep the servers until Ctrl-C")
    add_settings(parser)


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Return 0 when all processes have ended in order."""
    if not inside_project():
        raise UsageError("go to the folder of a project")
    folder = configuration_folder()
    workers_file = read_workers_file(read_text(folder / WORKERS_FILE), file=WORKERS_FILE)
    numbers = _numbers(workers_file, options.workers)
    values = dict(workers_file.values)
    scheme = (
        read_scheme(read_text(folder / workers_file.scheme), file=workers_file.scheme) if workers_file.scheme else None
    )
    with ExitStack() as stack:
        settings = read_settings(options, settings, None)
        practice = Practice()
        if options.practice:
            practice = stack.enter_context(start_servers(settings))
            print("\n".join(practice.told), flush=True)
            if scheme is not None and "site" in dict(scheme.values):
                values.setdefault("site", practice.site)
        given = [*options.settings, *(f"{name}={value}" for name, value in practice.settings.items())]
        started = read_settings(argparse.Namespace(settings=given), settings, None)
        find = stack.enter_context(open_queues(started, otherwise=_OTHERWISE))
        command = _Command(workers_file, numbers, values, given, find, stack.enter_context(stopping()), practice)
        status = command.run(options.logs)
        _tell_results(settings, practice)
        if options.stay and practice.told and not command.stop.is_set():
            print("The servers run until Ctrl-C", flush=True)
            command.stop.wait()
    return status


class _Command:
    """One run of all processes."""

    def __init__(
        self,
        workers_file: Workers,
        numbers: Mapping[tuple[str, ...], int],
        values: Mapping[str, str],
        settings: list[str],
        find: Any,
        stop: threading.Event,
        practice: Practice,
    ) -> None:
        self._workers_file, self._numbers, self._values, self._find = workers_file, numbers, values, find
        self._settings = [part for setting in settings for part in ("-s", setting)]
        self.stop = stop
        self._practice = practice
        self._told: set[int] = set()
        self._told_gone: set[str] = set()
        self._is_live = sys.stdout.isatty()
        self._last_line = 0.0

    def run(self, logs: Path) -> int:
        processes = Processes(logs)
        names = [name for names in self._numbers for name in names]
        board = Dashboard(self._find, [*names, self._workers_file.tree], processes.all)
        try:
            if self._workers_file.scheme:
                self._seed(processes)
            if not self.stop.is_set():
                self._start(processes)
            self._watch(board, processes)
            if self.stop.is_set():
                print("Ending all processes (Ctrl-C again: at once)", flush=True)
                processes.end()
                self.stop.clear()
                end = time.monotonic() + _TIMEOUT
                while processes.living and time.monotonic() < end and not self.stop.wait(0.05):
                    pass
                self.stop.set()
        finally:
            processes.close(timeout=0.5 if self.stop.is_set() else _TIMEOUT)
        self._tell_ended(processes.all)
        print(as_text(board.listings(board.look())), flush=True)
        if self.stop.is_set():
            return Status.STOPPED
        if any(process.has_failed for process in processes.all):
            return Status.FAULTY
        return Status.DEAD if any(process.code == Status.DEAD for process in processes.all) else Status.DONE

    def _seed(self, processes: Processes) -> None:
        """Begin to fill the queue, and wait until there is something for workers to see."""
        values = [part for name, value in self._values.items() for part in ("-a", f"{name}={value}")]
        arguments = (
            "bt",
            "seed",
            self._workers_file.scheme,
            "--tree",
            self._workers_file.tree,
            *values,
            *self._settings,
        )
        seeding = processes.start("seed", *arguments, is_worker=False)
        end = time.monotonic() + _BEGIN_SECONDS
        while seeding.is_alive and not self.stop.wait(0.1) and time.monotonic() < end:
            if any(queue.name == self._workers_file.tree and _has_begun(queue) for queue in self._find()):
                return

    def _start(self, processes: Processes) -> None:
        for trees, number in self._numbers.items():
            for index in range(1, number + 1):
                processes.start(f"{' '.join(trees)} {index}", "bt", "work", *trees, *self._settings)

    def _watch(self, board: Dashboard, processes: Processes) -> None:
        console = open_console()
        with Live(console=console, auto_refresh=False) if self._is_live else nullcontext() as live:
            while processes.living and not self.stop.wait(_EVERY):
                try:
                    lines = board.look()
                except BTError as error:
                    print(error, flush=True)
                    continue
                self._tell_ended(processes.all)
                self._tell_gone()
                if isinstance(live, Live):
                    live.update(as_tables(board.listings(lines)), refresh=True)
                elif time.monotonic() - self._last_line >= _EVERY_LINE:
                    self._last_line = time.monotonic()
                    print(board.line(lines), flush=True)

    def _tell_gone(self) -> None:
        """Tell once of each store of this command that has ended: nobody starts it again."""
        for name in self._practice.gone():
            if name not in self._told_gone:
                self._told_gone.add(name)
                print(
                    f"{name}, which this command started, has ended: the workers wait for it in vain; "
                    "press Ctrl-C and begin anew, or name a server of your own",
                    flush=True,
                )

    def _tell_ended(self, processes: list[Process]) -> None:
        """Tell once of each process that did not end in order: nobody takes its place by itself."""
        for process in processes:
            was_told_to = self.stop.is_set() and process.code == -signal.SIGINT
            if process.has_failed and not was_told_to and process.pid not in self._told:
                self._told.add(process.pid)
                words = "".join(f"\n    {line}" for line in process.last_words())
                print(
                    f"{process.name} (process {process.pid}) {process.state}; its log is {process.log}{words}",
                    flush=True,
                )


def _has_begun(queue: Queue) -> bool:
    return bool(queue.ask(queue.calls.counts()).unfinished or queue.ask(queue.calls.workers()))


def _numbers(workers_file: Workers, given: list[str]) -> dict[tuple[str, ...], int]:
    """How many processes of each kind there are to be; raises `UsageError`."""
    numbers = dict(workers_file.workers)
    for text in given:
        name, _, number = text.rpartition("=")
        trees = tuple(name.split())
        count = read_whole(number)
        if not trees or count is None or count > MOST_WORKERS:
            raise UsageError(f"-w takes NAME=N, N up to {MOST_WORKERS}, not {text!r}")
        numbers[trees] = count
    if not any(numbers.values()):
        raise UsageError("no worker would run: give a number above 0")
    return numbers


def _tell_results(settings: Settings, practice: Practice) -> None:
    """What is in the stores now."""
    url = BTSettings.read(practice.settings).store_url or BTSettings.read(settings).store_url
    if url:
        try:
            rows = count_records(url)
        except BTError as error:
            print(error)
        else:
            told = ", ".join(f"{number} in {name}" for name, number in rows.items())
            print(f"Records: {told or 'none'}", flush=True)
    if practice.broker is not None:
        try:
            messages = count_messages(practice.broker)
        except BTError as error:
            print(error, flush=True)
        else:
            told = ", ".join(f"{number} in {topic}" for topic, number in messages.items())
            print(f"Messages: {told or 'none'}", flush=True)
