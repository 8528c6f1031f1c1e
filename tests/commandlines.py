"""Real `scrapy` command lines, without a cold start of Python for each.

A process of `subprocess`, whose pid, streams, signals and exit code are its own: see `tests/commandserver.py`. Those
that are about the start itself begin with `python -m scrapy` instead.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import select
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from tests.commandserver import STATUS

COMMAND = [sys.executable, "-m", "scrapy"]
SCRIPT = str(Path(sys.executable).with_name("scrapy"))
"""What such a command line begins with; `scrapy` stands for the second where it is the first of its name."""

_SHELL = re.compile(r"[|&;<>$`*?~(\n]")
"""What only a shell reads."""


class _Server:
    """The process that forks, as long as this one lives; it is started when it is first needed."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        self.environment = dict(os.environ)
        """That of the run, whatever a test changes in its own."""

    def fork(self, request: Sequence[Any], streams: Sequence[int]) -> tuple[int, int]:
        """Return the pid of a new process, and the pipe on which its status will be told."""
        told, tells = os.pipe()
        body = json.dumps(request).encode()
        try:
            with self._lock:
                connection = self._connect()
                socket.send_fds(connection, [len(body).to_bytes(STATUS, sys.byteorder)], [*streams, tells])
                connection.sendall(body)
                reply = connection.recv(STATUS, socket.MSG_WAITALL)
        finally:
            os.close(tells)
        if not reply:
            os.close(told)
            raise RuntimeError("The process that forks command lines is gone; above is what it said.")
        return int.from_bytes(reply, sys.byteorder), told

    def _connect(self) -> socket.socket:
        if self._connection is None:
            self._connection, other = socket.socketpair()
            with other:
                command = [sys.executable, str(Path(__file__).with_name("commandserver.py")), str(other.fileno())]
                null = subprocess.DEVNULL
                self._process = subprocess.Popen(
                    command, stdin=null, stdout=null, pass_fds=(other.fileno(),), env=self.environment
                )
            atexit.register(self._end)
        return self._connection

    def _end(self) -> None:
        if self._connection is not None and self._process is not None:
            self._connection.close()
            self._process.wait()


_SERVER = _Server()


def _at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """What Python reads at its start and never again."""
    kinds = ("PYTHON", "LC_", "LANG", "LD_", "TZ")
    return {name: value for name, value in environment.items() if name.startswith(kinds) and name != "PYTHONPATH"}


def _is_scrapy(command: Sequence[Any], environment: Mapping[str, str]) -> bool:
    if command[0] == "scrapy":
        return shutil.which("scrapy", path=environment.get("PATH", "")) == SCRIPT
    return command[0] == SCRIPT or command[:3] == COMMAND


class CommandLine(subprocess.Popen):
    """A process: forked if it is `scrapy …` or `python -m scrapy …`, and Python's variables are ours; else started."""

    _told: int | None = None

    def _execute_child(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more):
        """Each argument as `subprocess` gives it."""
        environment = dict(os.environ if env is None else env)
        as_we_are = [None, None, None, -1]  # groups, user and umask, behind the streams
        is_plain = executable is None and preexec_fn is None and not pass_fds and [*more[10:14]] == as_we_are
        starts_alike = _at_start(environment) == _at_start(_SERVER.environment)
        if not (is_plain and starts_alike and _is_scrapy(args, environment)):
            return super()._execute_child(args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more)
        reads, in_end, out_end, writes, err_end, errors = more[3:9]
        theirs = [number if given == -1 else given for number, given in enumerate((reads, writes, errors))]
        program = None if args[0] == sys.executable else SCRIPT
        given = [str(each) for each in args[3 if program is None else 1 :]]
        request = (program, given, str(cwd or Path.cwd()), environment, bool(more[14]))
        self.pid, self._told = _SERVER.fork(request, theirs)
        self._child_created = True
        self._close_pipe_fds(reads, in_end, out_end, writes, err_end, errors)
        return None

    def _try_wait(self, wait_flags):
        """Its pid and its status; 0 and 0 while it runs, if nobody wants to wait."""
        if self._told is None:
            return super()._try_wait(wait_flags)
        if wait_flags & os.WNOHANG:
            poll = select.poll()
            poll.register(self._told, select.POLLIN)
            if not poll.poll(0):
                return 0, 0
        status = os.read(self._told, STATUS)
        if not status:
            raise ChildProcessError("The process that forks command lines is gone: nobody knows how this one ended.")
        os.close(self._told)
        return self.pid, int.from_bytes(status, sys.byteorder)

    def _internal_poll(self, _deadstate=None, **given):
        """Its exit code, None while it runs."""
        if self._told is None:
            return super()._internal_poll(_deadstate, **given)
        with suppress(subprocess.TimeoutExpired):
            self._wait(timeout=0)
        return self.returncode


def read_line(line: str) -> list[str]:
    """The command of a line in a terminal; bash's, where only a shell reads it."""
    words = shlex.split(line)
    return words if words[0] == "scrapy" and not _SHELL.search(line) else ["bash", "-c", line]


def run(
    command: Sequence[Any],
    *,
    timeout: float | None = None,
    check: bool = False,
    capture_output: bool = False,
    **given: Any,
) -> subprocess.CompletedProcess[Any]:
    """A command line to its end, as `subprocess.run` does it."""
    if capture_output:
        given |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with CommandLine(command, **given) as process:
        try:
            output, errors = process.communicate(timeout=timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(process.args, process.returncode, output, errors)
    if check:
        done.check_returncode()
    return done
