"""A real application that runs in a process of its own, as long as a `with` block."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

INSTALLED = Path(__file__).parents[3] / ".tox" / "applications"
"""Where what comes from PyPI is installed: once for a checkout."""

START_SECONDS = 150


class NotInstallableError(Exception):
    """What an application needs cannot be had on this machine; it says what and why."""


@dataclass(frozen=True)
class Application:
    """Where it is, and who may log in."""

    url: str
    """Without a slash at its end."""
    user: str
    secret: str
    folder: Path


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def installed(name: str, *requirements: str) -> Path:
    """The `bin` folder of an environment of its own with these packages of PyPI.

    Raises `NotInstallableError` where they cannot be had.
    """
    INSTALLED.mkdir(parents=True, exist_ok=True)
    with (INSTALLED / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several workers of pytest may want it
        environment, done = INSTALLED / name, INSTALLED / f"{name}.done"
        wanted = "\n".join(requirements)
        if not done.exists() or done.read_text() != wanted:
            subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
            install = [environment / "bin" / "pip", "install", "-q", *requirements]
            installing = subprocess.run(install, check=False, capture_output=True, text=True)
            if installing.returncode:
                said = installing.stderr.strip().splitlines() or ["pip failed"]
                raise NotInstallableError(f"{', '.join(requirements)} cannot be installed from PyPI: {said[-1]}")
            done.write_text(wanted)
        return environment / "bin"


@contextlib.contextmanager
def served(
    command: Sequence[str | Path], url: str, folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """Run a server, from when it answers at *url* until the block ends; what it says is in `server.log`."""
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            _wait(process, url, folder)
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _wait(process: subprocess.Popen[bytes], url: str, folder: Path) -> None:
    for _ in range(START_SECONDS * 10):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            threading.Event().wait(0.1)
    said = (folder / "server.log").read_text(errors="replace")[-2000:]
    raise RuntimeError(f"{process.args} does not answer at {url}:\n{said}")
