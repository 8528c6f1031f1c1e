"""Follows pages to the letter: writes their files, runs their commands, and tells what those printed."""

from __future__ import annotations

import os
import random
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.commandlines import CommandLine, read_line, run
from tests.docs.blocks import Block, Command, read_blocks, read_commands

WRITTEN_PORT = "8000"
"""The port that the pages speak of; another one is used, so that tests can run side by side."""


_REFUSED = frozenset({2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, *range(6665, 6670), 6679, 6697})
"""Ports with four digits that browsers open nothing at (Fetch, “port blocking”)."""
_SERVES = ("scrapy bt demo --serve", "python -m scrapy_bt.testing.site")


@dataclass(frozen=True)
class Step:
    """A file to write, or a command to run."""

    place: str
    file: Block | None = None
    command: Command | None = None


def read_steps(*pages: Path) -> list[Step]:
    """Return what the pages tell the reader to do, in order."""
    steps = []
    for page in pages:
        for block in read_blocks(page):
            if block.caption:
                steps.append(Step(str(block), file=block))
            elif block.language == "console":
                steps += [Step(f"{block}: {command.line}"[:100], command=command) for command in read_commands(block)]
    return steps


@dataclass
class Walk:
    """Takes *steps* in *folder*, in order and each once; what they serve listens on *port*."""

    steps: list[Step]
    folder: Path
    port: int
    outputs: list[str] = field(default_factory=list)
    _server: subprocess.Popen[str] | None = None

    def output_of(self, index: int) -> str:
        """Return what the step prints, once all before it were taken."""
        while len(self.outputs) <= index:
            step = self.steps[len(self.outputs)]
            self.outputs.append(self._write(step.file) if step.file else self._run(step.command))
        return self.outputs[index]

    def check(self, number: int, place: str) -> None:
        """The step of this number prints what the page says at that place."""
        command = self.steps[number].command
        assert command is not None
        printed = self.output_of(number)
        assert fits(command.output, printed), f"{place}\nexpected:\n{command.output}\nprinted:\n{printed}"

    def end(self) -> None:
        """Stop what is still being served."""
        if self._server is not None:
            self._server.terminate()
            self._server.communicate()

    def _write(self, block: Block) -> str:
        name, _, how = block.caption.partition(" ")
        path = self.folder / name
        before = path.read_text("utf-8") + "\n" if how == "(added)" else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(before + self._with_port(block.text), "utf-8")
        return ""

    def _run(self, command: Command | None) -> str:
        assert command is not None, "a step has a file or a command"
        line = self._with_port(command.line)
        words = shlex.split(line)
        if words[0] == "cd":
            self.folder /= words[1]
            return ""
        if command.line.startswith(_SERVES):
            return self._serve(line)
        done = run(
            read_line(line),
            cwd=self.folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        return self._as_written(done.stdout)

    def _serve(self, line: str) -> str:
        self.end()
        port = [] if "--port" in line else ["--port", str(self.port)]
        self._server = CommandLine(
            [*shlex.split(line), *port],
            cwd=self.folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self._server.stdout is not None
        return self._as_written(self._server.stdout.readline())

    def _environment(self) -> dict[str, str]:
        environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        return {**environment, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}

    def _with_port(self, text: str) -> str:
        return text.replace(WRITTEN_PORT, str(self.port))

    def _as_written(self, text: str) -> str:
        return text.replace(str(self.port), WRITTEN_PORT)


def fits(expected: str, printed: str) -> bool:
    """Tell whether *printed* is what a page says: `…` is any text of a line, alone on its line any lines."""
    lines = [_normalised(line) for line in printed.rstrip().splitlines()]
    return _fit([_normalised(line) for line in expected.rstrip().splitlines()], lines)


def _fit(expected: list[str], lines: list[str]) -> bool:
    reached = {0}
    for line in expected:
        if line == "…":
            reached = set(range(min(reached), len(lines) + 1)) if reached else set()
            continue
        pattern = re.compile(".*".join(map(re.escape, line.split("…"))))
        reached = {at + 1 for at in reached if at < len(lines) and pattern.fullmatch(lines[at])}
    return len(lines) in reached


def _normalised(line: str) -> str:
    line = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", "DATE", line)
    return re.sub(r"\d+\.\d+(?= s\b|/s)", "SECONDS", line).rstrip()


def free_port() -> int:
    """Return a port with as many digits as the one that the pages name, so that columns are the same."""
    for port in random.sample(sorted({*range(2000, 10_000)} - _REFUSED), 1000):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


def places(steps: Iterable[Step]) -> list[tuple[int, str]]:
    """Return the numbers of the steps that print something, each with its place."""
    return [(number, step.place) for number, step in enumerate(steps) if step.command is not None]
