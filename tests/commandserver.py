"""Forks `scrapy` command lines from one process that has loaded Scrapy and this package.

Each is a process of its own, with its own arguments, folder, environment, streams, signals and exit code; it begins
where `python -m scrapy` is after its imports, and ends as Python ends, up to where Python would take all modules apart.
"""

from __future__ import annotations

import array
import atexit
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import sys
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PACKAGES = (
    *("scrapy.commands", "scrapy.downloadermiddlewares", "scrapy.spidermiddlewares"),
    *("scrapy_bt.engine", "scrapy_bt.frontier", "scrapy_bt.crawl", "scrapy_bt.commands"),
)
"""They are loaded with all that is in them; nothing of it may choose a reactor, start a thread or warn."""

MODULES = (
    *(f"scrapy.core.downloader.handlers.{name}" for name in ("datauri", "file", "ftp", "http11", "s3")),
    *(f"scrapy.extensions.{name}" for name in ("corestats", "feedexport", "logstats", "memusage", "telnet")),
    *("scrapy.pqueues", "scrapy.squeues", "scrapy_bt.addon"),
)

STATUS = array.array("i").itemsize
"""Bytes of an exit status, as `os.waitpid` tells it."""


@dataclass(frozen=True)
class Request:
    """A command line to begin: of a script, else of `-m scrapy`; its streams, and the pipe for its status."""

    script: str | None
    arguments: list[str]
    folder: str
    environment: dict[str, str]
    has_own_session: bool
    streams: tuple[int, int, int]
    status: int


def serve(connection: socket.socket) -> Request | None:
    """Fork what is asked for; returns the request in each new process, and None when nobody asks any more."""
    ended, wakes = os.pipe()
    for descriptor in (ended, wakes):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(wakes)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    waiting: dict[int, int] = {}
    with selectors.DefaultSelector() as selector:
        for source in (connection.fileno(), ended):
            selector.register(source, selectors.EVENT_READ)
        while True:
            ready = {key.fd for key, _ in selector.select()}
            if ended in ready:
                os.read(ended, 4096)
                _tell_ended(waiting)
            if connection.fileno() not in ready:
                continue
            request = _receive(connection)
            if request is None:
                return None
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # one that comes at once waits for its handler
            pid = os.fork()
            if not pid:
                break
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            for stream in request.streams:
                os.close(stream)
            waiting[pid] = request.status
            connection.sendall(pid.to_bytes(STATUS, sys.byteorder))
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    for descriptor in (ended, wakes, request.status, connection.detach(), *waiting.values()):
        os.close(descriptor)
    return request


def _receive(connection: socket.socket) -> Request | None:
    head, descriptors, _, _ = socket.recv_fds(connection, STATUS, 4)
    if not head:
        return None
    length, body = int.from_bytes(head, sys.byteorder), b""
    while len(body) < length:
        body += connection.recv(length - len(body))
    script, arguments, folder, environment, has_own_session = json.loads(body)
    first, second, third, status = descriptors
    return Request(script, arguments, folder, environment, has_own_session, (first, second, third), status)


def _tell_ended(waiting: dict[int, int]) -> None:
    """One signal may stand for several that ended."""
    while waiting:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        told = waiting.pop(pid)
        os.write(told, status.to_bytes(STATUS, sys.byteorder))
        os.close(told)


def become(request: Request, paths: list[str]) -> None:
    """Be the command line that was asked for; *paths* are those of every Python here."""
    if request.has_own_session:
        os.setsid()
    for number, (stream, name) in enumerate(zip(request.streams, ("stdin", "stdout", "stderr"), strict=True)):
        os.dup2(stream, number)
        os.close(stream)
        opened = _open(number, name, getattr(sys, name))
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)
    os.environ.clear()
    os.environ.update(request.environment)
    os.chdir(request.folder)
    first = str(Path.cwd() if request.script is None else Path(request.script).parent)
    added = request.environment.get("PYTHONPATH", "")
    sys.path[:] = [first, *filter(None, added.split(os.pathsep)), *paths]
    program = ["-m", "scrapy"] if request.script is None else [request.script]
    sys.orig_argv[:] = [sys.executable, *program, *request.arguments]
    sys.argv[:] = [program[0], *request.arguments]
    try:
        if request.script is None:
            runpy.run_module("scrapy", run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(request.script, run_name="__main__")
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            _codes.append(end.code or 0)
        raise


_codes: list[int] = []
"""That of this command line, once it has ended by itself."""


def _end() -> None:
    """End now, after all threads and all else that is called at the end.

    Else Python would free each module that was loaded before the fork, and so copy its memory first: .1 s of each
    command. A command that ends by an exception or a signal, or cannot write any more, ends as ever.
    """
    if not _codes:
        return
    with suppress(OSError, ValueError):
        _flush()
        gc.collect()  # what the command itself has left is taken apart, and heard
        _flush()
        os._exit(_codes[0] & 0xFF)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.flush()


def _open(number: int, name: str, like: io.TextIOWrapper) -> io.TextIOWrapper:
    """A stream as Python opens it at its start."""
    is_unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    raw = io.FileIO(number, "w" if number else "r", closefd=False)
    raw.name = f"<{name}>"
    stream = io.BufferedReader(raw) if not number else raw if is_unbuffered else io.BufferedWriter(raw)
    is_line_wise = not is_unbuffered and (number == 2 or raw.isatty())
    text = io.TextIOWrapper(stream, like.encoding, like.errors, None, is_line_wise, is_unbuffered)
    text.mode = "w" if number else "r"
    return text


def main() -> None:
    """Serve the socket whose number is given."""
    atexit.register(_end)  # the first that is registered is the last that is called
    ours = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [path for path in sys.path[1:] if path not in ours]  # nor the folder of this file
    warned: list[object] = []
    shows, warnings.showwarning = warnings.showwarning, lambda *given, **_: warned.append(given[0])
    for package in PACKAGES:
        for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(found.name)
    for name in MODULES:
        importlib.import_module(name)
    sys.modules["scrapy_bt.core.language.parser"].read("main :: and { }")  # the tables of the grammar
    warnings.showwarning = shows
    if warned or "twisted.internet.reactor" in sys.modules or len(list(Path("/proc/self/task").iterdir())) > 1:
        raise RuntimeError(f"Something loaded has chosen a reactor, started a thread or warned: {warned}")
    gc.collect()
    gc.freeze()
    request = serve(socket.socket(fileno=int(sys.argv[1])))
    if request is not None:
        become(request, paths)


if __name__ == "__main__":
    main()
